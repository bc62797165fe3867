import { Decimal, formatDecimal } from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  createMarkToMarketRequest,
  listPositions,
  listTransfers,
  type Operation,
  type OperationResponse,
  type Position,
  previewMarkToMarketRequest,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
  type Transfer,
} from '@vadium/schema'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookTime, type Key } from './harness/book.ts'
import { call, callOf, refused, succeed } from './harness/call.ts'
import { OrderWorld } from './harness/order-world.ts'

const world = new OrderWorld()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const reporting = lender.credential('reporting')
const operator = lender.credential('operator')
const third = book.party('third', 'copper')
// What was there when the book was taken over, and what the lender borrows itself.
const takenOver = book.deal(lender, borrower, { position: { collateral_quantity: '310.5' } })
const borrowed = book.deal(third, lender, {
  order: {
    asset: 'ETH',
    asset_quantity: '7',
    collateral_asset: 'BTC',
    lender_asset_wallet_id: third.wallet('ETH'),
    lender_collateral_wallet_id: third.wallet('BTC'),
    borrower_asset_wallet_id: lender.wallet('ETH'),
    borrower_collateral_wallet_id: lender.wallet('BTC'),
  },
  position: { collateral_quantity: '0.75' },
})
book.transfer(takenOver, borrower, lender)
const hostile = book.party('formulaic')
for (const organization of book.scenario.organizations) {
  if (organization.id === hostile.id) organization.name = '=HYPERLINK("http://x")'
}
book.deal(lender, hostile)

type Query = Record<string, string>
const report = <O extends Operation>(operation: O, query: Query = {}, key: Key = lenderKey) =>
  succeed(world.service, operation, { key, query })

/** What the lists said at a time: reports as of it must say the same ever after. */
interface Moment {
  readonly time: string
  readonly positions: readonly Position[]
  readonly transfers: readonly Transfer[]
  readonly reports: Readonly<Record<string, unknown>>
}
const moments: Moment[] = []

async function moveTo(time: string): Promise<void> {
  world.service.clock.set(time)
}

async function quote(asset: string, priceUsd: string): Promise<void> {
  const { clock, services } = world.service
  const observedAt = new Date(clock.now()).toISOString()
  await services.prices.record([{ asset, source: 'test', priceUsd, observedAt }], clock.now())
}

async function remember(): Promise<void> {
  const time = new Date(world.service.clock.now()).toISOString()
  const { positions } = await report(listPositions)
  const { transfers } = await report(listTransfers)
  const reports: Record<string, unknown> = {}
  for (const operation of all) reports[operation.id] = await report(operation)
  moments.push({ time, positions, transfers, reports })
}

const all = [
  reportPositions,
  reportExposureByCounterparty,
  reportExposureByAsset,
  reportCollateralMovements,
  reportInterest,
  reportTransfers,
] as const

/** The borrower tops up what a preview asks for. */
async function instructTopUp(positionId: string): Promise<void> {
  const { service } = world
  const { calculation } = await succeed(service, previewMarkToMarketRequest, {
    key: lenderKey,
    body: { position_id: positionId, explain: true },
  })
  const { id } = await succeed(service, createMarkToMarketRequest, {
    key: lenderKey,
    body: { position_id: positionId, calculation_id: calculation?.calculation_id ?? '' },
  })
  const params = { mark_to_market_request_id: id }
  await succeed(service, acceptMarkToMarketRequest, { key: borrowerKey, params })
}

let orderId = ''

beforeAll(async () => {
  await world.start({ PRICE_MAX_AGE_S: '2592000' })
  await remember()
  await moveTo('2026-03-02T12:00:00.001Z')
  const order = await world.accepted()
  orderId = order.id
  await remember()
  await moveTo('2026-03-02T18:00:00.000Z')
  await world.end(orderId, 'asset', 'completed')
  await remember()
  await moveTo('2026-03-03T09:30:00.000Z')
  await world.end(orderId, 'collateral', 'completed')
  await remember()
  await moveTo('2026-03-05T00:00:00.000Z')
  await quote('ETH', '2101.25')
  await instructTopUp(order.position_id ?? '')
  await remember()
  await moveTo('2026-03-05T23:59:59.999Z')
  await world.end(orderId, 'collateral', 'completed')
  await remember()
  await moveTo('2026-03-09T10:00:00.000Z')
  await quote('BTC', '61000.5')
  await world.do('close', orderId, borrowerKey)
  await remember()
  await moveTo('2026-03-10T10:00:00.000Z')
  await world.end(orderId, 'asset', 'completed')
  await world.end(orderId, 'interest', 'completed')
  await remember()
  await moveTo('2026-03-11T10:00:00.000Z')
  await world.end(orderId, 'collateral', 'failed')
  await remember()
  await moveTo('2026-03-12T10:00:00.000Z')
  await world.do('retry', orderId, borrowerKey)
  await world.end(orderId, 'collateral', 'completed')
  await remember()
  await moveTo('2026-03-20T10:00:00.000Z')
  await remember()
}, 60_000)
afterAll(() => world.close())

const decimal = (text: string | null | undefined) => new Decimal(text ?? 'NaN')
const sumOf = (texts: readonly (string | null | undefined)[]) =>
  formatDecimal(texts.reduce((sum, text) => sum.plus(decimal(text)), new Decimal(0)))

/** A position of the list in the members that a report has as well. */
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

describe('a report as of a time', () => {
  it('has the positions that the list had then, at the prices of then', async () => {
    expect(moments).toHaveLength(11)
    for (const { time, positions } of moments) {
      const { positions: rows } = await report(reportPositions, { as_of: time })
      expect(rows, time).toEqual(positions.map((position) => reported(position, lender.id)))
    }
  })

  it('says of now what the list says', async () => {
    const { positions } = await report(listPositions, {}, borrowerKey)
    const { positions: rows } = await report(reportPositions, {}, borrowerKey)
    expect(rows).toEqual(positions.map((position) => reported(position, borrower.id)))
  })

  it.each(all)('stays what it was: $id', async (operation) => {
    for (const { time, reports } of moments) {
      const again = await report(operation, { as_of: time })
      expect(again, time).toEqual(reports[operation.id])
    }
  })

  it('has the transfers that the list had then, as far as they were', async () => {
    for (const { time, transfers } of moments) {
      const { transfers: rows } = await report(reportTransfers, { as_of: time })
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

  it('knows nothing of what was taken over, before it was', async () => {
    const { positions } = await report(reportPositions, { as_of: '2026-03-02T11:59:59.999Z' })
    expect(positions).toHaveLength(3)
    for (const row of positions) {
      expect(row).toMatchObject({
        status: null,
        asset_quantity: null,
        collateral_quantity: null,
        interest_accrued: null,
        asset_notional_usd: null,
        ccr_percent: null,
      })
    }
    const { exposures } = await report(reportExposureByCounterparty, {
      as_of: '2026-03-02T11:59:59.999Z',
    })
    expect(
      exposures.map(({ open_positions, unknown_positions }) => [open_positions, unknown_positions]),
    ).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
    expect(
      (await report(reportPositions, { as_of: '2026-03-01T08:59:59.999Z' })).positions,
    ).toEqual([])
  })

  it('takes a price from a market cut where the quotes are not kept', async () => {
    const { database } = world.service
    await database.query(
      `INSERT INTO market_cuts (asset, cut_at, price_usd) VALUES
        ('ETH', '2026-02-20T16:00:00Z', 1999.5), ('BTC', '2026-01-20T16:00:00Z', 1)`,
    )
    const { exposures } = await report(reportExposureByAsset, { as_of: '2026-03-02T11:59:59.998Z' })
    // That of BTC was not current any more.
    expect(exposures.map(({ asset, price_usd }) => [asset, price_usd])).toEqual([
      ['BTC', null],
      ['ETH', '1999.5'],
    ])
  })
})

const plain = (text: string) => formatDecimal(new Decimal(text))

describe('exposure', () => {
  /** The sums of a report of positions, by the names of an exposure. */
  async function summed(time: string, asset: string) {
    const { positions } = await report(reportPositions, { as_of: time })
    const open = positions.filter(({ status }) => status !== 'CLOSED' && status !== 'OPENING')
    const of = (side: string, member: 'asset' | 'collateral_asset') =>
      sumOf(
        open
          .filter((row) => row.side === side && row[member] === asset)
          .map((row) => (member === 'asset' ? row.asset_quantity : row.collateral_quantity)),
      )
    return {
      lent_quantity: of('lender', 'asset'),
      borrowed_quantity: of('borrower', 'asset'),
      collateral_held_quantity: of('lender', 'collateral_asset'),
      collateral_posted_quantity: of('borrower', 'collateral_asset'),
    }
  }

  it('by asset is the sum of the positions, and its worth', async () => {
    for (const { time } of moments.slice(3)) {
      const { exposures } = await report(reportExposureByAsset, { as_of: time })
      expect(exposures.map(({ asset }) => asset)).toEqual(['BTC', 'ETH'])
      for (const row of exposures) {
        expect(row, time).toMatchObject(await summed(time, row.asset))
        const net = decimal(row.lent_quantity)
          .plus(row.collateral_posted_quantity)
          .minus(row.borrowed_quantity)
          .minus(row.collateral_held_quantity)
        expect(row.net_quantity).toBe(formatDecimal(net))
        expect(row.net_usd).toBe(formatDecimal(net.times(decimal(row.price_usd))))
      }
    }
  })

  it('by counterparty is the same in USD', async () => {
    for (const { time } of moments) {
      const { exposures: byAsset } = await report(reportExposureByAsset, { as_of: time })
      const { exposures } = await report(reportExposureByCounterparty, { as_of: time })
      expect(exposures.map(({ counterparty_name }) => counterparty_name)).toEqual([
        '=HYPERLINK("http://x")',
        'quay Ltd',
        'third Ltd',
      ])
      for (const member of [
        'lent_usd',
        'borrowed_usd',
        'collateral_held_usd',
        'collateral_posted_usd',
        'net_usd',
      ] as const) {
        expect(sumOf(exposures.map((row) => row[member])), `${time} ${member}`).toBe(
          sumOf(byAsset.map((row) => row[member])),
        )
      }
    }
  })

  it('counts an asset as lent once it has arrived, until it is back', async () => {
    const lent: string[] = []
    for (const { time } of moments) {
      const { exposures } = await report(reportExposureByAsset, {
        as_of: time,
        counterparty_id: borrower.id,
        asset: 'BTC',
      })
      lent.push(exposures[0]?.lent_quantity ?? '')
    }
    expect(lent).toEqual(['10', '10', '20', '20', '20', '20', '20', '10', '10', '10', '10'])
  })

  it('is null, and says of what, where a price was not current', async () => {
    // The clock of the last test is far beyond the age of a price.
    const time = '2026-05-20T10:00:00.000Z'
    await moveTo(time)
    await quote('ETH', '2000')
    try {
      const { exposures } = await report(reportExposureByCounterparty, {
        counterparty_id: third.id,
      })
      expect(exposures).toEqual([
        {
          counterparty_id: third.id,
          counterparty_name: 'third Ltd',
          open_positions: 1,
          lent_usd: '0',
          borrowed_usd: '14000',
          collateral_held_usd: '0',
          collateral_posted_usd: null,
          net_usd: null,
          unpriced_assets: ['BTC'],
          unknown_positions: 0,
        },
      ])
    } finally {
      await moveTo('2026-03-20T10:00:00.000Z')
    }
  })
})

describe('collateral movements', () => {
  const times = () => ['2026-03-02T11:00:00.000Z', ...moments.map(({ time }) => time).slice(1)]

  it('lead from the collateral at the beginning of a range to that at its end', async () => {
    const before = (time: string) => new Date(Date.parse(time) - 1).toISOString()
    const collateralAt = async (time: string) => {
      const { positions } = await report(reportPositions, { as_of: before(time) })
      return new Map(positions.map((row) => [row.position_id, row.collateral_quantity ?? '0']))
    }
    for (const [i, from] of times().entries()) {
      for (const to of times().slice(i + 1)) {
        const [opening, closing] = [await collateralAt(from), await collateralAt(to)]
        const { movements } = await report(reportCollateralMovements, { from, to })
        for (const [positionId, collateral] of closing) {
          const own = movements.filter(({ position_id }) => position_id === positionId)
          const balances = own.reduce(
            (balance, { direction, side, quantity, balance: after }) => {
              const grows = (direction === 'received') === (side === 'lender')
              const next = grows
                ? decimal(balance).plus(quantity)
                : decimal(balance).minus(quantity)
              expect(after).toBe(formatDecimal(next))
              return formatDecimal(next)
            },
            opening.get(positionId) ?? '0',
          )
          expect(balances, `${from} ${to}`).toBe(collateral)
        }
      }
    }
  })

  it('are what settled, with the transfer that brought it', async () => {
    const { movements } = await report(reportCollateralMovements, {
      from: '2026-03-03T00:00:00.000Z',
      to: '2026-03-13T00:00:00.000Z',
      asset: 'ETH',
    })
    const transfers = (await world.transfers(orderId)).filter(
      ({ leg, status }) => leg === 'collateral' && status === 'COMPLETED',
    )
    expect(movements).toMatchObject([
      {
        time: '2026-03-03T09:30:00.000Z',
        category: 'open',
        direction: 'received',
        side: 'lender',
        quantity: '300',
        balance: '300',
      },
      {
        time: '2026-03-05T23:59:59.999Z',
        category: 'm2m',
        direction: 'received',
        counterparty_id: borrower.id,
      },
      {
        time: '2026-03-12T10:00:00.000Z',
        category: 'close',
        direction: 'sent',
        order_id: orderId,
        balance: '0',
      },
    ])
    expect(movements.map(({ transfer_id }) => transfer_id)).toEqual(transfers.map(({ id }) => id))
    const { movements: other } = await report(
      reportCollateralMovements,
      { from: '2026-03-03T00:00:00.000Z', to: '2026-03-13T00:00:00.000Z' },
      borrowerKey,
    )
    expect(other.map(({ direction, side }) => [direction, side])).toEqual([
      ['sent', 'borrower'],
      ['sent', 'borrower'],
      ['received', 'borrower'],
    ])
  })

  it('of a range end before its end', async () => {
    const at = '2026-03-03T09:30:00.000Z'
    const of = async (from: string, to: string) =>
      (await report(reportCollateralMovements, { from, to })).movements.length
    expect(await of('2026-03-03T09:29:59.999Z', at)).toBe(0)
    expect(await of(at, '2026-03-03T09:30:00.001Z')).toBe(1)
  })
})

describe('interest', () => {
  const interestOf = async (query: Query, key = lenderKey) => {
    const { interest } = await report(reportInterest, query, key)
    return interest
  }

  it('of adjacent ranges sums to that of the whole, which is what is charged', async () => {
    const days = [
      '2026-02-20',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-07',
      '2026-03-09',
      '2026-03-15',
      '2026-03-20',
    ]
    const at = (day = '') => `${day}T08:00:00.000Z`
    const whole = await interestOf({ from: at(days[0]), to: at(days.at(-1)) })
    const pieces = []
    for (const [i, day] of days.slice(0, -1).entries()) {
      pieces.push(...(await interestOf({ from: at(day), to: at(days[i + 1]) })))
    }
    expect(whole).toHaveLength(4)
    for (const { position_id: id, interest, days: length } of whole) {
      const own = pieces.filter(({ position_id }) => position_id === id)
      expect(sumOf(own.map((row) => row.interest))).toBe(interest)
      expect(own.reduce((sum, row) => sum + row.days, 0)).toBe(length)
    }
    const charged = (await world.transfers(orderId)).find(({ leg }) => leg === 'interest')
    expect(whole.find((row) => row.order_id === orderId)).toMatchObject({
      from_day: '2026-03-03',
      to_day: '2026-03-10',
      days: 7,
      quantity: '10',
      rate_percent: '5',
      day_count: 'ACT/360',
      // 10 · 5 % · 7 / 360 until the asset was back, rounded up to the smallest unit.
      interest: '0.00972223',
    })
    expect(charged?.quantity).toBe('0.00972223')
  })

  it('is that of the list', async () => {
    for (const { time, positions } of moments) {
      const rows = await interestOf({ as_of: time })
      for (const { id, interest_accrued } of positions) {
        expect(rows.find(({ position_id }) => position_id === id)?.interest ?? '0', time).toBe(
          interest_accrued,
        )
      }
    }
  })

  it('is earned by the lender and owed by the borrower', async () => {
    const [[row], [other]] = [
      await interestOf({ counterparty_id: third.id }),
      await interestOf({ counterparty_id: lender.id }, borrowerKey),
    ]
    expect(row).toMatchObject({ side: 'borrower', asset: 'ETH', order_id: borrowed.orderId })
    expect(other).toMatchObject({ side: 'borrower', counterparty_name: lender.name })
  })
})

describe('transfers', () => {
  it('are those that were made in a range, as far as they were at its end', async () => {
    const range = { from: '2026-03-11T00:00:00.000Z', to: '2026-03-12T10:00:00.000Z' }
    const { transfers } = await report(reportTransfers, range)
    expect(transfers).toEqual([])
    const upTo = { from: '2026-03-10T00:00:00.000Z', to: '2026-03-12T10:00:00.000Z' }
    const { transfers: ended } = await report(reportTransfers, upTo)
    // Both were made in one millisecond.
    expect(ended.sort((a, b) => (a.category < b.category ? -1 : 1))).toMatchObject([
      {
        order_id: orderId,
        category: 'close',
        status: 'FAILED',
        direction: 'sent',
        counterparty_name: borrower.name,
        asset: 'ETH',
      },
      { order_id: orderId, category: 'interest', status: 'COMPLETED', direction: 'received' },
    ])
    const earlier = { from: '2026-03-10T00:00:00.000Z', to: '2026-03-11T10:00:00.000Z' }
    expect(
      (await report(reportTransfers, { ...earlier, status: 'PENDING' })).transfers,
    ).toHaveLength(1)
    expect(
      (await report(reportTransfers, { ...earlier, status: 'FAILED' })).transfers,
    ).toHaveLength(0)
  })

  it.each([
    { status: 'FAILED' },
    { category: 'open' },
    { asset: 'BTC' },
    { counterparty_id: borrower.id.toUpperCase() },
  ])('can be chosen by %j', async (query) => {
    const everything = (await report(reportTransfers)).transfers
    const [[name, value] = []] = Object.entries(query)
    const { transfers } = await report(reportTransfers, query as Query)
    const fitting = everything.filter(
      (row) => String(row[name as 'status']).toLowerCase() === value?.toLowerCase(),
    )
    expect(transfers).toEqual(fitting)
    expect(transfers.length).toBeGreaterThan(0)
  })
})

describe('positions', () => {
  it.each([
    { status: 'CLOSED' },
    { asset: 'ETH' },
    { collateral_asset: 'BTC' },
    { counterparty_id: hostile.id },
  ])('can be chosen by %j', async (query) => {
    const everything = (await report(reportPositions)).positions
    const [[name, value] = []] = Object.entries(query)
    const { positions } = await report(reportPositions, query as Query)
    expect(positions).toEqual(everything.filter((row) => row[name as 'status'] === value))
    expect(positions).toHaveLength(1)
  })
})

describe('200 as CSV', () => {
  it.each(all)('parses back to the JSON: $id', async (operation) => {
    const reply = await call(
      world.service,
      callOf(operation, { key: reporting, query: { format: 'csv' } }),
    )
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    const records = parse<Record<string, string>>(reply.text, { columns: true })
    const answer: OperationResponse<typeof operation> = await report(operation, {}, reporting)
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

  it('is a header where there is nothing', async () => {
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

describe('a time that cannot be reported on', () => {
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
  ] as const)('is %i for %j', async (status, query, field) => {
    const reply = await refused(
      world.service,
      status,
      callOf(reportInterest, { key: lenderKey, query }),
    )
    expect(reply.reason).toBe(status === 400 ? 'PARAMETER_INVALID' : 'VALUE_INVALID')
    expect(reply.body.error.details?.[0]).toMatchObject({ field })
  })

  it('takes no range where a moment is asked for', async () => {
    const query = { from: bookTime, to: bookTime }
    await refused(world.service, 400, callOf(reportPositions, { key: lenderKey, query }))
  })
})

describe('403', () => {
  it.each(all)('is for the operator, who sees no book: $id', async (operation) => {
    await refused(world.service, 403, callOf(operation, { key: operator }))
  })
})
