import { listPrices, pushPrices } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendEvents } from '../../harness/appended-events.ts'
import type { Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { type Frame, openFrames } from '../../harness/frames.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { now, World } from '../../harness/world/world.ts'

const world = new World({ short: 1 })
const platform = world.book.party('platform')
platform.source('test')
const operator = platform.credential('operator')
// Its collateral is still held, and nothing is lent any more.
const closedAt = '2026-03-02T01:00:00.000Z'
const closing = world.book.deal(world.lender, world.borrower, {
  ...{ state: 'CLOSING', closedAt, collateral_asset: 'USDC' },
})
world.book.report(closedAt, closing.name, 'asset')
world.book.price('USDC', '1', now)
world.book.scenario.assets.push({
  ...{ symbol: 'NEW', name: 'New', normalized_symbol: 'NEW', decimals: 2 },
})
world.book.deal(world.book.party('dune'), world.book.party('moor'), { collateral_asset: 'NEW' })
world.book.price('NEW', '7', now)
world.book.agreement(world.lender, world.stranger)

/** A process that streams what another one writes. The tests look instead of its timer. */
let other: RunningService
let hints: { stop(): Promise<void> }
beforeAll(async () => {
  await world.start({ PRICE_MAX_AGE_S: '600' })
  other = await startService({
    database: world.service.database,
    settings: { PRICE_MAX_AGE_S: '600' },
  })
  hints = other.services.eventHints.start()
})
afterAll(async () => {
  await hints.stop()
  await other.close()
  await world.close()
})

let seconds = 0
function pass(more: number): void {
  seconds += more
  for (const { clock } of [world.service, other]) {
    clock.set(new Date(Date.parse(now) + seconds * 1000).toISOString())
  }
}

/** Pushes prices to the process that does not stream, a second later. */
async function quote(prices: Readonly<Record<string, string>>): Promise<void> {
  pass(1)
  const quotes = Object.entries(prices).map(([asset, price_usd]) => ({
    ...{ asset, price_usd, source: 'test' },
  }))
  await succeed(world.service, pushPrices, { key: operator, body: { quotes } })
}

const look = () => other.services.movedPrices.look()
/** A stream that begins after what was quoted before, also where another one has just ended. */
const open = async (key: Key, more = '') => {
  await look()
  return openFrames(other, key, `/events:stream?moved=true${more}`)
}
/** An event that a stream is not silent about. */
const mark = (organizationId: string) =>
  appendEvents(world.service.database, [{ organizationId, type: 'chat.updated' }])

const moved = (...prices: string[]) => ({ id: '', event: 'moved', data: { prices, clock: false } })

describe('a stream that asks for what has moved', () => {
  it('names at first all prices that the positions rest on, and then those that another process moved', async () => {
    await using stream = await open(world.lenderKey)
    await look()
    expect(await stream.next()).toEqual(moved('BTC', 'ETH', 'USDC'))
    await quote({ ETH: '2510', NEW: '7.1' })
    await look()
    expect(await stream.next()).toEqual(moved('ETH'))
  })

  it('names to an organization no price that none of its positions rests on', async () => {
    await using stranger = await open(world.strangerKey)
    await using lender = await open(world.lenderKey)
    await look()
    expect(await lender.next()).toEqual(moved('BTC', 'ETH', 'USDC'))
    await quote({ ETH: '2515', BTC: '60100' })
    await look()
    expect(await lender.next()).toEqual(moved('BTC', 'ETH'))
    await mark(world.stranger.id)
    expect(await stranger.next()).toMatchObject({ event: 'chat.updated' })
  })

  it('names together what moved between two looks, and says nothing where nothing moved', async () => {
    await using stream = await open(world.borrowerKey)
    await look()
    expect(await stream.next()).toEqual(moved('BTC', 'ETH', 'USDC'))
    await quote({ ETH: '2520' })
    await quote({ ETH: '2525', BTC: '60200' })
    await look()
    expect(await stream.next()).toEqual(moved('BTC', 'ETH'))
    await look()
    pass(30)
    await look()
    await mark(world.borrower.id)
    expect(await stream.next()).toMatchObject({ event: 'chat.updated' })
  })

  it('names a price that was quoted again, because it is younger, and one that became stale', async () => {
    await quote({ BTC: '60200', ETH: '2525' })
    await using stream = await open(world.borrowerKey)
    await look()
    expect(await stream.next()).toEqual(moved('BTC', 'ETH', 'USDC'))
    pass(500)
    await quote({ ETH: '2525' })
    await look()
    expect(await stream.next()).toEqual(moved('ETH'))
    pass(100)
    await look()
    expect(await stream.next()).toEqual(moved('BTC', 'USDC'))
  })

  it('continues after the last event, whatever has moved since, and then names everything', async () => {
    await using stream = await open(world.borrowerKey)
    await look()
    await mark(world.borrower.id)
    await quote({ ETH: '2530' })
    // Which of the two comes first is not promised.
    const first = (await stream.take(2)).find(({ event }) => event === 'chat.updated')
    await look()
    expect(await stream.next()).toEqual(moved('ETH'))
    await mark(world.borrower.id)
    const second = await stream.next()
    await using again = await open(world.borrowerKey, `&after=${first?.id}`)
    expect(await again.take(2)).toEqual([second, moved('BTC', 'ETH', 'USDC')])
  })

  it('names nothing unless it is asked for, and nobody looks then', async () => {
    await expect.poll(() => other.services.openStreams.count).toBe(0)
    await look()
    expect(other.services.movedPrices.count).toBeUndefined()
    await using stream = await openFrames(other, world.lenderKey)
    await quote({ ETH: '2535' })
    await look()
    expect(other.services.movedPrices.count).toBeUndefined()
    await mark(world.lender.id)
    expect(await stream.next()).toMatchObject({ event: 'chat.updated' })
  })
})

describe('a list of the prices in positions', () => {
  it('has the prices that the positions of the caller rest on, and no others', async () => {
    const query = { in_positions: true }
    const listed = async (key: Key) =>
      (await succeed(other, listPrices, { key, query })).prices.map(({ asset }) => asset)
    expect(await listed(world.lenderKey)).toEqual(['BTC', 'ETH', 'USDC'])
    expect(await listed(world.strangerKey)).toEqual([])
  })
})

it('names the prices of a first position from its opening on', async () => {
  await quote({ BTC: '60200', ETH: '2535' })
  await using stream = await open(world.strangerKey)
  await look()
  const asked = { borrower_id: world.stranger.id, ...world.wallets(world.stranger) }
  const { id } = await world.orders.create(asked, world.strangerKey)
  await world.orders.do('accept', id)
  await world.orders.end(id, 'asset', 'completed')
  let event: Frame | undefined
  do event = await stream.next()
  while (event?.event !== 'position.updated')
  await quote({ ETH: '2540' })
  await look()
  do event = await stream.next()
  while (event?.event !== 'moved')
  expect(event).toEqual(moved('ETH'))
})
