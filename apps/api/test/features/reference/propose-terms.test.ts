import {
  listNotifications,
  muteCounterparty,
  suspendOrganization,
  unmuteCounterparty,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agreedTerms as terms } from '../../harness/agreed-terms.ts'
import { type CallOptions, call, refused, succeed } from '../../harness/call.ts'
import { ConsentWorld, type Pair, type Side } from '../../harness/consent-world.ts'

const world = new ConsentWorld()
beforeAll(() => world.start())
beforeEach(() => world.begin())
afterAll(() => world.close())

const agreed = () => world.agreedPair()
const done = (options: CallOptions) => world.done(options)
const statusesOf = (calls: readonly CallOptions[]) =>
  Promise.all(calls.map(async (options) => (await call(world.service, options)).status))
const statesOf = async (id: string) => (await world.get(id)).versions.map(({ state }) => state)
const conflict = (options: CallOptions) => world.conflict(options)
const activate = ({ party }: Pair[Side]) =>
  world.service.database.query(
    `UPDATE organizations SET status = 'active' WHERE id = '${party.id}'`,
  )
const otherSide = { lender: 'borrower', borrower: 'lender' } as const satisfies Record<Side, Side>

describe('200 OK', () => {
  it.each<Side>(['lender', 'borrower'])(
    'returns 200 for the %s, whose terms are in effect once the other side has accepted',
    async (side) => {
      const pair = await agreed()
      const changed = { ...terms, requirement_percent: '110' }
      world.waitUntil(60)
      await done(world.proposal(pair.id, 2, pair[side].admin, { terms: changed }))
      const proposed = (await world.get(pair.id, pair[otherSide[side]].execution)).versions[1]
      expect(proposed).toMatchObject({
        state: 'PROPOSED',
        proposer_id: pair[side].party.id,
        [`${side}_accept_time`]: world.at(60),
        [`${otherSide[side]}_accept_time`]: null,
        terms: changed,
      })
      world.waitUntil(120)
      const { versions } = await world.accept(pair.id, 2, pair[otherSide[side]].admin)
      expect(versions).toMatchObject([
        { state: 'ACCEPTED', proposer_id: null },
        { state: 'ACCEPTED', in_effect_time: world.at(120) },
      ])
    },
  )

  it('returns 200 and replaces a proposal of either side, which cannot be accepted any more', async () => {
    const { id, lender, borrower } = await agreed()
    await done(world.proposal(id, 2, lender.admin))
    await done(world.proposal(id, 3, lender.admin))
    await done(world.proposal(id, 4, borrower.admin))
    expect(await statesOf(id)).toEqual(['ACCEPTED', 'EXPIRED', 'EXPIRED', 'PROPOSED'])
    for (const version of [2, 3]) {
      expect(await conflict(world.acceptance(id, version, borrower.admin))).toMatchObject({
        field: 'version',
        value: 'EXPIRED',
      })
    }
    await world.accept(id, 4, lender.admin)
  })

  it('returns 200 once the time of a proposal of the operator is over, recorded or not', async () => {
    const { id, lender } = await agreed()
    await world.amend(id, { expire_time: world.at(60) })
    world.waitUntil(60)
    await done(world.proposal(id, 3, lender.admin))
    expect(await statesOf(id)).toEqual(['ACCEPTED', 'EXPIRED', 'PROPOSED'])
  })

  it('returns 200 for a first version, where the operator proposed one that has expired', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { expire_time: world.at(60) })
    world.waitUntil(60)
    await done(world.proposal(id, 2, pair.borrower.admin))
    const { versions } = await world.accept(id, 2, pair.lender.admin)
    expect(versions[1]?.in_effect_time).toBe(world.at(60))
  })
})

describe('403 and 404', () => {
  it('returns 404 for the agreement of others, and 403 for a role that accepts no terms', async () => {
    const { id, lender, borrower } = await agreed()
    const stranger = world.firms.find((firm) => firm !== lender && firm !== borrower)
    if (stranger === undefined) throw new Error('there is no stranger')
    for (const options of [
      world.proposal(id, 2, stranger.admin),
      world.withdrawal(id, 1, stranger.admin),
    ]) {
      expect((await refused(world.service, 404, options)).reason).toBe('AGREEMENT_NOT_FOUND')
    }
    for (const key of [lender.execution, world.operator]) {
      const reply = await refused(world.service, 403, world.proposal(id, 2, key))
      expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
    }
    expect(await statesOf(id)).toEqual(['ACCEPTED'])
  })

  it('returns 403 while the counterparty has muted the organization, and notifies nobody', async () => {
    const { id, lender, borrower } = await agreed()
    const params = { counterparty_id: borrower.party.id }
    await succeed(world.service, muteCounterparty, { key: lender.admin, params })
    const before = await notificationsOf(lender)
    const reply = await refused(world.service, 403, world.proposal(id, 2, borrower.admin))
    expect(reply.reason).toBe('MUTED_BY_COUNTERPARTY')
    expect(await notificationsOf(lender)).toEqual(before)
    await done(world.proposal(id, 2, lender.admin))
    await succeed(world.service, unmuteCounterparty, { key: lender.admin, params })
  })
})

describe('409 Conflict', () => {
  it('returns 409 with the next number when the version is not the next one', async () => {
    const { id, lender } = await agreed()
    for (const version of [1, 3]) {
      expect(await conflict(world.proposal(id, version, lender.admin))).toEqual({
        field: 'version',
        issue: 'is not the number of the next version, which is 2',
        value: '2',
      })
    }
  })

  it('returns 409 while a proposal of the operator awaits acceptance, which then stays open', async () => {
    const { id, lender, borrower } = await agreed()
    await world.amend(id)
    expect(await conflict(world.proposal(id, 3, lender.admin))).toMatchObject({
      field: 'agreement_id',
      issue: 'awaits the acceptance of version 2, which the operator proposed',
    })
    await world.acceptByBoth({ lender, borrower }, id, 2)
  })

  it('returns 409 when the counterparty is suspended', async () => {
    const { id, lender, borrower } = await agreed()
    const params = { organization_id: borrower.party.id }
    await succeed(world.service, suspendOrganization, { key: world.operator, params })
    expect(await conflict(world.proposal(id, 2, lender.admin))).toMatchObject({
      issue: 'is with an organization that is suspended',
    })
    await activate(borrower)
  })

  it('returns 409 for the acceptance while the proposer is suspended, and 200 after it', async () => {
    const { id, lender, borrower } = await agreed()
    await done(world.proposal(id, 2, lender.admin))
    const params = { organization_id: lender.party.id }
    await succeed(world.service, suspendOrganization, { key: world.operator, params })
    expect(await conflict(world.acceptance(id, 2, borrower.admin))).toEqual({
      field: 'agreement_id',
      issue: 'is with an organization that is suspended',
    })
    await activate(lender)
    await world.accept(id, 2, borrower.admin)
  })
})

it('returns 422 for terms that the operator could not propose either', async () => {
  const { id, lender } = await agreed()
  for (const [changes, field] of [
    [{ terms: { ...terms, liquidation_percent: '103' } }, 'terms.liquidation_percent'],
    [{ terms: { ...terms, haircut: '0.1' } }, 'terms.requirement_percent'],
    [{ effective_time: world.at(-1) }, 'effective_time'],
    [{ expire_time: world.at(0) }, 'expire_time'],
  ] as const) {
    const reply = await refused(world.service, 422, world.proposal(id, 2, lender.admin, changes))
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  }
})

describe('a withdrawal', () => {
  it('returns 200 for the side that proposed, and the version cannot be accepted any more', async () => {
    const { id, lender, borrower } = await agreed()
    await done(world.proposal(id, 2, lender.admin))
    await done(world.withdrawal(id, 2, lender.secondAdmin))
    expect(await statesOf(id)).toEqual(['ACCEPTED', 'EXPIRED'])
    for (const options of [
      world.acceptance(id, 2, borrower.admin),
      world.withdrawal(id, 2, lender.admin),
    ]) {
      expect(await conflict(options)).toMatchObject({ field: 'version', value: 'EXPIRED' })
    }
    await done(world.proposal(id, 3, lender.admin))
  })

  it('returns 409 when the version was accepted or its time is over', async () => {
    const { id, lender, borrower } = await agreed()
    await done(world.proposal(id, 2, lender.admin))
    await world.accept(id, 2, borrower.admin)
    await done(world.proposal(id, 3, lender.admin, { expire_time: world.at(60) }))
    world.waitUntil(60)
    for (const [version, value] of [
      [2, 'ACCEPTED'],
      [3, 'EXPIRED'],
    ] as const) {
      expect(await conflict(world.withdrawal(id, version, lender.admin))).toMatchObject({ value })
    }
  })

  it('returns 403 for what the other side or the operator proposed, and 422 for no version', async () => {
    const { id, lender, borrower } = await agreed()
    await done(world.proposal(id, 2, lender.admin))
    const notOwn = async (version: number) =>
      (await refused(world.service, 403, world.withdrawal(id, version, borrower.admin))).reason
    expect(await notOwn(2)).toBe('PARTY_NOT_PERMITTED')
    await world.amend(id)
    expect(await notOwn(3)).toBe('PARTY_NOT_PERMITTED')
    const reply = await refused(world.service, 422, world.withdrawal(id, 4, borrower.admin))
    expect(reply.reason).toBe('REFERENCE_UNKNOWN')
  })
})

describe('of requests at once,', () => {
  it('one of the proposals of both sides is taken', async () => {
    const { id, lender, borrower } = await agreed()
    const keys = [lender.admin, borrower.admin, lender.secondAdmin, borrower.secondAdmin]
    const statuses = await statusesOf(keys.map((key) => world.proposal(id, 2, key)))
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    expect(await statesOf(id)).toEqual(['ACCEPTED', 'PROPOSED'])
  })

  it('the proposal of the operator stays, whichever is first', async () => {
    const { id, lender } = await agreed()
    const [statuses] = await Promise.all([
      statusesOf([world.proposal(id, 2, lender.admin)]),
      world.amend(id),
    ])
    const { versions } = await world.get(id)
    expect(versions).toHaveLength(statuses[0] === 200 ? 3 : 2)
    expect(versions.at(-1)).toMatchObject({ state: 'PROPOSED', proposer_id: null })
  })

  it('the withdrawal or the acceptance succeeds, never both', async () => {
    const { id, lender, borrower } = await agreed()
    await done(world.proposal(id, 2, lender.admin))
    const statuses = await statusesOf([
      world.acceptance(id, 2, borrower.admin),
      world.withdrawal(id, 2, lender.admin),
      world.acceptance(id, 2, borrower.secondAdmin),
      world.withdrawal(id, 2, lender.secondAdmin),
    ])
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409])
    const isAccepted = statuses[0] === 200 || statuses[2] === 200
    expect((await statesOf(id))[1]).toBe(isAccepted ? 'ACCEPTED' : 'EXPIRED')
  })
})

const notificationsOf = async ({ admin: key }: Pair[Side]) =>
  (await succeed(world.service, listNotifications, { key })).notifications

it('each side reads who proposed, and what changes against the terms that it replaces', async () => {
  const { id, lender, borrower } = await agreed()
  const changed = { ...terms, requirement_percent: '110', lot_top_up: null }
  const newest = async (side: Pair[Side]) => (await notificationsOf(side))[0]
  await done(world.proposal(id, 2, lender.admin, { terms: changed }))
  const difference =
    'and which is in effect. It changes these terms of version 1: requirement from 105.5 % to 110 %, lot of a top-up from 0.001 to none.'
  const toLender = await newest(lender)
  expect(toLender?.body).toContain('was proposed by this organization, which accepts it with that.')
  expect(toLender?.body).toContain('when an admin of the counterparty has accepted it')
  expect(toLender?.body).toContain(difference)
  const toBorrower = await newest(borrower)
  expect(toBorrower).toMatchObject({ severity: 'warning', link: { resource: 'agreement', id } })
  expect(toBorrower?.body).toContain(
    'was proposed by the counterparty, which accepts it with that.',
  )
  expect(toBorrower?.body).toContain('when an admin of this organization has accepted it')
  expect(toBorrower?.body).toContain(difference)
  await done(world.withdrawal(id, 2, lender.admin))
  expect((await newest(borrower))?.body).toContain('was withdrawn by the counterparty')
  expect((await newest(lender))?.body).toContain('was withdrawn by this organization')
  await done(world.proposal(id, 3, borrower.admin))
  expect((await newest(lender))?.body).toContain('Its terms are those of version 1')
})

it('each side reads what changes of the terms agreed for later, not only of those in effect', async () => {
  const { id, lender, borrower } = await agreed()
  const better = { ...terms, requirement_percent: '120' }
  await done(
    world.proposal(id, 2, borrower.admin, { terms: better, effective_time: world.at(600) }),
  )
  world.waitUntil(60)
  await world.accept(id, 2, lender.admin)
  await done(world.proposal(id, 3, lender.admin, { effective_time: world.at(600) }))
  expect((await notificationsOf(borrower))[0]?.body).toContain(
    [
      `It replaces version 2, which both sides had accepted by ${world.at(60)}`,
      `and which takes effect at ${world.at(600)}.`,
      'It changes these terms of version 2: requirement from 120 % to 105.5 %.',
      'Until then version 1 is in effect. Its terms are those of version 1.',
    ].join(' '),
  )
})

it('each side reads by which version a proposal was replaced, and of none that it is over', async () => {
  const { id, lender, borrower } = await agreed()
  await done(world.proposal(id, 2, lender.admin))
  await done(world.proposal(id, 3, borrower.admin, { expire_time: world.at(60) }))
  for (const side of [lender, borrower]) {
    expect(await notificationsOf(side)).toContainEqual(
      expect.objectContaining({
        title: expect.stringContaining('Proposed terms replaced') as string,
        body: expect.stringContaining('was replaced by version 3, and cannot be') as string,
      }),
    )
  }
  world.waitUntil(60)
  await done(world.proposal(id, 4, lender.admin))
  const [, ended] = await notificationsOf(lender)
  expect(ended?.body).toContain('has expired without the acceptance of both sides')
})
