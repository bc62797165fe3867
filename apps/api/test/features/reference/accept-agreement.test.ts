import { listEvents, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, refused, succeed } from '../../harness/call.ts'
import type { Key } from '../../harness/book.ts'
import { agreedTerms as terms } from '../../harness/agreed-terms.ts'
import { ConsentWorld } from '../../harness/consent-world.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new ConsentWorld()
const unknownId = '00000000-0000-4000-8000-000000000000'

beforeAll(() => world.start())
beforeEach(() => world.begin())
afterAll(() => world.close())

const statusesOf = (calls: readonly Parameters<typeof call>[1][]) =>
  Promise.all(calls.map(async (options) => (await call(world.service, options)).status))

/** The actions on an agreement that are written for an organization while something is done. */
async function actionsDuring(key: Key, work: () => Promise<unknown>) {
  const { next } = await succeed(world.service, listEvents, { key })
  const before = await succeed(world.service, listNotifications, { key })
  await work()
  const { events } = await succeed(world.service, listEvents, { key, query: { after: next } })
  const after = await succeed(world.service, listNotifications, { key })
  const known = new Set(before.notifications.map(({ id }) => id))
  return {
    actions: events.flatMap(({ type, data }) =>
      type === 'agreement.updated' ? [data.administrative_change?.action] : [],
    ),
    texts: after.notifications.filter(({ id }) => !known.has(id)).map(({ body }) => body),
  }
}

describe('200 OK', () => {
  it('returns 200 for each side, and the version is in effect from the last acceptance', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    world.waitUntil(60)
    const half = await world.accept(id, 1, pair.borrower.admin)
    expect(half.versions).toMatchObject([
      {
        state: 'PROPOSED',
        lender_accept_time: null,
        borrower_accept_time: world.at(60),
        in_effect_time: null,
      },
    ])
    world.waitUntil(120)
    const both = await world.accept(id.toUpperCase(), 1, pair.lender.admin)
    expect(both.versions).toMatchObject([
      {
        state: 'ACCEPTED',
        lender_accept_time: world.at(120),
        borrower_accept_time: world.at(60),
        in_effect_time: world.at(120),
      },
    ])
    expect(await world.get(id, pair.borrower.execution)).toEqual(both)
  })

  it('returns 200 and the version is in effect from its effective time, if that is later', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { effective_time: world.at(3600) })
    const { versions } = await world.acceptByBoth(pair, id)
    expect(versions).toMatchObject([{ state: 'ACCEPTED', in_effect_time: world.at(3600) }])
  })

  it('returns 200 until a millisecond before the version expires', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { expire_time: world.at(60) })
    world.waitUntil(59.999)
    const { versions } = await world.acceptByBoth(pair, id)
    expect(versions[0]?.state).toBe('ACCEPTED')
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for every role but admin', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    for (const key of [world.operator, pair.lender.execution]) {
      const reply = await refused(world.service, 403, world.acceptance(id, 1, key))
      expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
    }
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the agreement of others, as for an unknown one', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    const strangers = world.firms.filter((firm) => firm !== pair.lender && firm !== pair.borrower)
    for (const [asked, { admin }] of [
      ...strangers.map((firm) => [id, firm] as const),
      [unknownId, pair.lender] as const,
    ]) {
      const reply = await refused(world.service, 404, world.acceptance(asked, 1, admin))
      expect(reply.reason).toBe('AGREEMENT_NOT_FOUND')
    }
    expect((await world.get(id)).versions[0]).toMatchObject({
      lender_accept_time: null,
      borrower_accept_time: null,
    })
  })
})

describe('409 Conflict', () => {
  it('returns 409 when the side has accepted already, with any of its credentials', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    await world.accept(id, 1, pair.lender.admin)
    world.waitUntil(60)
    for (const key of [pair.lender.admin, pair.lender.secondAdmin]) {
      const reply = await refused(world.service, 409, world.acceptance(id, 1, key))
      expect(reply.body.error).toMatchObject({
        reason: 'INVALID_STATE',
        details: [
          { field: 'version', issue: 'was accepted by the lender before', value: world.at(0) },
        ],
      })
    }
    expect((await world.get(id)).versions[0]?.lender_accept_time).toBe(world.at(0))
  })

  it('returns 409 when the version is in effect, has expired or was superseded', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    await world.acceptByBoth(pair, id)
    await world.amend(id)
    await world.accept(id, 2, pair.lender.admin)
    await world.amend(id, { expire_time: world.at(60) })
    world.waitUntil(60)
    for (const [version, state] of [
      [1, 'ACCEPTED'],
      [2, 'EXPIRED'],
      [3, 'EXPIRED'],
    ] as const) {
      for (const { admin } of [pair.lender, pair.borrower]) {
        const reply = await refused(world.service, 409, world.acceptance(id, version, admin))
        expect(reply.body.error).toMatchObject({
          reason: 'INVALID_STATE',
          details: [{ field: 'version', value: state }],
        })
      }
    }
  })
})

it('returns 422 for a version that the agreement does not have', async () => {
  const pair = world.pair()
  const { id } = await world.propose(pair)
  const reply = await refused(world.service, 422, world.acceptance(id, 2, pair.lender.admin))
  expect(reply.reason).toBe('REFERENCE_UNKNOWN')
  expect(reply.body.error.details?.[0]?.field).toBe('version')
})

describe('of acceptances at once,', () => {
  it('one of each side succeeds, and the version is in effect once', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    const keys = [pair.lender, pair.borrower].flatMap(({ admin, secondAdmin }) => [
      admin,
      secondAdmin,
      admin,
      secondAdmin,
    ])
    let statuses: number[] = []
    const { actions } = await actionsDuring(pair.lender.admin, async () => {
      statuses = await statusesOf(keys.map((key) => world.acceptance(id, 1, key)))
    })
    for (const side of [statuses.slice(0, 4), statuses.slice(4)]) {
      expect(side.sort()).toEqual([200, 409, 409, 409])
    }
    expect(actions).toEqual(['accept', 'accept', 'take_effect'])
  })

  it('the last one or a newer proposal is first, never both', async () => {
    for (let round = 0; round < (isLongRun ? 8 : 2); round += 1) {
      const pair = world.pair()
      const { id } = await world.propose(pair)
      await world.accept(id, 1, pair.lender.admin)
      const [accepted] = await Promise.all([
        call(world.service, world.acceptance(id, 1, pair.borrower.admin)),
        world.amend(id),
      ])
      const states = (await world.get(id)).versions.map(({ state }) => state)
      expect(states).toEqual([accepted.status === 200 ? 'ACCEPTED' : 'EXPIRED', 'PROPOSED'])
    }
  })

  it('none succeeds after the worker has ended the proposal at its time', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { expire_time: world.at(60) })
    world.waitUntil(60)
    const [statuses] = await Promise.all([
      statusesOf([pair.lender, pair.borrower].map(({ admin }) => world.acceptance(id, 1, admin))),
      world.runDue(),
      world.runDue(),
    ])
    expect(statuses).toEqual([409, 409])
    expect((await world.get(id)).versions[0]?.state).toBe('EXPIRED')
  })
})

describe('both sides', () => {
  it('are notified once each of the proposal, the first acceptance and the terms in effect', async () => {
    const pair = world.pair()
    const work = async () => {
      const { id } = await world.propose(pair)
      await world.acceptByBoth(pair, id)
      await world.amend(id, { terms: { ...terms, requirement_percent: '110' } })
      await world.amend(id)
    }
    let lender: Awaited<ReturnType<typeof actionsDuring>> | undefined
    const borrower = await actionsDuring(pair.borrower.admin, async () => {
      lender = await actionsDuring(pair.lender.admin, work)
    })
    for (const written of [lender, borrower]) {
      expect(written?.actions).toEqual([
        'create',
        'accept',
        'accept',
        'take_effect',
        'amend',
        'expire',
        'amend',
      ])
      expect(written?.texts).toHaveLength(6)
    }
    const byLender = borrower.texts.find((text) => text.includes('was accepted by the lender'))
    expect(byLender).toContain('It awaits the acceptance of the borrower until')
    expect(byLender).toMatch(/with the credential \S+ of the counterparty\.$/)
  })
})
