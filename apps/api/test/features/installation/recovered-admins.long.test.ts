import { generateKeyPair } from '@vadium/client'
import {
  activateOrganization,
  listAuditEntries,
  listCredentials,
  listEvents,
  listNotifications,
  setNotificationPreferences,
  unmutableCategories,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { HostedWorld } from '../../harness/hosted-world.ts'

const world = new HostedWorld()
let operator: Key
beforeAll(async () => {
  await world.start()
  operator = (await world.enrolled('vadium', 'operator')).key
})
afterAll(() => world.close())

let slug: string
let lost: { key: Key; id: string }
let key: Key
let number = 0
beforeEach(async () => {
  number += 1
  slug = `harbor-${number}`
  lost = await world.enrolled(slug, 'admin')
  key = generateKeyPair()
})

const recover = (...more: string[]) =>
  world.recover('--organization', slug, '--public-key', key.publicKey, ...more)
const recoverWith = (keys: readonly string[]) =>
  world.recover('--organization', slug, ...keys.flatMap((given) => ['--public-key', given]))
const revoke = () => world.revoke(lost.id)

describe('an organization that has lost its last admin', () => {
  it('gets an account with a credential, and is notified as loudly as can be', async () => {
    await revoke()
    expect(await recover()).toContain(`${key.publicKey} acts as admin of ${slug}`)
    const { credentials } = await succeed(world.service, listCredentials, { key })
    const made = credentials.find(({ public_key }) => public_key === key.publicKey)
    expect(made).toMatchObject({ role: 'admin', expire_time: null })
    const { audit_entries } = await succeed(world.service, listAuditEntries, { key })
    expect(audit_entries).toContainEqual(
      expect.objectContaining({
        event: 'credential.recovered',
        credential_id: null,
        request_id: 'recover',
        subject_id: made?.id,
      }),
    )
    const { notifications } = await succeed(world.service, listNotifications, { key })
    expect(notifications).toMatchObject([
      {
        category: 'credential_changed',
        severity: 'critical',
        title: 'Credential recovered: Recovery (admin)',
        body: expect.stringContaining('on the host of the database') as string,
      },
    ])
    const { events } = await succeed(world.service, listEvents, { key })
    expect(events.map(({ type }) => type)).toEqual(['credential.updated', 'notification.created'])
    expect(events[0]?.data.administrative_change).toEqual({
      resource: 'credential',
      resource_id: made?.id,
      action: 'recover',
      by: null,
      by_credential_id: null,
    })
    expect(await world.rowsOf(slug)).toMatchObject([
      {},
      { name: 'Recovery', accountMadeBy: null, madeBy: null },
    ])
  })

  it('cannot mute the notification', async () => {
    expect(unmutableCategories).toContain('credential_changed')
    await revoke()
    await recover()
    const mute = { muted_categories: ['credential_changed'], minimum_severity: 'critical' }
    await refused(world.service, 400, callOf(setNotificationPreferences, { key, body: mute }))
    const body = { muted_categories: [], minimum_severity: 'critical' } as const
    await succeed(world.service, setNotificationPreferences, { key, body })
    const { notifications } = await succeed(world.service, listNotifications, { key })
    expect(notifications).toHaveLength(1)
  })

  it('has lost it as well when the credential has expired, although other roles have one', async () => {
    await world.enrolled(slug, 'execution')
    await world.expire(lost.id)
    await recover()
    await succeed(world.service, listCredentials, { key })
  })

  it('is recovered once, even when the command runs several times at once', async () => {
    await revoke()
    const said = await Promise.all(Array.from({ length: 4 }, () => recover()))
    expect(said.filter((text) => text.includes('Nothing was changed'))).toHaveLength(3)
    expect(await world.rowsOf(slug)).toHaveLength(2)
    key = generateKeyPair()
    await expect(recover()).rejects.toThrow('has not lost its last admin')
  })

  it('stays suspended, until an operator activates it', async () => {
    await revoke()
    await world.suspend(slug)
    await recover()
    await refused(world.service, 403, callOf(listCredentials, { key }))
    const params = { organization_id: await world.organizationId(slug) }
    await succeed(world.service, activateOrganization, { key: operator, params })
    const { notifications } = await succeed(world.service, listNotifications, { key })
    expect(notifications.map(({ severity }) => severity)).toContain('critical')
  })

  it('is alone notified', async () => {
    const other = await world.enrolled(`quay-${number}`, 'admin')
    await revoke()
    await recover()
    const { notifications } = await succeed(world.service, listNotifications, { key: other.key })
    expect(notifications).toEqual([])
  })
})

describe('a refused recovery', () => {
  it('names the admin who still has a valid credential', async () => {
    const refusal = recover()
    await expect(refusal).rejects.toThrow(`${slug} has not lost its last admin`)
    await expect(refusal).rejects.toThrow(`admin of ${slug} (credential ${lost.id})`)
    await succeed(world.service, listCredentials, { key: lost.key })
    expect((await call(world.service, callOf(listCredentials, { key }))).status).toBe(401)
  })

  it('names arguments that cannot be meant', async () => {
    await revoke()
    const stranger = await world.enrolled(`quay-${number}`, 'admin')
    const viewers = `viewers-${number}`
    await world.enrolled(viewers, 'viewer')
    const first = ['--public-key', key.publicKey]
    for (const [argv, why] of [
      [[], 'Usage: recover'],
      [['--organization', slug], 'Usage: recover'],
      [first, 'Usage: recover'],
      [['--organisation', slug], 'Unknown option'],
      [['--organization', slug, '--public-key', 'x'], 'The public key is not accepted'],
      [['--organization', slug, ...first, ...first], 'two people have two keys'],
      [['--organization', slug, ...first, '--role', 'viewer'], '--role must be operator or admin'],
      [['--organization', slug, ...first, '--role', 'operator'], 'lends or borrows'],
      [['--organization', 'nobody', ...first], 'There is no organization nobody'],
      [['--organization', viewers, ...first], 'has never had an admin'],
      [['--organization', slug, '--public-key', lost.key.publicKey], 'belongs or belonged to'],
      [['--organization', slug, '--public-key', stranger.key.publicKey], 'belongs or belonged to'],
      [['--organization', slug, ...first, '--revoke', stranger.id], 'is not a valid credential'],
      [['--organization', slug, ...first, '--revoke', lost.id], 'is not a valid credential'],
    ] as const) {
      await expect(world.recover(...argv)).rejects.toThrow(why)
    }
    const second = generateKeyPair().publicKey
    await expect(recoverWith([key.publicKey, second])).rejects.toThrow('Give at most 1 public keys')
    expect(await world.rowsOf(slug)).toHaveLength(1)
    expect(await world.rowsOf(viewers)).toHaveLength(1)
  })
})

it('revokes the credential whose private key is lost, if it is named', async () => {
  await recover('--revoke', lost.id)
  const { credentials } = await succeed(world.service, listCredentials, { key })
  expect(credentials.find(({ id }) => id === lost.id)?.revoke_time).not.toBeNull()
  const { audit_entries } = await succeed(world.service, listAuditEntries, { key })
  const entry = { event: 'credential.revoked', subject_id: lost.id, request_id: 'recover' }
  expect(audit_entries).toContainEqual(expect.objectContaining(entry))
  const { notifications } = await succeed(world.service, listNotifications, { key })
  expect(notifications.map(({ title }) => title).sort()).toEqual([
    'Credential recovered: Recovery (admin)',
    `Credential revoked: admin of ${slug} (admin)`,
  ])
})

it('counts how many admins the policy of the organization asks for', async () => {
  const second = await world.enrolled(slug, 'admin')
  await world.setPolicy(slug, second.accountId, 2)
  await expect(recover()).rejects.toThrow('has not lost its last admin')
  await revoke()
  await recover()
  await succeed(world.service, listCredentials, { key })
  key = generateKeyPair()
  await expect(recover()).rejects.toThrow('has not lost its last admin')
})
