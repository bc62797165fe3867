import { previewMarkToMarketRequest, pushPrices } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Book, type Key } from '../../harness/book.ts'
import { refused, succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
/** Three price sources, each with its own account. */
const speaker = (source: string) => {
  const { accountId, ...key } = platform.colleague('operator')
  book.scenario.price_sources.push({ source, account_id: accountId })
  return { key, source }
}
const honest = speaker('honest')
const thief = speaker('thief')
const third = speaker('third')
const lender = book.party('harbor')
const viewer = lender.credential('viewer')
const deal = book.deal(lender, book.party('quay'))

const minuteMs = 60_000
const hour = 60

let service: RunningService
let startMs = Date.parse('2026-03-02T13:00:00.000Z')
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
beforeEach(async () => {
  await service.database.query('TRUNCATE prices, latest_prices, held_prices, price_bases')
  // The clock never moves back.
  startMs += 6 * hour * minuteMs
})
afterAll(() => service.close())

const setMinute = (minute: number) =>
  service.clock.set(new Date(startMs + minute * minuteMs).toISOString())

async function push(by: { key: Key; source: string }, price_usd: string): Promise<string> {
  const quotes = [{ asset: 'BTC', source: by.source, price_usd }]
  const answer = await succeed(service, pushPrices, { key: by.key, body: { quotes } })
  return answer.quotes[0]?.outcome ?? ''
}

/** The collateral is quoted without a jump all the time. */
const pushCollateral = (minute: number) =>
  service.services.prices.record(
    [
      {
        asset: 'ETH',
        source: 'test',
        priceUsd: '2500',
        observedAt: new Date(startMs + minute * minuteMs).toISOString(),
      },
    ],
    service.clock.now(),
  )

async function price(): Promise<number | null> {
  const nowMs = service.clock.now()
  const [asset] = await service.services.prices.list({ asset: 'BTC', limit: 1 }, nowMs)
  return asset?.reading.kind === 'current' ? Number(asset.reading.priceUsd) : null
}

const preview = { key: viewer, body: JSON.stringify({ position_id: deal.positionId }) }

describe('one operator key beside one honest source', () => {
  it('does not move the price away from the quotes of the other', async () => {
    for (let minute = 0; minute < 2 * hour; minute += 1) {
      setMinute(minute)
      await push(honest, minute < hour ? '100' : '103')
      const before = await price()
      // The lowest quote that is within the deviation of the price.
      if (before !== null) await push(thief, (before * 0.801).toFixed(2))
      const now = await price()
      if (now !== null) expect(now).toBeGreaterThanOrEqual(80)
    }
  })

  it('does not hide a crash: there is no price until a third source confirms one of the two', async () => {
    setMinute(0)
    await push(honest, '100')
    await push(thief, '100')
    for (let minute = 1; minute < hour; minute += 1) {
      setMinute(minute)
      await push(honest, '50')
      if (minute % 2 === 0) await push(thief, '100')
      expect(await price()).toBe(minute <= 3 ? 100 : null)
    }
    await pushCollateral(hour - 1)
    const target = previewMarkToMarketRequest.path
    const none = await refused(service, 424, { method: 'POST', target, ...preview })
    expect(none.reason).toBe('PRICE_STALE')
    expect(await push(third, '50.2')).toBe('accepted')
    const answer = await succeed(service, previewMarkToMarketRequest, preview)
    expect(answer.preview.current_price).toBe('50.1')
  })
})
