import { Decimal } from '@vadium/margin'
import {
  acceptMarkToMarketRequest,
  closeOrder,
  createMarkToMarketRequest,
  getOrder,
  getPosition,
  listPositions,
  type OperationBody,
  previewMarkToMarketRequest,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  sendCollateral,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, World } from '../../../harness/world/world.ts'

/** The maximum number of digits of a quantity and of a price. */
const most = '99999999999999999999'
const least = '0.00000000000000000001'
/** The greatest value in USD that can be booked. */
const greatestUsd = '999999999999999999999999999999.99'

const world = new World({ short: 1 })
const { book, lender, borrower, lenderKey, borrowerKey } = world
const viewer = lender.credential('viewer')
const reporting = lender.credential('reporting')
book.scenario.assets.push(
  { symbol: 'LENT', name: 'Lent in huge quantities', normalized_symbol: 'LENT', decimals: 2 },
  { symbol: 'SAFE', name: 'Pledged for it', normalized_symbol: 'SAFE', decimals: 2 },
)
for (const party of [lender, borrower]) {
  for (const symbol of ['LENT', 'SAFE']) party.addWallet(symbol)
}
for (const asset of ['LENT', 'SAFE']) book.price(asset, '1', now)

function huge(assetQuantity: string, collateralQuantity: string, ratePercent = '5'): Deal {
  return book.deal(lender, borrower, {
    asset: 'LENT',
    collateral_asset: 'SAFE',
    asset_quantity: assetQuantity,
    rate_percent: ratePercent,
    collateral_quantity: collateralQuantity,
  })
}
const deals = {
  short: huge('60000000000000000000', '60000000000000000000'),
  over: huge('1000', most),
  small: huge('150000000000', '200000000000'),
}
const heldBack = huge('60000000000000000000', '60000000000000000000')
const called = huge('150000000000', '200000000000')
const closing = huge(most, '3', '90000')
const usual = world.shortDeal()

beforeAll(() => world.start())
afterAll(() => world.close())

async function setPrices(lent: string, safe: string): Promise<void> {
  await world.setPrice('LENT', lent)
  await world.setPrice('SAFE', safe)
}

async function refusedCreation(deal: Deal) {
  const { preview, calculation } = await world.margin.preview(deal)
  const body: OperationBody<typeof createMarkToMarketRequest> = {
    position_id: deal.positionId,
    calculation_id: calculation.calculation_id,
  }
  const call = callOf(createMarkToMarketRequest, { key: lenderKey, body })
  return { preview, reply: await refused(world.service, 422, call) }
}

describe('200 OK', () => {
  const prices: readonly [string, string][] = [
    [most, least],
    [`${most}.${most}`, `${most}.${most}`],
    [least, most],
    [least, least],
    [most, most],
  ]
  it.each(firstOf(prices, 2))(
    'returns 200 from every operation that reads positions, at %s and %s USD',
    async (lent, safe) => {
      await setPrices(lent, safe)
      for (const operation of [
        reportPositions,
        reportExposureByAsset,
        reportExposureByCounterparty,
        reportInterest,
      ]) {
        await succeed(world.service, operation, { key: reporting })
      }
      const { positions } = await succeed(world.service, listPositions, { key: viewer })
      expect(positions).toHaveLength(7)
      for (const { positionId: position_id } of Object.values(deals)) {
        const listed = positions.find(({ id }) => id === position_id)
        const params = { position_id }
        expect(await succeed(world.service, getPosition, { key: viewer, params })).toEqual(listed)
        const body = { position_id }
        const { preview } = await succeed(world.service, previewMarkToMarketRequest, {
          key: lenderKey,
          body,
        })
        expect(preview.m2m_notional_usd).toBe(listed?.m2m_notional_usd)
      }
    },
  )

  it('returns 200 and revalues all other positions as well', async () => {
    await setPrices(most, least)
    const { revaluation } = world.service.services
    revaluation.everythingChanged()
    expect(await revaluation.runPending()).toBeGreaterThan(0)
    expect(world.service.log.filter((line) => line.includes('failed'))).toEqual([])
    const { rows } = await world.service.database.query(
      'SELECT position_id FROM position_levels WHERE margin_call_reached ORDER BY position_id',
    )
    const { positions } = await succeed(world.service, listPositions, { key: viewer })
    expect(positions.find(({ id }) => id === usual.positionId)).toMatchObject({
      m2m_collateral_amount: '60',
    })
    const flagged = positions.filter((position) => position.margin_call_reached === true)
    expect(flagged.length).toBeGreaterThan(0)
    expect(rows.map((row) => row['position_id'])).toEqual(flagged.map(({ id }) => id).sort())
  })

  it('returns 200 for an accepted request, which is booked with the greatest value', async () => {
    await setPrices('1', '1')
    const request = await world.margin.create(called)
    await world.setPrice('SAFE', most)
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    expect(await world.margin.transfersOf(request)).toMatchObject([
      { id: transfer_ids[0], quantity: '25000000000', notional_usd: greatestUsd },
    ])
  })

  it('returns 200 for a close, with as much interest as a transfer can have', async () => {
    await setPrices(most, most)
    const params = { order_id: closing.orderId }
    await succeed(world.service, closeOrder, { key: borrowerKey, params })
    const moved = []
    for (let left = 3; left > 0; left -= 1) {
      const { rows } = await world.service.database.query<{ id: string; leg: string }>(
        `SELECT id, leg, trim_scale(quantity)::text AS quantity, notional_usd::text AS notional
         FROM transfers WHERE order_id = $1 AND status = 'PENDING'`,
        [closing.orderId],
      )
      moved.push(...rows)
      for (const { id } of rows) await world.report(id, 'completed')
    }
    expect(moved).toMatchObject([
      { leg: 'asset', quantity: most, notional: greatestUsd },
      { leg: 'interest', quantity: `${most}.99`, notional: greatestUsd },
      { leg: 'collateral', quantity: '3', notional: '299999999999999999997.00' },
    ])
    const order = await succeed(world.service, getOrder, { key: borrowerKey, params })
    expect(order.status).toBe('CLOSED')
  })
})

describe('409 Conflict', () => {
  it('returns 409 to an acceptance of more than can be pledged with what is under way', async () => {
    await setPrices('1', '1')
    const sent = await world.do(sendCollateral, { id: heldBack.positionId }, borrowerKey, {
      quantity: '20000000000000000000',
    })
    // It does not count yet, so the call does not know it.
    const request = await world.margin.create(heldBack)
    const accepts = world.callOn(acceptMarkToMarketRequest, request, borrowerKey)
    const { reason, body } = await refused(world.service, 409, accepts)
    expect(reason).toBe('QUANTITY_NOT_AVAILABLE')
    expect(body.error.details).toEqual([
      {
        field: 'collateral_amount',
        issue:
          'must leave less than 100000000000000000000 SAFE pledged, with all that is under way',
        value: '30000000000000000000',
      },
    ])
    await world.report(sent.id, 'cancelled')
    await world.do(acceptMarkToMarketRequest, request, borrowerKey)
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 to a request for more USD than can be booked', async () => {
    await setPrices('90000000000000000000', '90000000000000000000')
    const { preview, reply } = await refusedCreation(deals.small)
    expect(new Decimal(preview.m2m_notional_usd).greaterThan(greatestUsd)).toBe(true)
    expect(reply.body.error).toMatchObject({
      reason: 'VALUE_INVALID',
      details: [{ field: 'm2m_notional_usd', value: preview.m2m_notional_usd }],
    })
  })

  it('returns 422 to a request for more collateral than can be pledged', async () => {
    await setPrices('1', '0.0000000001')
    const { preview, reply } = await refusedCreation(deals.small)
    expect(reply.body.error).toMatchObject({
      reason: 'VALUE_INVALID',
      details: [{ field: 'm2m_collateral_amount', value: preview.m2m_collateral_amount }],
    })
  })

  it('returns 422 to a request for more than can be pledged together with the present collateral', async () => {
    await setPrices('1', '0.64')
    const { preview, reply } = await refusedCreation(deals.short)
    expect(new Decimal(preview.m2m_collateral_amount).lessThan(most)).toBe(true)
    expect(reply.body.error).toMatchObject({
      reason: 'VALUE_INVALID',
      details: [{ field: 'm2m_collateral_amount' }],
    })
  })
})
