import {
  coveragePointsMax,
  listPositions,
  listPositionValuations,
  listTransfers,
  type PositionReportRow,
  type PositionValuation,
  reportPositions,
  valuationsPageMax,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tenant } from '../../../src/platform/db/tenant.ts'
import { dayMs } from '../../../src/platform/instant.ts'
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

const idsExpected = 'must be 1 to 50 UUIDs, separated by commas'
const noPosition = '00000000-0000-4000-8000-000000000000'

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

/** An organization as the service knows it once a request has been authenticated. */
async function tenantOf(organizationId: string): Promise<Tenant> {
  const { rows } = await world.service.database.query<{ id: string }>(
    "SELECT id FROM credentials WHERE organization_id = $1 AND role = 'execution'",
    [organizationId],
  )
  return { credentialId: rows[0]?.id ?? '', organizationId, role: 'execution', verified: false }
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

/** What a list says of the coverage of the last days, by position. */
async function histories(query: Record<string, string | number>, key = lenderKey) {
  const answer = await succeed(world.service, listPositions, { key, query })
  return new Map(answer.positions.map(({ id, coverage_history: points }) => [id, points]))
}

describe('the coverage of the last days in the list of positions', () => {
  it('has at most two points a day of a position that is valued each hour', async () => {
    const { clock, database } = world.service
    const nowMs = clock.now()
    await database.query(
      `INSERT INTO market_cuts (asset, cut_at, price_usd)
       SELECT 'ETH', $1::timestamptz - n * interval '1 hour', 7 FROM generate_series(0, 200) n
       ON CONFLICT DO NOTHING`,
      [new Date(nowMs).toISOString()],
    )
    const { positionId } = book.borrowed
    const found = await histories({ ids: positionId, history_days: 7 })
    await database.query('DELETE FROM market_cuts WHERE price_usd = 7')
    const times = found.get(positionId)?.map(({ time }) => Date.parse(time)) ?? []
    const ends = Array.from({ length: coveragePointsMax }, (_, n) => nowMs - (n * dayMs) / 2)
    expect(times.toReversed()).toEqual(ends)
  })

  it('is of the positions with the given ids alone, in every order of the list', async () => {
    const ids = positions.slice(0, 2).map(({ position_id: id }) => id)
    const query = { ids: ids.join(',').toUpperCase(), history_days: 7 }
    const newest = await histories(query)
    expect([...newest.keys()].toSorted()).toEqual(ids.toSorted())
    const byCoverage = await histories({ ...query, order_by: 'coverage' })
    expect(Object.fromEntries(byCoverage)).toEqual(Object.fromEntries(newest))
  })

  it('is the same for both sides of a position, and nobody else has it by its id', async () => {
    const ids = positions.map(({ position_id: id }) => id).join(',')
    const query = { ids, history_days: 7 }
    const [own, other] = [await histories(query), await histories(query, borrowerKey)]
    expect(other.get(lived.position_id)).toEqual(own.get(lived.position_id))
    expect(await histories(query, strangerKey)).toEqual(new Map())
    const { valuations } = world.service.services
    const read = valuations.ofLastDays(await tenantOf(world.stranger.id), ids.split(','), 7)
    expect(await read).toEqual(new Map())
  })

  it('is no member unless it is requested', async () => {
    expect([...(await histories({})).values()]).toEqual(positions.map(() => undefined))
  })

  it.each([
    ['no day', { history_days: 0 }, 'history_days', 'must be >= 1'],
    ['more than a week', { history_days: 8 }, 'history_days', 'must be <= 7'],
    ['no UUID', { ids: 'x' }, 'ids', idsExpected],
    ['no id', { ids: '' }, 'ids', idsExpected],
    ['too many ids', { ids: Array(51).fill(noPosition).join(',') }, 'ids', idsExpected],
  ])('is refused with 400 for %s', async (_case, query, field, issue) => {
    const reply = await refused(
      world.service,
      400,
      callOf(listPositions, { key: lenderKey, query }),
    )
    expect(reply.body.error.details).toMatchObject([{ field, issue }])
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
      [lived.position_id, noPosition].map(async (position_id) => {
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
  /** All entries of the position that has lived, as of a time. */
  async function asOf(time: string): Promise<[Tenant, readonly PositionValuation[]]> {
    const { clock, services } = world.service
    const tenant = await tenantOf(world.lender.id)
    clock.set(time)
    const page = await services.valuations.reader(tenant, lived.position_id)(undefined, 1000)
    return [tenant, 'items' in page ? page.items : []]
  }

  it('the list ends at the time of the clock, as reports do', async () => {
    const time = '2026-03-03T00:00:00.000Z'
    const [, items] = await asOf(time)
    expect(items.length).toBeGreaterThan(2)
    expect(items.every((each) => each.time <= time)).toBe(true)
  })

  it.each([2, 7])(
    'the coverage of %i days is that of the last valuation of each twelve hours',
    async (days) => {
      const time = '2026-03-09T12:00:00.000Z'
      const [tenant, items] = await asOf(time)
      const steps = new Map<number, object>()
      for (const { time: at, ccr_percent } of items.toReversed()) {
        const backMs = Date.parse(time) - Date.parse(at)
        const step = Math.floor(backMs / (dayMs / 2))
        if (backMs < days * dayMs) steps.set(step, { time: at, ccr_percent })
      }
      expect(steps.size).toBeGreaterThan(1)
      const { valuations } = world.service.services
      const found = await valuations.ofLastDays(tenant, [lived.position_id], days)
      expect(found).toEqual(new Map([[lived.position_id, [...steps.values()]]]))
    },
  )
})
