import { listOrderTerms, previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { orders, margin, requests, lenderKey, borrowerKey } = world
const exchange = new Substitutions(world)
const deals = Array.from({ length: 12 }, () => exchange.deal())
const nextDeal = () => unused(deals)

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

describe('an exchange of the collateral', () => {
  it('switches once the new collateral has arrived, and ends when the old is back', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    expect(await exchange.accept(id)).toMatchObject({
      ...{ kind: 'substitution', status: 'ACCEPTED', decision: null },
      ...{ collateral_asset: 'BTC', new_collateral_asset: 'ETH', new_collateral_quantity: '534' },
    })
    const body = { position_id: deal.positionId }
    const preview = callOf(previewMarkToMarketRequest, { key: lenderKey, body })
    expect(await refused(world.service, 409, preview)).toMatchObject({
      reason: 'POSITION_QUANTITY_CHANGING',
    })
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({
      ...{ status: 'IN_PROGRESS', decision: 'switch', keep_reason: null },
      ...{ collateral_asset: 'BTC', collateral_returned: '25' },
    })
    expect(await orders.get(deal.orderId)).toMatchObject({
      ...{ collateral_asset: 'ETH', collateral_quantity: '534' },
      lender_collateral_wallet_id: world.lender.wallet('ETH'),
      borrower_collateral_wallet_id: world.borrower.wallet('ETH'),
      terms: { requirement_percent: '160', margin_call_percent: '140' },
    })
    expect((await margin.preview(deal)).preview).toMatchObject({
      collateral_asset: 'ETH',
      m2m_notional_usd: '2000.00',
    })
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await orders.balances(deal.orderId)).toEqual({
      'lent USDC': '1000000',
      'pledged ETH': '534',
    })
    const { order_terms } = await succeed(world.service, listOrderTerms, {
      key: borrowerKey,
      params: { order_id: deal.orderId },
    })
    expect(order_terms.map((one) => [one.collateral_asset, one.order_request_id])).toEqual([
      ['ETH', id],
      ['BTC', null],
    ])
  })
})
