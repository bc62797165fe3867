import {
  listPositionValuations,
  listTransfers,
  type PositionReportRow,
  type PositionValuation,
  reportPositions,
  valuationsPageMax,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { ReportedBook } from '../../harness/reported-book.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const book = new ReportedBook(world)
const { lenderKey, borrowerKey, strangerKey } = world

const cutsAt = {
  beforeTheOrder: '2026-03-02T08:00:00.000Z',
  whileOpening: '2026-03-02T16:00:00.000Z',
  whileActive: '2026-03-04T16:00:00.000Z',
  ofOneAssetOnly: '2026-03-08T16:00:00.000Z',
  afterTheClose: '2026-03-15T16:00:00.000Z',
  inTheFuture: '2026-04-01T16:00:00.000Z',
} as const

/** The position of the order that has lived. */
let lived: PositionReportRow
let positions: readonly PositionReportRow[]
beforeAll(async () => {
  await book.live()
  const { database } = world.service
  for (const [name, time] of Object.entries(cutsAt)) {
    const assets = name === 'ofOneAssetOnly' ? ['ETH'] : ['BTC', 'ETH']
    await database.query(
      `INSERT INTO market_cuts (asset, cut_at, price_usd) SELECT asset, $2, 2 FROM unnest($1::text[]) a (asset)
       ON CONFLICT DO NOTHING`,
      [assets, time],
    )
  }
  positions = (await book.answer(reportPositions)).positions
  const ofOrder = positions.find(({ order_id }) => order_id === book.orderId)
  if (ofOrder === undefined) throw new Error('the order has no position')
  lived = ofOrder
}, 60_000)
afterAll(() => world.close())

/** All entries of a position, read in pages. */
async function valuationsOf(
  positionId: string,
  { pageSize = valuationsPageMax, key = lenderKey } = {},
): Promise<PositionValuation[]> {
  const all: PositionValuation[] = []
  let token: string | undefined
  do {
    const { valuations, next_page_token } = await succeed(world.service, listPositionValuations, {
      key,
      params: { position_id: positionId },
      query: { page_size: pageSize, ...(token !== undefined && { page_token: token }) },
    })
    expect(valuations.length).toBeLessThanOrEqual(pageSize)
    all.push(...valuations)
    token = next_page_token
  } while (token !== undefined)
  return all
}

/** What an entry shares with a row of the report. */
function reported(valuation: PositionValuation) {
  const { asset_price, collateral_price, ...entry } = valuation
  const { time: _time, cause: _cause, movement: _movement, ...figures } = entry
  const { transfer_id: _t, mark_to_market_request_id: _m, order_request_id: _o, ...rest } = figures
  return {
    ...rest,
    asset_price_usd: asset_price?.price_usd ?? null,
    collateral_price_usd: collateral_price?.price_usd ?? null,
  }
}

describe('the valuations of a position', () => {
  it('equal the report of positions as of the time of each entry', async () => {
    let compared = 0
    for (const { position_id } of isLongRun ? positions : [lived]) {
      for (const valuation of await valuationsOf(position_id)) {
        const { positions: then } = await book.answer(reportPositions, { as_of: valuation.time })
        const row = then.find((one) => one.position_id === position_id)
        expect(row, valuation.time).toMatchObject(reported(valuation))
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(isLongRun ? 20 : 10)
  })

  it('are one for each movement of the journal, with its transfer and request', async () => {
    const valuations = await valuationsOf(lived.position_id)
    const movements = valuations.filter(({ cause }) => cause === 'movement')
    const { rows } = await world.service.database.query(
      `SELECT to_char(j.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, j.kind AS movement, j.transfer_id, t.mark_to_market_request_id,
         t.order_request_id
       FROM journal_transactions j LEFT JOIN transfers t ON t.id = j.transfer_id
       WHERE j.order_id = $1 ORDER BY j.recorded_at DESC, j.sequence DESC`,
      [lived.order_id],
    )
    expect(movements).toHaveLength(rows.length)
    expect(movements).toMatchObject(rows)
    const { transfers } = await book.answer(listTransfers, {
      orderId: String(lived.order_id_pretty),
    })
    expect(new Set(movements.map(({ transfer_id }) => transfer_id))).toEqual(
      new Set(transfers.map(({ id }) => id)),
    )
    expect(movements.some((entry) => entry.mark_to_market_request_id !== null)).toBe(true)
  })

  it('have each market cut of one of the assets once, from the opening to the close', async () => {
    const valuations = await valuationsOf(lived.position_id)
    const cuts = valuations.filter(({ cause }) => cause === 'market_cut')
    expect(cuts.map(({ time }) => time)).toEqual([
      cutsAt.ofOneAssetOnly,
      cutsAt.whileActive,
      cutsAt.whileOpening,
    ])
    expect(cuts.map(({ movement, transfer_id }) => [movement, transfer_id])).toEqual(
      cuts.map(() => [null, null]),
    )
  })

  it('say where each price came from', async () => {
    const [newest] = await valuationsOf(lived.position_id)
    expect(newest?.asset_price).toEqual({
      price_usd: '61000.5',
      source: 'test',
      observe_time: '2026-03-09T10:00:00.000Z',
    })
  })

  it('are the same in pages of any size, and for both sides', async () => {
    const whole = await valuationsOf(lived.position_id)
    expect(whole.length).toBeGreaterThan(10)
    for (const pageSize of isLongRun ? [1, 2, 5] : [5]) {
      expect(await valuationsOf(lived.position_id, { pageSize })).toEqual(whole)
    }
    expect(await valuationsOf(lived.position_id, { key: borrowerKey })).toEqual(whole)
  })

  it('repeat and skip nothing when an entry is added between two pages', async () => {
    const params = { position_id: lived.position_id }
    const ask = (query: Record<string, string | number>) =>
      succeed(world.service, listPositionValuations, { key: lenderKey, params, query })
    const before = await valuationsOf(lived.position_id)
    const first = await ask({ page_size: 2 })
    await world.service.database.query(
      `INSERT INTO market_cuts (asset, cut_at, price_usd) VALUES ('BTC', '2026-03-12T09:59:59Z', 7)`,
    )
    const second = await ask({
      page_size: valuationsPageMax,
      page_token: first.next_page_token ?? '',
    })
    const seen = [...first.valuations, ...second.valuations]
    expect(seen.filter(({ time }) => time !== '2026-03-12T09:59:59.000Z')).toEqual(before)
    await world.service.database.query('DELETE FROM market_cuts WHERE price_usd = 7')
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role that may not read positions', async () => {
    const params = { position_id: lived.position_id }
    await refused(
      world.service,
      403,
      callOf(listPositionValuations, { key: book.reporting, params }),
    )
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the position of other organizations as for one that does not exist', async () => {
    const answers = await Promise.all(
      [lived.position_id, '00000000-0000-4000-8000-000000000000'].map(async (position_id) => {
        const call = callOf(listPositionValuations, { key: strangerKey, params: { position_id } })
        const reply = await refused(world.service, 404, call)
        expect(reply.reason).toBe('POSITION_NOT_FOUND')
        return reply.text.replace(position_id, 'ID').replace(/"request_id":"[^"]*"/, '')
      }),
    )
    expect(answers[0]).toBe(answers[1])
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for a page of more entries than are valued at once', async () => {
    const params = { position_id: lived.position_id }
    const query = { page_size: valuationsPageMax + 1 }
    await refused(
      world.service,
      400,
      callOf(listPositionValuations, { key: lenderKey, params, query }),
    )
  })

  it('returns 400 for the page token of another position', async () => {
    const [other] = positions.filter(({ position_id }) => position_id !== lived.position_id)
    const { next_page_token = '' } = await succeed(world.service, listPositionValuations, {
      key: lenderKey,
      params: { position_id: lived.position_id },
      query: { page_size: 1 },
    })
    const call = callOf(listPositionValuations, {
      key: lenderKey,
      params: { position_id: other?.position_id ?? '' },
      query: { page_token: next_page_token },
    })
    const reply = await refused(world.service, 400, call)
    expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
  })
})

// Last, because requests are not signed for a time before.
describe('after the clock was set back', () => {
  it('the list ends at the time of the clock, as reports do', async () => {
    const { clock, database, services } = world.service
    const { rows } = await database.query<{ id: string }>(
      "SELECT id FROM credentials WHERE organization_id = $1 AND role = 'execution'",
      [world.lender.id],
    )
    const time = '2026-03-03T00:00:00.000Z'
    clock.set(time)
    const tenant = {
      credentialId: rows[0]?.id ?? '',
      organizationId: world.lender.id,
      role: 'execution',
      verified: false,
    }
    const page = await services.valuations.reader(tenant, lived.position_id)(undefined, 1000)
    const times = 'items' in page ? page.items.map((valuation) => valuation.time) : []
    expect(times.length).toBeGreaterThan(2)
    expect(times.every((each) => each <= time)).toBe(true)
  })
})
