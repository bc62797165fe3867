import { Decimal, formatDecimal } from '@vadium/margin'
import {
  listPositions,
  type OperationResponse,
  type Position,
  reportExposureByAsset,
  reportInterest,
  reportPositions,
  reportTransfers,
} from '@vadium/schema'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookTime } from '../../harness/book.ts'
import { call, callOf, refused } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { reportOperations, ReportedBook } from '../../harness/reported-book.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const book = new ReportedBook(world, reportOperations)
const { lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const { operator, reporting, hostile } = book

beforeAll(() => book.live(), 60_000)
afterAll(() => world.close())

/** The members that a position of the list shares with a report. */
function reported(position: Position, organizationId: string) {
  const isLender = position.lender_id === organizationId
  return {
    position_id: position.id,
    order_id: position.order_id,
    order_id_pretty: position.order_id_pretty,
    side: isLender ? 'lender' : 'borrower',
    counterparty_id: isLender ? position.borrower_id : position.lender_id,
    counterparty_name: isLender ? position.borrower_name : position.lender_name,
    status: position.status,
    asset: position.asset,
    asset_quantity: position.asset_quantity,
    collateral_asset: position.collateral_asset,
    collateral_type: position.collateral_type,
    collateral_quantity: position.collateral_quantity,
    deliveries_in_transit: position.deliveries_in_transit,
    returns_in_transit: position.returns_in_transit,
    rate_percent: position.rate_percent,
    terms_version: position.terms_version,
    interest_accrued: position.interest_accrued,
    asset_price_usd: position.current_price,
    collateral_price_usd: position.collateral_price,
    asset_notional_usd: position.asset_notional_usd,
    collateral_value_usd: position.collateral_value_usd,
    ltv_percent: position.ltv_percent,
    ccr_percent: position.ccr_percent,
    margin_call_reached: position.margin_call_reached,
    liquidation_reached: position.liquidation_reached,
    create_time: position.create_time,
  }
}

const plain = (text: string) => formatDecimal(new Decimal(text))

describe('a report as of a time', () => {
  it('has the positions of the list at that time, at the prices of that time', async () => {
    expect(book.moments).toHaveLength(11)
    for (const { time, positions } of book.moments) {
      const { positions: rows } = await book.answer(reportPositions, { as_of: time })
      expect(rows, time).toEqual(positions.map((position) => reported(position, lender.id)))
    }
  })

  it('equals the list when the time is now', async () => {
    const { positions } = await book.answer(listPositions, {}, borrowerKey)
    const { positions: rows } = await book.answer(reportPositions, {}, borrowerKey)
    expect(rows).toEqual(positions.map((position) => reported(position, borrower.id)))
  })

  it.each(reportOperations)('does not change later: $id', async (operation) => {
    for (const { time, reports } of book.moments.filter((_, i) => isLongRun || i % 3 === 1)) {
      const again = await book.answer(operation, { as_of: time })
      expect(again, time).toEqual(reports[operation.id])
    }
  })

  it('has the transfers of the list at that time, in their state then', async () => {
    for (const { time, transfers } of book.moments) {
      const { transfers: rows } = await book.answer(reportTransfers, { as_of: time })
      expect(
        rows.map(({ id, status, quantity, notional_usd, update_time }) => [
          id,
          status,
          quantity,
          notional_usd,
          update_time,
        ]),
        time,
      ).toEqual(
        transfers.map(({ id, status, quantity, notional, update_time }) => [
          id,
          status,
          quantity,
          plain(notional),
          update_time,
        ]),
      )
    }
  })

  it('has no position before its order was accepted', async () => {
    const { positions } = await book.answer(reportPositions, { as_of: bookTime })
    expect(positions.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
    expect(
      (await book.answer(reportPositions, { as_of: '2026-03-01T08:59:59.999Z' })).positions,
    ).toEqual([])
  })

  it('takes a price from a market cut when the quotes are not kept', async () => {
    const { database } = world.service
    await database.query(
      `INSERT INTO market_cuts (asset, cut_at, price_usd) VALUES
        ('ETH', '2026-02-20T16:00:00Z', 1999.5), ('BTC', '2026-01-20T16:00:00Z', 1)`,
    )
    await database.query('DELETE FROM prices WHERE observed_at = $1', [bookTime])
    const { exposures } = await book.answer(reportExposureByAsset, {
      as_of: '2026-03-02T11:59:59.998Z',
    })
    // That of BTC was not current any more.
    expect(exposures.map(({ asset, price_usd }) => [asset, price_usd])).toEqual([
      ['BTC', null],
      ['ETH', '1999.5'],
    ])
  })
})

describe('the report of transfers', () => {
  it('has those created in a range, in their state at its end', async () => {
    const range = { from: '2026-03-11T00:00:00.000Z', to: '2026-03-12T10:00:00.000Z' }
    const { transfers } = await book.answer(reportTransfers, range)
    expect(transfers).toEqual([])
    const upTo = { from: '2026-03-10T00:00:00.000Z', to: '2026-03-12T10:00:00.000Z' }
    const { transfers: ended } = await book.answer(reportTransfers, upTo)
    // Both were created in one millisecond.
    expect(ended.sort((a, b) => (a.category < b.category ? -1 : 1))).toMatchObject([
      {
        order_id: book.orderId,
        category: 'close',
        status: 'FAILED',
        direction: 'sent',
        counterparty_name: borrower.name,
        asset: 'ETH',
      },
      { order_id: book.orderId, category: 'interest', status: 'COMPLETED', direction: 'received' },
    ])
    const earlier = { from: '2026-03-10T00:00:00.000Z', to: '2026-03-11T10:00:00.000Z' }
    expect(
      (await book.answer(reportTransfers, { ...earlier, status: 'PENDING' })).transfers,
    ).toHaveLength(1)
    expect(
      (await book.answer(reportTransfers, { ...earlier, status: 'FAILED' })).transfers,
    ).toHaveLength(0)
  })

  it.each([
    { status: 'FAILED' },
    { category: 'open' },
    { asset: 'BTC' },
    { counterparty_id: borrower.id.toUpperCase() },
  ])('can be filtered by %j', async (query) => {
    const everything = (await book.answer(reportTransfers)).transfers
    const [[name, value] = []] = Object.entries(query)
    const { transfers } = await book.answer(reportTransfers, query)
    const fitting = everything.filter(
      (row) => row[name as 'status'].toLowerCase() === value?.toLowerCase(),
    )
    expect(transfers).toEqual(fitting)
    expect(transfers.length).toBeGreaterThan(0)
  })
})

describe('the report of positions', () => {
  it.each([
    { status: 'CLOSED' },
    { asset: 'ETH' },
    { collateral_asset: 'BTC' },
    { counterparty_id: hostile.id },
  ])('can be filtered by %j', async (query) => {
    const everything = (await book.answer(reportPositions)).positions
    const [[name, value] = []] = Object.entries(query)
    const { positions } = await book.answer(reportPositions, query)
    expect(positions).toEqual(everything.filter((row) => row[name as 'status'] === value))
    expect(positions).toHaveLength(1)
  })
})

describe('200 OK as CSV', () => {
  it.each(reportOperations)('returns the same values as the JSON: $id', async (operation) => {
    const reply = await call(
      world.service,
      callOf(operation, { key: reporting, query: { format: 'csv' } }),
    )
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    const records = parse<Record<string, string>>(reply.text, { columns: true })
    const answer: OperationResponse<typeof operation> = await book.answer(operation, {}, reporting)
    const items = Object.values(answer as Record<string, Record<string, unknown>[]>)[0] ?? []
    expect(items.length).toBeGreaterThan(1)
    const plainCell = (value: unknown) =>
      typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
    const cell = (value: unknown) => {
      const text = Array.isArray(value) ? value.join(';') : plainCell(value)
      return text.startsWith('=') ? `'${text}` : text
    }
    expect(records).toEqual(
      items.map((item) =>
        Object.fromEntries(Object.entries(item).map(([name, value]) => [name, cell(value)])),
      ),
    )
  })

  it('returns only a header when there are no rows', async () => {
    const reply = await call(
      world.service,
      callOf(reportPositions, { key: strangerKey, query: { format: 'csv' } }),
    )
    expect(reply.text).toMatch(/^position_id,order_id,[a-z_,]+create_time\r\n$/)
    expect((await call(world.service, callOf(reportTransfers, { key: strangerKey }))).text).toBe(
      '{"transfers":[]}',
    )
  })
})

describe('an invalid time of a report', () => {
  const range = (from: string, to: string) => ({
    from: `${from}T00:00:00.000Z`,
    to: `${to}T00:00:00.000Z`,
  })
  it.each([
    [400, { as_of: '2026-03-02' }, 'as_of'],
    [400, { as_of: '2026-03-02T12:00:00Z' }, 'as_of'],
    [400, { from: bookTime }, 'to'],
    [400, { to: bookTime }, 'from'],
    [400, { ...range('2026-03-01', '2026-03-02'), as_of: bookTime }, 'as_of'],
    [422, { as_of: '2026-02-30T12:00:00.000Z' }, 'as_of'],
    [422, { as_of: '2026-03-20T10:00:00.001Z' }, 'as_of'],
    [422, range('2026-03-01', '2026-03-21'), 'to'],
    [422, range('2026-03-02', '2026-03-02'), 'to'],
    [422, range('2026-03-02', '2026-03-01'), 'to'],
    [422, range('2025-02-28', '2026-03-02'), 'to'],
  ] as const)('returns %i for %j', async (status, query, field) => {
    const reply = await refused(
      world.service,
      status,
      callOf(reportInterest, { key: lenderKey, query }),
    )
    expect(reply.reason).toBe(status === 400 ? 'PARAMETER_INVALID' : 'VALUE_INVALID')
    expect(reply.body.error.details?.[0]).toMatchObject({ field })
  })

  it('returns 400 for a range in place of a moment', async () => {
    const query = { from: bookTime, to: bookTime }
    await refused(world.service, 400, callOf(reportPositions, { key: lenderKey, query }))
  })
})

describe('403 Forbidden', () => {
  it.each(reportOperations)(
    'returns 403 for the operator, who sees no book: $id',
    async (operation) => {
      await refused(world.service, 403, callOf(operation, { key: operator }))
    },
  )
})
