import { listEvents, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { ConsentWorld } from '../../harness/consent-world.ts'

const world = new ConsentWorld()
beforeAll(() => world.start())
beforeEach(async () => {
  world.begin()
  // What the test before has left.
  await world.runDue()
})
afterAll(() => world.close())

const statesOf = async (id: string) => (await world.get(id)).versions.map(({ state }) => state)

const deadlinesOf = async (id: string) => {
  const { rows } = await world.service.database.query<{ kind: string }>(
    `SELECT kind FROM deadlines JOIN agreement_versions ON terms_id = resource_id
     WHERE agreement_id = $1`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

const changesOf = async (key: Key, id: string) => {
  const { events } = await succeed(world.service, listEvents, { key, query: { limit: 500 } })
  return events.flatMap(({ data: { administrative_change: change } }) =>
    change?.resource_id === id ? [change] : [],
  )
}

const notificationsOf = async (key: Key, id: string) => {
  const { notifications } = await succeed(world.service, listNotifications, {
    key,
    query: { page_size: 500 },
  })
  return notifications.filter(({ link }) => link.id === id)
}

describe('a proposal', () => {
  it('is shown as expired at its time, before a worker has ended it', async () => {
    const { id } = await world.propose(world.pair(), { expire_time: world.at(60) })
    world.waitUntil(59.999)
    expect(await world.runDue()).toBe(0)
    expect(await statesOf(id)).toEqual(['PROPOSED'])
    world.waitUntil(60)
    expect(await statesOf(id)).toEqual(['EXPIRED'])
    expect(await world.runDue()).toBe(1)
    expect(await statesOf(id)).toEqual(['EXPIRED'])
    expect(await world.runDue()).toBe(0)
    expect(await deadlinesOf(id)).toEqual([])
  })

  it('is notified to both sides when it expires, as a change by the service', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { expire_time: world.at(60) })
    world.waitUntil(60)
    await Promise.all([world.runDue(), world.runDue()])
    for (const { admin } of [pair.lender, pair.borrower]) {
      expect(await changesOf(admin, id)).toMatchObject([
        { action: 'create' },
        { action: 'expire', by: null, by_credential_id: null },
      ])
      const [expired] = await notificationsOf(admin, id)
      expect(expired?.body).toContain('has expired without the acceptance of both sides')
      expect(expired?.body).toMatch(/The change was made by the service\.$/)
    }
  })

  it('has no deadline after it was accepted or superseded', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    expect(await deadlinesOf(id)).toEqual(['agreement_proposal'])
    await world.amend(id)
    expect(await deadlinesOf(id)).toEqual(['agreement_proposal'])
    await world.acceptByBoth(pair, id, 2)
    expect(await deadlinesOf(id)).toEqual([])
  })

  it('warns the sides that have not accepted an hour before it expires', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { expire_time: world.at(86_400) })
    await world.accept(id, 1, pair.lender.admin)
    world.waitUntil(86_400 - 3600)
    await world.service.services.expiryWarnings.run()
    for (const [{ admin }, severity, from] of [
      [pair.lender, 'info', 'from the counterparty'],
      [pair.borrower, 'warning', 'from you'],
    ] as const) {
      const [warning] = await notificationsOf(admin, id)
      expect(warning).toMatchObject({
        category: 'request_expiring',
        severity,
        title: `Proposed version expiring: version 1 of the terms of ${pair.lender.party.name} and ${pair.borrower.party.name}`,
        link: { resource: 'agreement', id, order_id: null },
      })
      expect(warning?.body).toContain(from)
    }
  })
})

describe('accepted terms', () => {
  it('are notified to both sides when they take effect', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { effective_time: world.at(3600) })
    await world.acceptByBoth(pair, id)
    world.waitUntil(3599.999)
    expect(await world.runDue()).toBe(0)
    world.waitUntil(3600)
    expect(await world.runDue()).toBe(1)
    for (const { admin } of [pair.lender, pair.borrower]) {
      const actions = (await changesOf(admin, id)).map(({ action }) => action)
      expect(actions).toEqual(['create', 'accept', 'accept', 'take_effect'])
      const [inEffect] = await notificationsOf(admin, id)
      expect(inEffect?.body).toContain(`is in effect from ${world.at(3600)}`)
    }
  })

  it('are notified once, if a corrected version takes effect at the same time', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { effective_time: world.at(3600) })
    await world.acceptByBoth(pair, id)
    await world.amend(id, { effective_time: world.at(3600) })
    await world.acceptByBoth(pair, id, 2)
    world.waitUntil(3600)
    expect(await world.runDue()).toBe(2)
    const effects = (await notificationsOf(pair.lender.admin, id)).filter(({ title }) =>
      title.startsWith('Terms in effect'),
    )
    expect(effects).toHaveLength(1)
    expect(effects[0]?.body).toMatch(/^Version 2 /)
  })
})
