import { acceptOrder, createOrder, getOrder } from '@vadium/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { selectTermsInEffect } from '../../../src/features/deals/terms/terms-of-deal.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { agreedTerms as terms } from '../../harness/agreed-terms.ts'
import { ConsentWorld, type Pair, type Side } from '../../harness/consent-world.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new ConsentWorld()
beforeAll(() => world.start())
beforeEach(() => world.begin())
afterAll(() => world.close())

/** A version as the rules of consent have it, in seconds since the start. */
interface ModelVersion {
  readonly effective: number
  readonly expire: number
  readonly accepted: Partial<Record<Side, number>>
  isSuperseded: boolean
}

/** The rules in their simplest form: no database, no worker, no lock. */
class Model {
  readonly versions: ModelVersion[] = []

  stateOf(version: ModelVersion, at: number): string {
    if (this.beginOf(version) !== undefined) return 'ACCEPTED'
    return version.isSuperseded || version.expire <= at ? 'EXPIRED' : 'PROPOSED'
  }

  beginOf({ effective, accepted: { lender, borrower } }: ModelVersion): number | undefined {
    if (lender === undefined || borrower === undefined) return undefined
    return Math.max(effective, lender, borrower)
  }

  /** Whether the proposal is taken. */
  propose(effective: number, expire: number): boolean {
    const last = this.versions.findLast((version) => this.beginOf(version) !== undefined)
    if (last !== undefined && effective < last.effective) return false
    for (const version of this.versions) version.isSuperseded = true
    this.versions.push({ effective, expire, accepted: {}, isSuperseded: false })
    return true
  }

  /** Whether the acceptance is taken. */
  accept(number: number, side: Side, at: number): boolean {
    const version = this.versions[number - 1]
    if (version === undefined || this.stateOf(version, at) !== 'PROPOSED') return false
    if (version.accepted[side] !== undefined) return false
    version.accepted[side] = at
    return true
  }

  inEffect(at: number): number {
    const found = this.versions.findLastIndex((version) => {
      const begin = this.beginOf(version)
      return begin !== undefined && begin <= at
    })
    return found + 1
  }
}

const step = fc.oneof(
  fc.record({
    act: fc.constant('propose' as const),
    effectiveIn: fc.constantFrom(0, 0, 30, 600),
    expireIn: fc.constantFrom(20, 60, 1000),
  }),
  fc.record({
    act: fc.constant('accept' as const),
    side: fc.constantFrom<Side>('lender', 'borrower'),
    /** How many versions before the newest. */
    back: fc.constantFrom(0, 0, 0, 0, 1),
  }),
  fc.record({
    act: fc.constant('accept' as const),
    side: fc.constantFrom<Side>('lender', 'borrower'),
    back: fc.constant(0),
  }),
  fc.record({
    act: fc.constant('wait' as const),
    seconds: fc.constantFrom(1, 20, 60, 700),
    isWorkerLate: fc.boolean(),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const histories = isLongRun ? 50 : 2

/** A random history, played against the service and the model. */
class History {
  readonly #model = new Model()
  readonly #pair: Pair
  readonly #seen = new Map<number, number>()
  #seconds = 0
  #id = ''

  constructor(pair: Pair) {
    this.#pair = pair
  }

  async play(steps: readonly Step[]): Promise<void> {
    world.begin()
    this.#model.propose(0, 60)
    this.#id = (await world.propose(this.#pair, { expire_time: world.at(60) })).id
    for (const one of steps) {
      await this.#do(one)
      await this.#expectAgreement()
      this.#seen.set(this.#seconds, this.#model.inEffect(this.#seconds))
    }
    // What was in effect at a time does not change afterwards.
    for (const [seconds, version] of this.#seen) {
      expect(await this.#versionInEffect(seconds)).toBe(version)
    }
  }

  async #do(one: Step): Promise<void> {
    if (one.act === 'wait') {
      this.#seconds += one.seconds
      world.waitUntil(this.#seconds)
      if (!one.isWorkerLate) await world.runDue()
      return
    }
    if (one.act === 'propose') {
      const effective = this.#seconds + one.effectiveIn
      const isTaken = this.#model.propose(effective, this.#seconds + one.expireIn)
      const times = {
        effective_time: world.at(effective),
        expire_time: world.at(this.#seconds + one.expireIn),
      }
      if (isTaken) await world.amend(this.#id, times)
      return
    }
    const number = Math.max(1, this.#model.versions.length - one.back)
    const isTaken = this.#model.accept(number, one.side, this.#seconds)
    const { admin } = this.#pair[one.side]
    const { status } = await call(world.service, world.acceptance(this.#id, number, admin))
    expect(status).toBe(isTaken ? 200 : 409)
  }

  async #expectAgreement(): Promise<void> {
    const { versions } = await world.get(this.#id, this.#pair.borrower.execution)
    expect(versions.map(({ state }) => state)).toEqual(
      this.#model.versions.map((version) => this.#model.stateOf(version, this.#seconds)),
    )
    expect(versions.map(({ in_effect_time }) => in_effect_time)).toEqual(
      this.#model.versions.map((version) => {
        const begin = this.#model.beginOf(version)
        return begin === undefined ? null : world.at(begin)
      }),
    )
    expect(await this.#versionInEffect(this.#seconds)).toBe(this.#model.inEffect(this.#seconds))
  }

  /** As orders find it; 0 if no terms are in effect. */
  async #versionInEffect(seconds: number): Promise<number> {
    const { lender, borrower } = this.#pair
    const { rows } = await world.service.database.query<{ version: number }>(
      `SELECT version FROM (${selectTermsInEffect({
        lender: '$1',
        borrower: '$2',
        time: '$3',
      })}) effective`,
      [lender.party.id, borrower.party.id, world.at(seconds)],
    )
    return rows[0]?.version ?? 0
  }
}

it(`the terms in effect are those of the model, in ${histories} random histories`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await new History(world.pair()).play(steps)
    }),
    { numRuns: histories, endOnFailure: true },
  )
}, 120_000)

describe('an order', () => {
  const bodyOf = ({ lender, borrower }: Pair) => ({
    lender_id: lender.party.id,
    borrower_id: borrower.party.id,
    asset: 'BTC',
    asset_quantity: '10',
    rate_percent: '5',
    collateral_asset: 'ETH',
    collateral_quantity: '300',
    collateral_type: 'BILATERAL',
    ...walletsOf(borrower.party),
  })
  const walletsOf = (party: Pair[Side]['party']) => ({
    asset_wallet_id: party.wallet('BTC'),
    collateral_wallet_id: party.wallet('ETH'),
  })
  const creation = (pair: Pair) =>
    callOf(createOrder, { key: pair.borrower.execution, body: bodyOf(pair) })

  it('is refused until both sides have accepted the terms, and their time has come', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair, { effective_time: world.at(60) })
    const expectRefused = async () => {
      const reply = await refused(world.service, 422, creation(pair))
      expect(reply.reason).toBe('AGREEMENT_MISSING')
    }
    await expectRefused()
    await world.accept(id, 1, pair.lender.admin)
    world.waitUntil(60)
    await expectRefused()
    await world.accept(id, 1, pair.borrower.admin)
    expect((await call(world.service, creation(pair))).status).toBe(200)
  })

  it('has the earlier terms while a newer version awaits acceptance, and keeps them', async () => {
    const pair = world.pair()
    const { id } = await world.propose(pair)
    await world.acceptByBoth(pair, id)
    await world.amend(id, { terms: { ...terms, requirement_percent: '140' } })
    const order = await succeed(world.service, createOrder, {
      key: pair.borrower.execution,
      body: bodyOf(pair),
    })
    const params = { order_id: order.id }
    const key = pair.lender.execution
    const requirement = async () =>
      (await succeed(world.service, getOrder, { key, params })).terms.requirement_percent
    expect(await requirement()).toBe(terms.requirement_percent)
    await world.accept(id, 2, pair.lender.admin)
    expect(await requirement()).toBe(terms.requirement_percent)
    const body = walletsOf(pair.lender.party)
    await succeed(world.service, acceptOrder, { key, params, body })
    await world.accept(id, 2, pair.borrower.admin)
    expect(await requirement()).toBe(terms.requirement_percent)
    const next = await succeed(world.service, createOrder, {
      key: pair.borrower.execution,
      body: bodyOf(pair),
    })
    expect(next.terms.requirement_percent).toBe('140')
  })
})
