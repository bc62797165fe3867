import {
  acceptMarkToMarketRequest,
  acceptOrder,
  acceptOrderRequest,
  changeOrderWallets,
  createOrder,
  getTransfer,
  type OperationBody,
  previewRequest,
  type ResolvedRequest,
} from '@vadium/schema'
import { formatDecimal, valuePosition } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { type CallOptions, callOf, refused, succeed } from '../../../harness/call.ts'
import { addedWallet } from '../../../harness/deal-wallets.ts'
import { World } from '../../../harness/world/world.ts'

type Asked = OperationBody<typeof previewRequest>

const world = new World({ short: 3, over: 3 })
const { borrower, borrowerKey, lender, lenderKey, strangerKey } = world
const borrowerViewer = borrower.credential('viewer')

beforeAll(() => world.start())
afterAll(() => world.close())

const preview = (body: Asked, key: Key = borrowerKey): Promise<ResolvedRequest> =>
  succeed(world.service, previewRequest, { key, body })
const fault = (status: number, body: object, key: Key = borrowerKey) =>
  refused(world.service, status, callOf(previewRequest, { key, body }))

describe('the acceptance of a margin call, before it is sent', () => {
  it('names the movement that the acceptance then instructs, and changes nothing', async () => {
    const call = await world.margin.create(world.shortDeal())
    const shown = await preview({ operation: 'acceptMarkToMarketRequest', id: call.id })
    expect((await world.margin.get(call)).status).toBe('PENDING_ACCEPTANCE')
    expect(shown).toMatchObject({
      counterparty_name: lender.name,
      coverage: { before_percent: '125.00', after_percent: '150.00', liquidation_percent: '110' },
      asked_prices: { asset_price_usd: call.asset_price_usd },
      reason: null,
    })
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, call, borrowerKey)
    const params = { transfer_id: transfer_ids[0] ?? '' }
    const transfer = await succeed(world.service, getTransfer, { key: borrowerKey, params })
    const [movement, ...more] = shown.movements
    expect(more).toEqual([])
    expect(movement).toMatchObject({
      when: 'at_once',
      token: transfer.token,
      quantity: transfer.quantity,
      notional_usd: call.notional_usd,
      sender: { organization_id: borrower.id, custodian: transfer.sender.custodian },
      receiver: { organization_id: lender.id, custodian: transfer.receiver.custodian },
    })
  })

  it('has the quantities and prices from which its coverage is computed again', async () => {
    const call = await world.margin.create(world.shortDeal())
    const { coverage } = await preview({ operation: 'acceptMarkToMarketRequest', id: call.id })
    if (coverage?.before == null) throw new Error('it has no coverage')
    const computed = [coverage.before, coverage.after].map((held) => {
      const { ccrPercent } = valuePosition({
        assetQuantity: held.asset_quantity,
        assetPriceUsd: coverage.asset_price_usd,
        collateralQuantity: held.collateral_quantity,
        collateralPriceUsd: coverage.collateral_price_usd,
      })
      return ccrPercent === null ? null : formatDecimal(ccrPercent, 2)
    })
    expect(computed).toEqual([coverage.before_percent, coverage.after_percent])
  })

  it('is shown to a viewer of a side, and says to the requester why it may not accept', async () => {
    const call = await world.margin.create(world.shortDeal())
    const asked: Asked = { operation: 'acceptMarkToMarketRequest', id: call.id.toUpperCase() }
    const forViewer = await preview(asked, borrowerViewer)
    expect(forViewer.movements[0]?.sender.organization_id).toBe(borrower.id)
    expect((await preview(asked, lenderKey)).reason).toBeTypeOf('string')
    const { reason } = await fault(404, asked, strangerKey)
    expect(reason).toBe('MARK_TO_MARKET_REQUEST_NOT_FOUND')

    const id = call.id
    const dispute = (counter: string) => ({
      operation: 'disputeMarkToMarketRequest',
      id,
      body: { counter_notional_usd: counter, reason: 'PRICE' },
    })
    expect((await fault(422, dispute(call.notional_usd))).reason).toBe('NOTHING_DISPUTED')
    expect((await fault(422, dispute('-1'))).reason).toBe('VALUE_INVALID')
  })
})

it('names what a new order would move, and says to a third organization that it may not ask', async () => {
  const body = world.orders.body()
  const asked: Asked = { operation: 'createOrder', body }
  const shown = await preview(asked)
  expect(shown).toMatchObject({
    order_id: null,
    counterparty_name: lender.name,
    movements: [
      {
        leg: 'asset',
        when: 'when_accepted',
        token: 'BTC',
        quantity: '10',
        notional_usd: '600000.00',
      },
      { leg: 'collateral', when: 'when_accepted', token: 'ETH', quantity: '300' },
    ],
    rate: { before_percent: null, after_percent: '5' },
    coverage: { before_percent: null, after_percent: '125.00' },
    reason: null,
  })
  expect(shown.movements[1]?.sender).toMatchObject({
    organization_name: borrower.name,
    wallet_id: borrower.wallet('ETH'),
  })
  expect(shown.movements[1]?.receiver.wallet_id).toBeNull()
  const ofThird = await preview(asked, strangerKey)
  expect(ofThird.reason).toBe("neither lender_id nor borrower_id is the caller's organization")
  expect(ofThird.movements[1]?.sender).toMatchObject({ wallet_name: null, custodian: null })
  expect((await fault(400, { operation: 'createOrder', body: {} })).reason).toBe('BODY_INVALID')
})

describe('a wallet that a request names, before it is sent', () => {
  /** The reason of a preview, which must be what its request is refused for. */
  async function reasonOf(asked: Asked, sent: CallOptions, status: number): Promise<string> {
    const { reason } = await preview(asked, sent.key)
    const reply = await refused(world.service, status, sent)
    expect(reason).toBe(reply.body.error.details?.[0]?.issue)
    return reply.reason
  }

  /** Wallets of a side for BTC: another asset's, another firm's, and a retired one. */
  async function unsuitable(side: typeof lender) {
    const retired = await addedWallet(world.service.database, side)
    await world.service.database.query('UPDATE wallets SET retired_at = now() WHERE id = $1', [
      retired,
    ])
    return [
      [side.wallet('ETH'), 'WALLET_UNSUITABLE'],
      [world.stranger.wallet('BTC'), 'WALLET_UNSUITABLE'],
      [retired, 'WALLET_RETIRED'],
    ] as const
  }

  it('is what a new order would be refused for', async () => {
    for (const [asset_wallet_id, expected] of await unsuitable(borrower)) {
      const body = { ...world.orders.body(), asset_wallet_id }
      const sent = callOf(createOrder, { key: borrowerKey, body })
      expect(await reasonOf({ operation: 'createOrder', body }, sent, 422)).toBe(expected)
    }
  })

  it('is what the acceptance of an order would be refused for', async () => {
    const { id } = await world.orders.create()
    for (const [asset_wallet_id, expected] of await unsuitable(lender)) {
      const body = { ...world.wallets(lender), asset_wallet_id }
      const sent = world.callOn(acceptOrder, { id }, lenderKey, body)
      expect(await reasonOf({ operation: 'acceptOrder', id, body }, sent, 422)).toBe(expected)
    }
  })

  it('is what a change of wallets would be refused for, also if it changes nothing', async () => {
    const { id } = await world.orders.active()
    const change = (body: Record<string, string>, status: number) => {
      const asked: Asked = { operation: 'changeOrderWallets', id, body }
      return reasonOf(asked, world.callOn(changeOrderWallets, { id }, lenderKey, body), status)
    }
    const faults = await unsuitable(lender)
    // Another wallet, so that a change is possible at all.
    await addedWallet(world.service.database, lender)
    for (const [asset_wallet_id, expected] of faults) {
      expect(await change({ asset_wallet_id }, 422)).toBe(expected)
    }
    expect(await change({ asset_wallet_id: lender.wallet('BTC') }, 409)).toBe('INVALID_STATE')
  })
})

describe('a return, before it is asked for and before it is accepted', () => {
  it('moves the same both times: a part of the asset, and the share of its collateral', async () => {
    const order = await world.orders.active()
    const body = { kind: 'recall', position_id: order.position_id, quantity: '4' }
    const movements = [
      { leg: 'asset', quantity: '4', sender: { organization_id: borrower.id } },
      { leg: 'collateral', when: 'afterwards', quantity: '120' },
    ]
    const asked = await preview({ operation: 'createOrderRequest', body }, lenderKey)
    expect(asked).toMatchObject({ movements, reason: null, order_id: order.id })
    const made = await world.requests.ask(order.position_id, { ...body, kind: 'recall' }, lenderKey)
    const answered = await preview({ operation: 'acceptOrderRequest', id: made.id })
    expect(answered).toMatchObject({ movements, reason: null })
    await world.do(acceptOrderRequest, made, borrowerKey)
    const again = await preview({ operation: 'acceptOrderRequest', id: made.id })
    expect(again.reason).toBeTypeOf('string')
    expect((await fault(404, { operation: 'closeOrder', id: order.id }, strangerKey)).reason).toBe(
      'ORDER_NOT_FOUND',
    )
    const foreign = { operation: 'createOrderRequest', body }
    expect((await fault(404, foreign, strangerKey)).reason).toBe('POSITION_NOT_FOUND')
    const notIts = { operation: 'acceptOrderRequest', id: made.id }
    expect((await fault(404, notIts, strangerKey)).reason).toBe('ORDER_REQUEST_NOT_FOUND')
  })

  it.each([
    ['0', 422, 'VALUE_INVALID'],
    ['10.1', 409, 'QUANTITY_NOT_AVAILABLE'],
    ['0.00000000000000000001', 422, 'QUANTITY_TOO_FINE'],
  ])('is refused for a quantity of %s as the request is', async (quantity, status, reason) => {
    const { positionId } = world.overDeal()
    const body = { kind: 'recall', position_id: positionId, quantity }
    const asked = { operation: 'createOrderRequest', body }
    expect((await fault(status, asked, lenderKey)).reason).toBe(reason)
    const sent = world.requests.askCall(positionId, body, lenderKey)
    expect((await refused(world.service, status, sent)).reason).toBe(reason)
  })
})

describe('a request that cannot be previewed', () => {
  const id = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
  it.each([
    ['no id', { operation: 'closeOrder' }, 'id'],
    ['an id too many', { operation: 'createOrderRequest', id, body: {} }, 'id'],
    ['no body', { operation: 'acceptOrder', id }, 'body'],
    ['a body too many', { operation: 'closeOrder', id, body: {} }, 'body'],
    [
      'a member too many',
      { operation: 'changeOrderWallets', id, body: { other: 1 } },
      'body.other',
    ],
    ['an operation that has none', { operation: 'createAccount', body: {} }, 'operation'],
  ])('is refused with %s, by the name of the member', async (_with, asked, field) => {
    const { reason, body } = await fault(400, asked)
    expect(reason).toBe('BODY_INVALID')
    expect(body.error.details?.map((detail) => detail.field)).toEqual([field])
  })
})
