import {
  acceptOrder,
  acceptOrderRequest,
  activateOrganization,
  cancelTransfer,
  disputeMarkToMarketRequest,
  previewRequest,
  reportExposureByCounterparty,
  suspendOrganization,
} from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { type CallOptions, refused, succeed } from '../../../harness/call.ts'
import { addedWallet } from '../../../harness/deal-wallets.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { margin, orders, requests, borrower, lender, lenderKey, borrowerKey } = world
const operator = world.book.party('platform').credential('operator')
const exchange = new Substitutions(world)
const deals = Array.from({ length: 9 }, () => exchange.deal({ settlement_time_seconds: 3600 }))
const nextDeal = () => unused(deals)

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

it('what goes back cannot be cancelled by who receives it, not even late', async () => {
  const deal = nextDeal()
  const id = await exchange.agreed(deal)
  await exchange.end(deal)
  world.pass(3_600_001)
  const [, back] = await exchange.transfers(deal)
  const cancel = world.callOn(cancelTransfer, { id: back?.id ?? '' }, borrowerKey)
  expect(await refused(world.service, 409, cancel)).toMatchObject({ reason: 'INVALID_STATE' })
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
})

it('new collateral that arrives late does not take the place of the old', async () => {
  const deal = nextDeal()
  const id = await exchange.agreed(deal)
  world.pass(3_600_001)
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ decision: 'keep', keep_reason: 'late' })
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED', decision: 'keep' })
})

it('a recall that was asked for before moves the collateral of its acceptance', async () => {
  const deal = nextDeal()
  const recall = { kind: 'recall', quantity: '500000' }
  const asked = await requests.ask(deal.positionId, recall, lenderKey)
  await exchange.agreed(deal)
  await exchange.end(deal)
  await exchange.end(deal)
  expect(await requests.get(asked.id)).toMatchObject({ collateral_asset: 'ETH' })
  await requests.do('accept', asked.id, borrowerKey)
  for (const leg of ['asset', 'collateral'] as const) {
    const under = await orders.transfers(deal.orderId)
    const [transfer] = under.filter((one) => one.status === 'PENDING' && one.leg === leg)
    await world.report(transfer?.id ?? '', 'completed')
  }
  expect(await requests.get(asked.id)).toMatchObject({
    ...{ status: 'COMPLETED', collateral_asset: 'ETH', collateral_returned: '267' },
  })
})

it('a report of the time of the opening keeps what was agreed then', async () => {
  const order = await orders.create({
    ...{ asset: 'USDC', asset_quantity: '1000000' },
    ...{ collateral_asset: 'BTC', collateral_quantity: '25' },
    asset_wallet_id: borrower.wallet('USDC'),
    collateral_wallet_id: borrower.wallet('BTC'),
  })
  await world.do(acceptOrder, order, lenderKey, {
    asset_wallet_id: lender.wallet('USDC'),
    collateral_wallet_id: lender.wallet('BTC'),
  })
  world.pass(60_000)
  const as_of = new Date(world.service.clock.now()).toISOString()
  world.pass(60_000)
  await orders.end(order.id, 'asset', 'completed')
  await orders.end(order.id, 'collateral', 'completed')
  const report = () =>
    succeed(world.service, reportExposureByCounterparty, { key: lenderKey, query: { as_of } })
  const before = await report()
  const deal = { orderId: order.id, positionId: (await orders.get(order.id)).position_id ?? '' }
  await exchange.agreed(deal)
  await exchange.end(deal)
  await exchange.end(deal)
  expect((await report()).exposures).toEqual(before.exposures)
})

it('a dispute after the switch can be ended when the old collateral is back', async () => {
  const deal = nextDeal()
  const id = await exchange.agreed(deal)
  await exchange.end(deal)
  await world.setPrice('ETH', '2500')
  const call = await margin.create({ positionId: deal.positionId })
  await world.do(disputeMarkToMarketRequest, call, borrowerKey, {
    ...{ counter_notional_usd: '0', reason: 'PRICE' },
  })
  const offered = (await margin.get(call, borrowerKey)).actions
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
  expect((await margin.get(call, borrowerKey)).actions).toEqual(offered)
  await world.setPrice('ETH', '3000')
})

it('nothing of a suspended borrower moves by the acceptance of the lender', async () => {
  const { id } = await exchange.ask(nextDeal())
  const params = { organization_id: borrower.id }
  const key = operator
  await succeed(world.service, suspendOrganization, { key, params })
  const reply = await refused(world.service, 409, exchange.acceptCall(id))
  expect(reply).toMatchObject({ reason: 'INVALID_STATE' })
  expect(reply.body.error.details?.[0]).toMatchObject({ field: 'creator_id' })
  await succeed(world.service, activateOrganization, { key, params })
  await exchange.accept(id)
})

it('a preview refuses what its request would: a missing or too fine member', async () => {
  const deal = nextDeal()
  const reasonOf = async (body: object, key = borrowerKey) =>
    (await succeed(world.service, previewRequest, { key, body })).reason
  const operation = 'createOrderRequest'
  for (const [changes, reason] of [
    [{}, null],
    [{ collateral_wallet_id: undefined }, expect.stringContaining('must be given')],
    [
      { collateral_quantity: `534.${'0'.repeat(18)}1` },
      expect.stringContaining('must have at most the 18 decimals'),
    ],
  ] as const) {
    const body = { position_id: deal.positionId, ...exchange.body(changes) }
    expect(await reasonOf({ operation, body })).toEqual(reason)
  }
  const { id } = await exchange.ask(deal)
  const accepted = { operation: 'acceptOrderRequest', id, body: {} }
  expect(await reasonOf(accepted, lenderKey)).toContain('must be given')
})

it('a preview refuses what its request would: a wallet that cannot hold the new asset', async () => {
  const { database } = world.service
  const deal = nextDeal()
  const same = async (key: Key, asked: object, sent: CallOptions) => {
    const { reason } = await succeed(world.service, previewRequest, { key, body: asked })
    const reply = await refused(world.service, 422, sent)
    expect(reason).toBe(reply.body.error.details?.[0]?.issue)
    return reply.reason
  }
  const wallets = async (side: typeof lender) => {
    const retired = await addedWallet(database, side)
    await database.query('UPDATE wallets SET retired_at = now() WHERE id = $1', [retired])
    return [side.wallet('BTC'), retired]
  }
  const asked = []
  for (const collateral_wallet_id of await wallets(borrower)) {
    const body = { position_id: deal.positionId, ...exchange.body({ collateral_wallet_id }) }
    const sent = requests.askCall(deal.positionId, body)
    asked.push(await same(borrowerKey, { operation: 'createOrderRequest', body }, sent))
  }
  const { id } = await exchange.ask(deal)
  const accepted = []
  for (const collateral_wallet_id of await wallets(lender)) {
    const body = { collateral_wallet_id }
    const sent = world.callOn(acceptOrderRequest, { id }, lenderKey, body)
    accepted.push(await same(lenderKey, { operation: 'acceptOrderRequest', id, body }, sent))
  }
  expect([asked, accepted]).toEqual([
    ['WALLET_UNSUITABLE', 'WALLET_RETIRED'],
    ['WALLET_UNSUITABLE', 'WALLET_RETIRED'],
  ])
})
