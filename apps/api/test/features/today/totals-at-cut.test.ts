import { Decimal, formatDecimal } from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  getToday,
  reportTransfers,
  retryMarkToMarketRequest,
  type Today,
} from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { KeptTotals } from '../../../src/features/today/kept-totals.ts'
import { TodayRepository } from '../../../src/features/today/today.repository.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import type { Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { callerOf } from '../../harness/caller-of.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { World } from '../../harness/world/world.ts'

const world = new World({ short: 5, over: 1 })
const { lender, borrower, stranger, lenderKey, borrowerKey, strangerKey, margin, orders } = world
const reporting = [lender.credential('reporting'), borrower.credential('reporting')] as const

const today = (key: Key): Promise<Today> => succeed(world.service, getToday, { key })
const time = () => new Date(world.service.clock.now()).toISOString()

/** What Today showed at a time: a cut at that time must say the same ever after. */
interface Moment {
  readonly time: string
  readonly totals: readonly Today['totals'][]
}
const moments: Moment[] = []

async function remember(): Promise<void> {
  const answers = [await today(lenderKey), await today(borrowerKey)]
  moments.push({ time: time(), totals: answers.map(({ totals }) => totals) })
  world.pass(60_000)
}

/** The transfer of a request that is under way ends. */
async function endOf(request: { id: string }, state: 'completed' | 'failed'): Promise<void> {
  const transfers = await margin.transfersOf(request)
  for (const { id, status } of transfers) {
    if (['PENDING', 'IN_PROGRESS'].includes(String(status))) await world.report(String(id), state)
  }
}

/** Calls that fail, are disputed, conceded, retried and withdrawn, and an order that opens. */
async function live(): Promise<void> {
  await remember()
  const called = await margin.create(world.shortDeal())
  const released = await margin.create(world.overDeal())
  await remember()
  await margin.accept(called)
  await remember()
  await endOf(called, 'failed')
  await remember()
  const split = await margin.disputed(world.shortDeal(), '100000.01')
  await remember()
  await world.do(retryMarkToMarketRequest, called, borrowerKey)
  await endOf(split, 'failed')
  await remember()
  const conceded = await margin.disputed(world.shortDeal(), '80000')
  await endOf(conceded, 'completed')
  await remember()
  await world.do(acceptMarkToMarketRequest, conceded, borrowerKey)
  await endOf(conceded, 'failed')
  await remember()
  const whole = await margin.disputed(world.shortDeal(), '60000')
  await world.do(acceptMarkToMarketRequest, whole, borrowerKey)
  await endOf(whole, 'failed')
  const order = await orders.accepted()
  await remember()
  await orders.end(order.id, 'asset', 'failed')
  await world.do(cancelMarkToMarketRequest, released, lenderKey)
  await world.do(retryMarkToMarketRequest, split, borrowerKey)
  await remember()
  await orders.do('retry', order.id)
  await world.do(retryMarkToMarketRequest, whole, borrowerKey)
  await remember()
  for (const request of [called, split, conceded, whole]) await endOf(request, 'completed')
  await margin.create(world.shortDeal())
  await remember()
}

/** The service takes a market cut, in which one asset of two has a price. */
const cutAt = (cutTime: string) =>
  world.service.database.query(
    "INSERT INTO market_cuts (asset, cut_at, price_usd) VALUES ('ETH', $1, 2500)",
    [cutTime],
  )
const uncut = () => world.service.database.query('DELETE FROM market_cuts')

beforeAll(async () => {
  await world.start()
  await live()
}, 60_000)
afterEach(uncut)
afterAll(() => world.close())

describe('the totals at the last market cut', () => {
  it('are null before the first cut, and for an organization that is younger than the last', async () => {
    expect((await today(lenderKey)).totals_at_cut).toBeNull()
    const { database } = world.service
    await cutAt(moments[3]?.time ?? '')
    await database.query('UPDATE organizations SET created_at = $2 WHERE id = $1', [
      stranger.id,
      moments[4]?.time,
    ])
    expect((await today(strangerKey)).totals_at_cut).toBeNull()
    expect((await today(lenderKey)).totals_at_cut).toMatchObject({ cut_time: moments[3]?.time })
    await database.query('UPDATE organizations SET created_at = $2 WHERE id = $1', [
      stranger.id,
      moments[3]?.time,
    ])
    expect((await today(strangerKey)).totals_at_cut).toEqual({
      cut_time: moments[3]?.time,
      owed_to_us_usd: '0.00',
      owed_by_us_usd: '0.00',
      in_transit_to_us_usd: '0.00',
      in_transit_from_us_usd: '0.00',
      disputed_usd: '0.00',
      has_more: false,
    })
  })

  it('are those that both sides saw then, and those of the report of transfers', async () => {
    const seen = new Set<string>()
    for (const { time: cutTime, totals } of moments) {
      await cutAt(cutTime)
      for (const [side, key] of [lenderKey, borrowerKey].entries()) {
        const { totals_at_cut: then } = await today(key)
        expect(then, cutTime).toEqual({ cut_time: cutTime, ...totals[side] })
        if (side === 0 || isLongRun) expect(then).toMatchObject(await underWay(side, cutTime))
        for (const [name, usd] of Object.entries(then ?? {})) seen.add(`${name} ${usd}`)
      }
    }
    // Each of the five was there and was not, and differed.
    for (const name of Object.keys(moments[0]?.totals[0] ?? {}).filter((one) => one !== 'has_more'))
      expect([...seen].filter((one) => one.startsWith(name)).length, name).toBeGreaterThan(2)
  })

  it('are those of the last cut until now, and never of one to come', async () => {
    const [first, second] = moments
    await cutAt(first?.time ?? '')
    await cutAt(new Date(world.service.clock.now() + 60_000).toISOString())
    expect((await today(lenderKey)).totals_at_cut).toMatchObject({ cut_time: first?.time })
    await cutAt(second?.time ?? '')
    expect((await today(lenderKey)).totals_at_cut).toMatchObject({ cut_time: second?.time })
  })

  it('are lower bounds, and say so, where more has changed than is looked at', async () => {
    await cutAt(moments[4]?.time ?? '')
    const few = await readWith({ changesMax: 1 })
    const all = await readWith({})
    expect(few.totalsAtCut?.hasMore).toBe(true)
    expect(all.totalsAtCut?.hasMore).toBe(false)
    expect(few.totalsAtCut?.calls.disputed).toBe('0')
    expect(all.totalsAtCut?.calls.disputed).not.toBe('0')
  })

  it('are read once a cut, from when nothing that began before it can be committed', async () => {
    let elapsedMs = 0
    const kept = new KeptTotals({ settleMs: 100, elapsedMs: () => elapsedMs })
    const owed = async () => (await readWith({}, kept)).totalsAtCut?.calls.owedToUs

    // The clock stands still at the cut: what is changed now is of the time of the cut.
    await cutAt(time())
    const before = await owed()
    elapsedMs = 200
    await owedMore(1)
    expect(await owed()).not.toBe(before)
    await owedMore(-1)
    // It is past, and a change of its time may still be committed.
    world.pass(1)
    await owed()
    elapsedMs += 99
    await owedMore(1)
    expect(await owed()).not.toBe(before)
    await owedMore(-1)
    elapsedMs += 1
    expect(await owed()).toBe(before)
    await owedMore(1)
    expect(await owed()).toBe(before)

    world.pass(60_000)
    await cutAt(time())
    expect(await owed()).not.toBe(before)
    await owedMore(-1)
    await uncut()
    expect(await owed()).toBeUndefined()
  })

  it('are kept of so many organizations, the last ones that were read', async () => {
    const kept = new KeptTotals({ organizationsMax: 2 })
    const none = { cutTime: null, totalsAtCut: null }
    for (const id of ['first', 'second', 'first', 'third']) {
      await kept.learn(id, time(), () => Promise.resolve(none))
    }
    expect(['first', 'second', 'third'].map((id) => kept.of(id, time()))).toEqual([
      none,
      undefined,
      none,
    ])
  })

  it('are forgotten when the clock is set back, or another cut has come', async () => {
    const kept = new KeptTotals()
    const none = { cutTime: null, totalsAtCut: null }
    const at = (seconds: number) => new Date(Date.parse(time()) + seconds * 1000).toISOString()
    const learn = (id: string) => kept.learn(id, time(), () => Promise.resolve(none))
    await learn('one')
    expect([kept.of('one', at(10)), kept.of('one', at(9.5))]).toEqual([none, none])
    expect(kept.of('one', at(8))).toBeUndefined()
    await learn('other')
    expect(kept.of('other', at(8))).toEqual(none)
    kept.forget('other')
    expect(kept.of('other', at(8))).toBeUndefined()
  })
})

/** The sums of the report as of a time: what is on its way to an organization, and from it. */
async function underWay(side: number, asOf: string): Promise<Partial<Today['totals']>> {
  const [ofLender, ofBorrower] = reporting
  const key = side === 0 ? ofLender : ofBorrower
  const query = { as_of: asOf }
  const { transfers } = await succeed(world.service, reportTransfers, { key, query })
  const sumOf = (way: 'received' | 'sent') => {
    const sum = transfers
      .filter(
        ({ direction, status }) => direction === way && /^(PENDING|IN_PROGRESS)$/.test(status),
      )
      .reduce((total, { notional_usd }) => total.plus(notional_usd), new Decimal(0))
    return formatDecimal(sum, 2)
  }
  return { in_transit_to_us_usd: sumOf('received'), in_transit_from_us_usd: sumOf('sent') }
}

async function readWith(bounds: { readonly changesMax?: number }, kept = new KeptTotals()) {
  const repository = new TodayRepository(world.service.services.tenantDatabase, bounds, kept)
  const caller = await callerOf(world.service, lender, 'execution')
  const row = await repository.read(caller, { now: time(), rows: 0 }, new Map())
  if (row instanceof Refusal) throw new Error(row.reason)
  return row
}

/** Changes the amount of a call that is pending. */
const owedMore = (usd: number) =>
  world.service.database.query(
    `UPDATE mark_to_market_requests SET notional_usd = notional_usd + $1
     WHERE status = 'PENDING_ACCEPTANCE' AND direction = 'TopUp'`,
    [usd],
  )
