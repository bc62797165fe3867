import { generateKeyPair } from '@vadium/client'
import {
  activateOrganization,
  amendAgreement,
  countUnreadNotifications,
  createAccount,
  createAgreement,
  createWallet,
  listEvents,
  listNotifications,
  notificationCategoryNames,
  revokeCredential,
  rotateCredential,
  setNotificationPreferences,
  suspendOrganization,
  unmutableCategories,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreedTerms as terms } from '../../harness/agreed-terms.ts'
import { runRecover } from '../../../src/commands/recover-command.ts'
import type { Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { CredentialIssuer, credentialParams } from '../../harness/credential-issuer.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const issuer = new CredentialIssuer(world)
const { lender: harbor, borrower: quay } = world
const { admin, operator, platform, platformAdmin, quayAdmin } = issuer
const stranger = world.book.party('reed').credential('admin')

beforeAll(() => issuer.start())
afterAll(() => world.close())

/**
 * The administrative events and notifications that are written for an organization while something
 * is done.
 */
async function writtenDuring(key: Key, work: () => Promise<unknown>) {
  const { next } = await succeed(world.service, listEvents, { key })
  const before = await succeed(world.service, listNotifications, { key })
  await work()
  const { events } = await succeed(world.service, listEvents, { key, query: { after: next } })
  const after = await succeed(world.service, listNotifications, { key })
  const known = new Set(before.notifications.map(({ id }) => id))
  return {
    events: events
      .filter(({ data }) => data.administrative_change !== undefined)
      .map(({ type, data }) => ({ type, ...data.administrative_change })),
    notifications: after.notifications.filter(({ id }) => !known.has(id)),
  }
}

const byOperator = { by: platform.id, by_credential_id: expect.any(String) as string }

describe('an organization', () => {
  it('is notified at once when the operator creates, rotates and revokes a credential of it', async () => {
    let id = ''
    const made = await writtenDuring(admin, async () => ({ id } = await issuer.issued('admin')))
    const change = { type: 'credential.updated', resource: 'credential', ...byOperator }
    expect(made.events).toEqual([{ ...change, resource_id: id, action: 'create' }])
    expect(made.notifications).toMatchObject([
      {
        category: 'credential_changed',
        severity: 'warning',
        link: { resource: 'credential', id, order_id: null },
        body: expect.stringContaining('of the operator of the platform') as string,
      },
    ])

    let replacement = ''
    const rotated = await writtenDuring(admin, async () => {
      const options = { key: operator, params: credentialParams(id), body: { overlap_seconds: 60 } }
      const answer = await succeed(world.service, rotateCredential, options)
      replacement = answer.credential.id
    })
    expect(rotated.events).toEqual([
      { ...change, resource_id: id, action: 'rotate' },
      { ...change, resource_id: replacement, action: 'create' },
    ])
    expect(rotated.notifications).toHaveLength(2)

    const revoked = await writtenDuring(admin, () =>
      succeed(world.service, revokeCredential, {
        key: operator,
        params: credentialParams(replacement),
      }),
    )
    expect(revoked.events).toEqual([{ ...change, resource_id: replacement, action: 'revoke' }])
    expect(revoked.notifications).toHaveLength(1)
  })

  it('is notified, and no other, when one of its own credentials creates another', async () => {
    let id = ''
    const own = await writtenDuring(admin, async () => {
      const foreign = await writtenDuring(stranger, async () => {
        id = (await issuer.create({ role: 'viewer' })).credential.id
      })
      expect(foreign).toEqual({ events: [], notifications: [] })
    })
    expect(own.events).toMatchObject([{ resource_id: id, action: 'create', by: harbor.id }])
    expect(own.notifications[0]?.body).toContain('of this organization')
  })

  it('is notified of a new account and a new wallet', async () => {
    const written = await writtenDuring(quayAdmin, async () => {
      await succeed(world.service, createAccount, {
        key: operator,
        body: { organization_id: quay.id, name: 'Night desk', kind: 'person' },
      })
      await succeed(world.service, createWallet, {
        key: operator,
        body: {
          id: 'quay-second',
          organization_id: quay.id,
          custodian: 'copper',
          name: 'Quay, second',
          address: '0xsecond',
          assets: ['USDC'],
        },
      })
    })
    expect(written.events).toMatchObject([
      { type: 'account.updated', action: 'create', ...byOperator },
      { type: 'wallet.updated', action: 'create', resource_id: 'quay-second', ...byOperator },
    ])
    expect(written.notifications.map(({ category }) => category).sort()).toEqual([
      'account_changed',
      'wallet_changed',
    ])
  })

  it('is notified of an agreement and its amendment, on both sides', async () => {
    let id = ''
    const work = async () => {
      const body = { lender_id: quay.id, borrower_id: harbor.id, terms }
      ;({ id } = await succeed(world.service, createAgreement, { key: operator, body }))
      const params = { agreement_id: id }
      await succeed(world.service, amendAgreement, { key: operator, params, body: { terms } })
    }
    let borrower: Awaited<ReturnType<typeof writtenDuring>> | undefined
    const lender = await writtenDuring(quayAdmin, async () => {
      borrower = await writtenDuring(admin, work)
    })
    for (const written of [lender, borrower]) {
      expect(written?.events).toMatchObject([
        { type: 'agreement.updated', resource_id: id, action: 'create', ...byOperator },
        { type: 'agreement.updated', resource_id: id, action: 'expire', ...byOperator },
        { type: 'agreement.updated', resource_id: id, action: 'amend', ...byOperator },
      ])
      expect(written?.notifications).toHaveLength(3)
    }
    const titles = lender.notifications.map(({ title }) => title)
    expect(titles).toContain(`Terms proposed: agreement with ${harbor.name}`)
  })

  it('is notified of each suspension and activation, of itself and of its counterparties', async () => {
    const params = { organization_id: quay.id }
    const twice = async () => {
      for (let i = 0; i < 2; i += 1) {
        await succeed(world.service, suspendOrganization, { key: operator, params })
        await succeed(world.service, activateOrganization, { key: operator, params })
      }
    }
    const actions = ['suspend', 'activate', 'suspend', 'activate']
    const forStranger = await writtenDuring(stranger, async () => {
      const counterparty = await writtenDuring(admin, async () => {
        const own = await writtenDuring(quayAdmin, twice)
        expect(own.events.map(({ action }) => action)).toEqual(actions)
        const severities = own.notifications.map(({ severity }) => severity).sort()
        expect(severities).toEqual(['critical', 'critical', 'warning', 'warning'])
      })
      expect(counterparty.events.map(({ action }) => action)).toEqual(actions)
      expect(counterparty.notifications).toHaveLength(4)
      const titles = counterparty.notifications.map(({ title }) => title)
      expect(titles).toContain(`Counterparty activated: ${quay.name}`)
    })
    expect(forStranger).toEqual({ events: [], notifications: [] })
  })

  it('is notified without the key of a credential', async () => {
    const key = generateKeyPair()
    const written = await writtenDuring(admin, () => issuer.create({ proof: issuer.proof(key) }))
    expect(written.notifications).toHaveLength(1)
    expect(JSON.stringify(written)).not.toContain(key.publicKey)
  })

  it('is not notified of a refused change', async () => {
    const written = await writtenDuring(admin, async () => {
      const { id } = await issuer.issued('viewer', quay)
      const options = { key: admin, params: credentialParams(id) }
      await refused(world.service, 404, callOf(revokeCredential, options))
      await refused(
        world.service,
        409,
        callOf(suspendOrganization, { key: operator, params: { organization_id: platform.id } }),
      )
    })
    expect(written).toEqual({ events: [], notifications: [] })
  })
})

describe('preferences', () => {
  const set = (body: object) => callOf(setNotificationPreferences, { key: admin, body })
  const mutable = notificationCategoryNames.filter((name) => !unmutableCategories.includes(name))

  it('do not hide these notifications, in the list or in the count, whatever their severity', async () => {
    await call(world.service, set({ muted_categories: mutable, minimum_severity: 'critical' }))
    const count = async () =>
      (await succeed(world.service, countUnreadNotifications, { key: admin })).unread
    const before = await count()
    const written = await writtenDuring(admin, () =>
      succeed(world.service, createAccount, {
        key: operator,
        body: { organization_id: harbor.id, name: 'Day desk', kind: 'person' },
      }),
    )
    expect(written.notifications).toMatchObject([{ category: 'account_changed', severity: 'info' }])
    expect(await count()).toBe(before + 1)
    await call(world.service, set({ muted_categories: [], minimum_severity: 'info' }))
  })

  it.each(unmutableCategories)('cannot name %s', async (category) => {
    const body = { muted_categories: [category], minimum_severity: 'info' }
    const reply = await refused(world.service, 400, set(body))
    expect(reply.body.error.details?.[0]?.field).toBe('muted_categories.0')
  })
})

it('notifies the platform of an operator that was recovered at its database', async () => {
  const key = generateKeyPair()
  const written = await writtenDuring(platformAdmin, async () => {
    await world.service.database.query(
      "UPDATE credentials SET revoked_at = '2026-01-01T00:00:00Z' WHERE role = 'operator'",
    )
    await runRecover(['--organization', 'platform', '--public-key', key.publicKey], {
      DATABASE_URL: world.service.database.url,
    })
    await world.service.database.query(
      "UPDATE credentials SET revoked_at = NULL WHERE role = 'operator'",
    )
  })
  expect(written.events).toMatchObject([
    { type: 'credential.updated', action: 'recover', by: null, by_credential_id: null },
  ])
  expect(written.notifications[0]?.body).toContain('vadium-api on the host of the database')
})
