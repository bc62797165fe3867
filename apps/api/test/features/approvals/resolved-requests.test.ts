import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  changeOrderWallets,
  closeOrder,
  createOrder,
  disputeMarkToMarketRequest,
  getApproval,
  listApprovals,
  listChatEntries,
  type Order,
  resolveChatAction,
  type ResolvedApproval,
  type ResolvedRequest,
  sendCollateral,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import type { Key } from '../../harness/book.ts'
import { call, type CallOptions, callOf, refused, succeed } from '../../harness/call.ts'
import { addedWallet } from '../../harness/deal-wallets.ts'
import { now } from '../../harness/world/world.ts'

const world = new ApprovalWorld({ short: 4 })
const { borrower, borrowerAdmin, borrowerKey, borrowerViewer, lender, lenderAdmin, lenderKey } =
  world

world.book.price('USDC', '1', now)
const stressed = world.closeOuts.deal({ liquidation_confirm_seconds: 0 })

const anyText: unknown = expect.any(String)

let active: Order
let offered: Order
beforeAll(async () => {
  await world.start()
  active = await world.orders.active()
  offered = await world.orders.create()
  await world.policy(lenderAdmin, [
    rule('createMarkToMarketRequest'),
    rule('acceptOrder'),
    rule('terminateCloseOut'),
  ])
  await world.policy(borrowerAdmin, [
    rule('createOrder'),
    rule('closeOrder'),
    rule('changeOrderWallets'),
    rule('createOrderRequest'),
    rule('acceptMarkToMarketRequest'),
    rule('disputeMarkToMarketRequest'),
    rule('sendCollateral', { above_usd: '10000' }),
  ])
})
afterAll(() => world.close())

/** An approval as its page shows it. */
const shown = (id: string, key: Key): Promise<ResolvedApproval> =>
  succeed(world.service, getApproval, { key, params: { approval_id: id } })

/** What a request means to another account of the requester's organization. */
async function meaning(asked: CallOptions, key: Key = borrowerAdmin): Promise<ResolvedRequest> {
  const { id } = await world.requested(asked)
  const { resolved } = await shown(id, key)
  if (resolved === null) throw new Error('the request was not resolved')
  return resolved
}

const onRequest = (id: string) => ({ key: borrowerKey, params: { mark_to_market_request_id: id } })

/** A margin call of 150,000 USD that its own side has approved. */
async function approvedCall(): Promise<string> {
  const deal = world.shortDeal()
  const calculation = await world.margin.calculationOf(deal)
  const approval = await world.requested(world.margin.creation(deal, calculation))
  await world.decide('approve', approval, lenderAdmin)
  const { answer } = await world.carriedOut(approval, lenderKey)
  return String(answer?.['id'])
}

describe('collateral without a call that awaits approval', () => {
  it('means what is sent at once, by its worth, and is sent when it is approved', async () => {
    const { positionId: position_id } = world.shortDeal()
    const sending = (quantity: string) =>
      callOf(sendCollateral, { key: borrowerKey, params: { position_id }, body: { quantity } })
    const approval = await world.requested(sending('10'))
    expect(approval).toMatchObject({ amount_usd: '25000.00' })
    const { resolved } = await shown(approval.id, borrowerAdmin)
    expect(resolved).toMatchObject({
      movements: [{ leg: 'collateral', when: 'at_once', quantity: '10', notional_usd: '25000.00' }],
      coverage: { before: { collateral_quantity: '300' }, after: { collateral_quantity: '310' } },
      asked_prices: null,
    })
    await world.decide('approve', approval, borrowerAdmin)
    const { answer } = await world.carriedOut(approval, borrowerKey)
    expect(answer).toMatchObject({ category: 'voluntary', token: 'ETH', status: 'PENDING' })
    await world.report(String(answer?.['id']), 'completed')
    expect((await call(world.service, sending('4'))).status).toBe(200)
  })
})

describe('a margin call that awaits approval', () => {
  it('means what its preview has shown: parties, wallets, amounts and coverage', async () => {
    const deal = world.shortDeal()
    const { preview, calculation } = await world.margin.preview(deal)
    const asked = await meaning(
      world.margin.creation(deal, calculation.calculation_id),
      lenderAdmin,
    )
    expect(asked).toEqual({
      as_of: new Date(world.service.clock.now()).toISOString(),
      order_id: preview.order_id,
      order_id_pretty: preview.order_id_pretty,
      position_id: preview.position_id,
      counterparty_id: borrower.id,
      counterparty_name: preview.sender.organization_name,
      movements: [
        {
          leg: 'collateral',
          when: 'when_accepted',
          token: 'ETH',
          quantity: preview.m2m_collateral_amount,
          notional_usd: preview.m2m_notional_usd,
          sender: preview.sender,
          receiver: preview.receiver,
        },
      ],
      wallet_changes: [],
      rate: null,
      maturity: null,
      terms: null,
      substitution: null,
      coverage: {
        before_percent: preview.ccr_percent,
        after_percent: '150.00',
        requirement_percent: '150',
        margin_call_percent: anyText,
        liquidation_percent: anyText,
        before: { asset_quantity: '10', collateral_quantity: '300' },
        after: { asset_quantity: '10', collateral_quantity: '360' },
        asset_price_usd: preview.current_price,
        collateral_price_usd: '2500',
      },
      asked_prices: { asset_price_usd: '60000', collateral_price_usd: '2500' },
      close_out: null,
      reason: null,
    })
  })

  it('keeps the amount that was asked for, beside the coverage at the prices of now', async () => {
    const deal = world.shortDeal()
    const { preview, calculation } = await world.margin.preview(deal)
    const asked = world.margin.creation(deal, calculation.calculation_id)
    const { id } = await world.requested(asked)
    await world.setPrice('BTC', '50000')
    const { resolved } = await shown(id, lenderAdmin)
    await world.setPrice('BTC', '60000')
    expect(resolved).toMatchObject({
      movements: [{ quantity: preview.m2m_collateral_amount }],
      coverage: { before_percent: '150.00', after_percent: '180.00', asset_price_usd: '50000' },
      asked_prices: { asset_price_usd: '60000' },
    })
  })

  it('is refused to a stranger and to the counterparty, and is resolved in no list', async () => {
    const { approvals } = await succeed(world.service, listApprovals, {
      key: lenderAdmin,
      query: { state: 'PENDING' },
    })
    const [approval] = approvals
    expect(approval).not.toHaveProperty('resolved')
    const foreign = callOf(getApproval, {
      key: world.strangerKey,
      params: { approval_id: approval?.id ?? '' },
    })
    expect((await refused(world.service, 404, foreign)).reason).toBe('APPROVAL_NOT_FOUND')
    const counterparty = { ...foreign, key: borrowerAdmin }
    expect((await call(world.service, counterparty)).status).toBe(404)
  })
})

it('lists the other side of what a request concerns, before and after an order exists', async () => {
  const creation = callOf(createOrder, { key: borrowerKey, body: world.orders.body() })
  const close = callOf(closeOrder, { key: borrowerKey, params: { order_id: active.id } })
  const asked = [await world.requested(creation), await world.requested(close)]
  const { approvals } = await succeed(world.service, listApprovals, { key: borrowerAdmin })
  for (const { id } of asked) {
    expect(approvals.find((one) => one.id === id)).toMatchObject({
      counterparty_id: lender.id,
      counterparty_name: lender.name,
    })
  }
})

describe('an answer to a margin call that awaits approval', () => {
  it('says what it moves at once, and why it is too late once the call has ended', async () => {
    const id = await approvedCall()
    const accepted = await world.requested(callOf(acceptMarkToMarketRequest, onRequest(id)))
    const disputed = await meaning(
      callOf(disputeMarkToMarketRequest, {
        ...onRequest(id),
        body: { counter_notional_usd: '100000', reason: 'PRICE' },
      }),
    )
    expect(disputed).toMatchObject({
      movements: [{ when: 'at_once', quantity: '40', notional_usd: '100000.00' }],
      coverage: { before_percent: '125.00', after_percent: '141.66' },
    })
    const before = await shown(accepted.id, borrowerViewer)
    expect(before.resolved).toMatchObject({
      movements: [
        {
          when: 'at_once',
          quantity: '60',
          notional_usd: '150000.00',
          sender: { organization_id: borrower.id, custodian: 'bitgo' },
          receiver: { organization_id: lender.id },
        },
      ],
      coverage: { before_percent: '125.00', after_percent: '150.00' },
      reason: null,
    })
    await world.do(cancelMarkToMarketRequest, { id }, lenderKey)
    const after = await shown(accepted.id, borrowerViewer)
    expect(after.resolved?.reason).toBeTypeOf('string')
    expect(after.request_hash).toBe(before.request_hash)
    await world.decide('reject', accepted, borrowerAdmin)
    expect((await shown(accepted.id, borrowerViewer)).resolved).toBeNull()
  })
})

describe('a change of an active order that awaits approval', () => {
  it('says what a close sends back at once and afterwards', async () => {
    const asked = await meaning(world.orders.callOf('close', active.id, borrowerKey))
    expect(asked).toMatchObject({
      movements: [
        { leg: 'asset', when: 'at_once', quantity: '10', sender: { organization_id: borrower.id } },
        { leg: 'interest', when: 'afterwards', quantity: null, notional_usd: null },
        { leg: 'collateral', when: 'afterwards', quantity: '300', token: 'ETH' },
      ],
      coverage: null,
    })
  })

  it('says what a return of a part sends, with its share of the collateral', async () => {
    const asked = await meaning(world.requests.askCall(active.position_id, { quantity: '4' }))
    expect(asked).toMatchObject({
      order_id: active.id,
      movements: [
        { leg: 'asset', when: 'when_accepted', quantity: '4', notional_usd: '240000.00' },
        { leg: 'collateral', when: 'afterwards', quantity: '120', notional_usd: '300000.00' },
      ],
      coverage: { before_percent: '125.00', after_percent: '125.00' },
      reason: null,
    })
  })

  it('says the rate of now beside the one that is asked for', async () => {
    const body = { kind: 'rerate', rate_percent: '6.5' }
    const asked = await meaning(world.requests.askCall(active.position_id, body))
    expect(asked).toMatchObject({
      movements: [],
      rate: { before_percent: '5', after_percent: '6.5', effective_time: null },
    })
  })

  it('names the wallet of now beside the one that replaces it', async () => {
    const wallet = await addedWallet(world.service.database, borrower, { name: 'Cold storage' })
    const asked = await meaning(
      callOf(changeOrderWallets, {
        key: borrowerKey,
        params: { order_id: active.id },
        body: { collateral_wallet_id: wallet },
      }),
    )
    expect(asked.wallet_changes).toEqual([
      {
        leg: 'collateral',
        token: 'ETH',
        before: {
          wallet_id: world.wallets(borrower).collateral_wallet_id,
          wallet_name: anyText,
          custodian: 'bitgo',
        },
        after: { wallet_id: wallet, wallet_name: 'Cold storage', custodian: 'simulated' },
      },
    ])
  })
})

describe('an order that awaits approval', () => {
  it('says that a wallet it names has been retired since', async () => {
    const { database } = world.service
    const wallet = await addedWallet(database, borrower)
    const body = { ...world.orders.body(), collateral_wallet_id: wallet }
    const { id } = await world.requested(callOf(createOrder, { key: borrowerKey, body }))
    expect((await shown(id, borrowerAdmin)).resolved?.reason).toBeNull()
    await database.query('UPDATE wallets SET retired_at = now() WHERE id = $1', [wallet])
    expect((await shown(id, borrowerAdmin)).resolved?.reason).toBe('is retired')
  })

  it('names both assets, the rate, and the wallets of its own side', async () => {
    const asked = await meaning(
      callOf(createOrder, { key: borrowerKey, body: world.orders.body() }),
    )
    const own = world.wallets(borrower)
    expect(asked).toMatchObject({
      order_id: null,
      counterparty_id: lender.id,
      movements: [
        {
          leg: 'asset',
          when: 'when_accepted',
          token: 'BTC',
          quantity: '10',
          notional_usd: '600000.00',
          sender: { organization_id: lender.id, wallet_id: null, wallet_name: null },
          receiver: { wallet_id: own.asset_wallet_id, custodian: 'bitgo' },
        },
        {
          leg: 'collateral',
          token: 'ETH',
          quantity: '300',
          notional_usd: '750000.00',
          sender: { wallet_id: own.collateral_wallet_id, wallet_name: anyText },
        },
      ],
      rate: { before_percent: null, after_percent: '5' },
      coverage: { before_percent: null, after_percent: '125.00' },
    })
  })

  it('has the wallets of both sides where it is accepted, also in its thread', async () => {
    const direct = await meaning(world.orders.callOf('accept', offered.id), lenderAdmin)
    const own = world.wallets(lender)
    expect(direct).toMatchObject({
      order_id: offered.id,
      order_id_pretty: offered.number,
      counterparty_id: borrower.id,
      movements: [
        {
          when: 'at_once',
          sender: { wallet_id: own.asset_wallet_id },
          receiver: { wallet_id: world.wallets(borrower).asset_wallet_id, custodian: 'bitgo' },
        },
        { when: 'at_once', quantity: '300' },
      ],
      coverage: { after_percent: '125.00', requirement_percent: '150' },
      reason: null,
    })
    const { entries } = await succeed(world.service, listChatEntries, {
      key: lenderKey,
      params: { order_id: offered.id },
    })
    const entry = entries.find(({ kind }) => kind === 'action')
    const inThread = callOf(resolveChatAction, {
      key: lenderKey,
      params: { order_id: offered.id, entry_id: entry?.id ?? '' },
      body: { decision: 'accept', ...world.wallets(lender) },
    })
    expect(await meaning(inThread, lenderAdmin)).toEqual(direct)
  })

  it('names an asset without a price without an amount in USD', async () => {
    await world.service.database.query("DELETE FROM latest_prices WHERE asset = 'ETH'")
    const { id } = await world.requested(
      callOf(createOrder, { key: borrowerKey, body: world.orders.body() }),
    )
    const { resolved } = await shown(id, borrowerAdmin)
    expect(resolved).toMatchObject({
      movements: [{ notional_usd: '600000.00' }, { quantity: '300', notional_usd: null }],
      coverage: null,
    })
  })
})

describe('a termination that awaits approval', () => {
  it('means its statement at the prices of now, and what goes back', async () => {
    await world.closeOuts.fall('45000')
    const { id } = await world.closeOuts.declare(stressed)
    const approval = await world.requested(world.closeOuts.callOf('terminate', id))
    const meant = async () => (await shown(approval.id, lenderAdmin)).resolved
    expect(await meant()).toMatchObject({
      order_id: stressed.orderId,
      movements: [
        {
          ...{ leg: 'collateral', when: 'at_once', token: 'BTC', quantity: '2.08635611' },
          ...{ sender: { organization_id: lender.id }, receiver: { organization_id: borrower.id } },
        },
      ],
      close_out: {
        ...{ in_default: 'borrower', claim_usd: '1000180.555556', residual_claim_usd: '0.00' },
        kept: [{ asset: 'BTC', kept_quantity: '22.91364389', back_quantity: '2.08635611' }],
      },
      coverage: null,
      reason: null,
    })
    await world.closeOuts.fall('60000')
    expect((await meant())?.reason).toMatch(/liquidation/)
    await world.decide('withdraw', approval, lenderKey)
    await world.closeOuts.do('withdraw', id)
  })
})
