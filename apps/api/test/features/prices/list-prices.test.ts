import { listPrices } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepsStatement } from '../../../src/features/prices/price-history.ts'
import { Book } from '../../harness/book.ts'
import { refused, succeed } from '../../harness/call.ts'
import { QueryPlans } from '../../harness/query-plans.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const lender = book.party('harbor')
const viewer = lender.credential('viewer')
const keys = {
  viewer,
  execution: lender.credential('execution'),
  reporting: lender.credential('reporting'),
  admin: lender.credential('admin'),
  operator: book.party('platform').credential('operator'),
}
const stranger = book.party('quay').credential('viewer')
book.price('BTC', '60000.50', '2026-03-02T11:59:00.000Z')
book.price('USDC', '1', '2026-03-02T11:00:00.000Z')
book.scenario.prices.push({
  asset: 'BTC',
  source: 'other',
  price_usd: '60001',
  observed_at: '2026-03-02T11:59:30.000Z',
})

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await service.database.query(
    `INSERT INTO held_prices VALUES ('BTC', 'other', 6, '2026-03-02T11:59:45Z', '2026-03-02T11:59:40Z')`,
  )
  // Each quote arrived when it was observed, but for one that came late. The held one never counted.
  await service.database.query(
    `UPDATE prices SET received_at = observed_at, accepted_at = observed_at`,
  )
  await service.database.query(
    `INSERT INTO prices VALUES
       ('BTC', 'other', 6, '2026-03-02T11:59:45Z', '2026-03-02T11:59:45Z', NULL),
       ('USDC', 'test', 2, '2026-03-02T10:30:00Z', '2026-03-02T10:32:00Z', '2026-03-02T10:32:00Z')`,
  )
})
afterAll(() => service.close())

const list = (query = '', key = viewer) =>
  succeed(service, listPrices, { key, target: `${listPrices.path}${query}` })

const bitcoin = {
  asset: 'BTC',
  state: 'current',
  price_usd: '60000.75',
  observe_time: '2026-03-02T11:59:00.000Z',
  sources: [
    {
      source: 'other',
      price_usd: '6',
      observe_time: '2026-03-02T11:59:45.000Z',
      held: true,
      ignored: 'held',
      silenced: false,
    },
    {
      source: 'test',
      price_usd: '60000.5',
      observe_time: '2026-03-02T11:59:00.000Z',
      held: false,
      ignored: null,
      silenced: false,
    },
  ],
}
const ether = { asset: 'ETH', state: 'missing', price_usd: null, observe_time: null, sources: [] }
const dollar = {
  asset: 'USDC',
  state: 'stale',
  price_usd: null,
  observe_time: '2026-03-02T11:00:00.000Z',
  sources: [
    {
      source: 'test',
      price_usd: '1',
      observe_time: '2026-03-02T11:00:00.000Z',
      held: false,
      ignored: 'stale',
      silenced: false,
    },
  ],
}

describe('200 OK', () => {
  it('returns 200 with the price of each asset, and the quote of each source', async () => {
    expect(await list()).toEqual({ prices: [bitcoin, ether, dollar] })
  })

  it.each(Object.entries(keys))('returns 200 with the same for the role %s', async (_role, key) => {
    expect(await list('', key)).toEqual({ prices: [bitcoin, ether, dollar] })
  })

  it('returns 200 with one asset, or none for an unknown one', async () => {
    expect(await list('?asset=ETH')).toEqual({ prices: [ether] })
    expect(await list('?asset=NONE')).toEqual({ prices: [] })
  })

  it('returns 200 in pages', async () => {
    const first = await list('?page_size=2')
    expect(first.prices).toEqual([bitcoin, ether])
    const second = await list(`?page_size=2&page_token=${first.next_page_token ?? ''}`)
    expect(second).toEqual({ prices: [dollar] })
  })
})

describe('the history of a price', () => {
  const historyOf = async (query: string) => (await list(query)).prices[0]?.history ?? []

  it('has the price, the quotes and their spread at 121 times, the oldest first', async () => {
    const points = await historyOf('?asset=BTC&history_hours=1')
    expect(points).toHaveLength(121)
    expect(points[0]).toEqual({
      time: '2026-03-02T11:00:00.000Z',
      price_usd: null,
      spread_percent: null,
      quotes: [],
    })
    expect(points.slice(-3)).toEqual([
      {
        time: '2026-03-02T11:59:00.000Z',
        price_usd: '60000.5',
        spread_percent: '0',
        quotes: [{ source: 'test', price_usd: '60000.5', counts: true }],
      },
      {
        time: '2026-03-02T11:59:30.000Z',
        price_usd: '60000.75',
        spread_percent: '0.0008',
        quotes: [
          { source: 'other', price_usd: '60001', counts: true },
          { source: 'test', price_usd: '60000.5', counts: true },
        ],
      },
      {
        time: '2026-03-02T12:00:00.000Z',
        price_usd: '60000.75',
        spread_percent: '0.0008',
        quotes: [
          { source: 'other', price_usd: '6', counts: false },
          { source: 'test', price_usd: '60000.5', counts: true },
        ],
      },
    ])
  })

  it('leaves out what had not arrived, what had not counted, and what was too old', async () => {
    const dollars = await historyOf('?asset=USDC&history_hours=2')
    const known = dollars.filter(({ price_usd }) => price_usd !== null)
    expect(known.map(({ time, price_usd }) => `${time.slice(11, 16)} ${price_usd}`)).toEqual([
      '10:32 2',
      '10:33 2',
      ...['00', '01', '02', '03'].map((minute) => `11:${minute} 1`),
    ])
    expect(dollars.flatMap(({ quotes }) => quotes)).toHaveLength(known.length)
  })

  it('is empty of prices for an asset that has none, and absent for one that does not exist', async () => {
    const points = await historyOf('?asset=ETH&history_hours=744')
    expect(points).toHaveLength(121)
    expect(points.every(({ price_usd, quotes }) => price_usd === null && quotes.length === 0)).toBe(
      true,
    )
    expect(await list('?asset=NONE&history_hours=1')).toEqual({ prices: [] })
  })
})

describe('the statement of a history', () => {
  it('is planned for the partitions of its times alone', async () => {
    const { rows } = await service.database.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'prices'::regclass`,
    )
    const partitions = rows.map(({ name }) => name)
    expect(partitions.length).toBeGreaterThan(1)
    const plans = await QueryPlans.of(service.database, lender.id)
    const longAgoMs = Date.parse('2020-01-01T00:00:00.000Z')
    const statement = { name: '', ...stepsStatement('BTC', 744, longAgoMs, 180) }
    const nodes = await plans.nodes(statement, 'custom')
    await plans.end()
    const planned = new Set(nodes.map((node) => node['Relation Name'] ?? ''))
    // No month of then has a partition of its own.
    expect(partitions.filter((name) => planned.has(name))).toEqual(['prices_other'])
  })
})

describe('400 Bad Request', () => {
  it.each([
    '?history_hours=1',
    '?asset=BTC&history_hours=0',
    '?asset=BTC&history_hours=745',
    '?source=test',
    '?asset=',
    '?asset=a&asset=b',
    '?page_size=0',
  ])('returns 400 for %s', async (query) => {
    const reply = await refused(service, 400, {
      target: `${listPrices.path}${query}`,
      key: viewer,
    })
    expect(reply.reason).toBe('PARAMETER_INVALID')
  })

  it('returns 400 for a page token of another caller, or of other filters', async () => {
    const { next_page_token: token = '' } = await list('?page_size=1')
    for (const [query, key] of [
      [`?page_token=${token}`, stranger],
      [`?asset=BTC&page_token=${token}`, viewer],
      ['?page_token=AAAA', viewer],
    ] as const) {
      const reply = await refused(service, 400, { target: `${listPrices.path}${query}`, key })
      expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
    }
  })
})

describe('401 Unauthorized', () => {
  it('returns 401 without a signature', async () => {
    expect((await refused(service, 401, { target: listPrices.path })).reason).toBe(
      'UNAUTHENTICATED',
    )
  })
})

// Last, because the clock never moves back.
describe('200 OK', () => {
  it('returns 200 with the price as it is at that moment', async () => {
    service.clock.set('2026-03-02T12:02:15.000Z')
    const { prices } = await list('?asset=BTC')
    expect(prices[0]).toMatchObject({ price_usd: '60001', state: 'current' })
  })
})
