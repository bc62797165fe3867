import { randomUUID } from 'node:crypto'
import {
  acceptOrderRequest,
  cancelMarkToMarketRequest,
  createOrderRequest,
  retireWallet,
  sendCollateral,
  setCounterpartyLimits,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eligible } from '../../../harness/agreed-terms.ts'
import type { Deal } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { inEitherOrder } from '../../../harness/lock-waits.ts'
import { Threads } from '../../../harness/threads.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { reasonAgainst, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { requests, lender, borrower, lenderKey, borrowerKey } = world
const exchange = new Substitutions(world)
const deals = Array.from({ length: 24 }, () => exchange.deal({ settlement_time_seconds: 3600 }))
const plain = exchange.deal({ eligible_collateral: [] })
/** Only the present collateral is eligible, and nothing in place of it. */
const ofItself = exchange.deal({
  eligible_collateral: [{ ...eligible('BTC', '160'), id: randomUUID() }],
})
const nextDeal = () => unused(deals)
const lenderAdmin = lender.credential('admin')
const borrowerAdmin = borrower.credential('admin')
const spare = borrower.wallet('ETH')

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const asking = ({ positionId }: Deal, changes: object = {}, key = borrowerKey) =>
  callOf(createOrderRequest, {
    key,
    body: { position_id: positionId, ...exchange.body(), ...changes },
  })

describe('a request', () => {
  it.each([
    ['an asset that is not eligible', { collateral_asset: 'SOL' }],
    ['the present collateral', { collateral_asset: 'BTC' }],
    ['the asset that is lent', { collateral_asset: 'USDC' }],
    ['an asset that nobody knows', { collateral_asset: 'NONE' }],
  ])('is refused with %s, and says what is eligible', async (_what, changes) => {
    const reply = await refused(world.service, 422, asking(deals[0] ?? nextDeal(), changes))
    expect(reply).toMatchObject({ reason: 'COLLATERAL_NOT_ELIGIBLE' })
    expect(reply.body.error.details).toMatchObject([
      { field: 'collateral_asset', allowed: ['ETH'] },
    ])
  })

  it.each([
    ['collateral_asset', 'VALUE_INVALID'],
    ['collateral_quantity', 'VALUE_INVALID'],
    ['collateral_wallet_id', 'VALUE_INVALID'],
  ])('is refused without %s', async (member, reason) => {
    const asked = asking(deals[0] ?? nextDeal(), { [member]: undefined })
    const reply = await refused(world.service, 422, asked)
    expect(reply).toMatchObject({ reason })
    expect(reply.body.error.details?.[0]).toMatchObject({ field: member })
  })

  it('is refused with a member of another kind, and so are other kinds with its members', async () => {
    const deal = nextDeal()
    for (const changes of [
      { quantity: '1' },
      { kind: 'return', quantity: '1' },
      { kind: 'rerate', rate_percent: '4' },
    ]) {
      const reply = await refused(world.service, 422, asking(deal, changes))
      expect(reply).toMatchObject({ reason: 'VALUE_INVALID' })
    }
  })

  it('is refused with a quantity that is too fine, and with a wallet of another asset or side', async () => {
    const deal = nextDeal()
    const fine = { collateral_quantity: `534.${'0'.repeat(18)}1` }
    expect(await refused(world.service, 422, asking(deal, fine))).toMatchObject({
      reason: 'QUANTITY_TOO_FINE',
    })
    for (const wallet of [borrower.wallet('BTC'), lender.wallet('ETH'), 'nobody-s']) {
      const asked = asking(deal, { collateral_wallet_id: wallet })
      expect(await refused(world.service, 422, asked)).toMatchObject({
        reason: 'WALLET_UNSUITABLE',
      })
    }
  })

  it('is refused to the lender, and under terms without eligible collateral', async () => {
    const deal = nextDeal()
    const { reason } = await refused(world.service, 403, asking(deal, {}, lenderKey))
    expect(reason).toBe('PARTY_NOT_PERMITTED')
    const offered = async ({ orderId }: Deal) =>
      reasonAgainst(await world.orders.get(orderId, borrowerKey), 'substitution')
    for (const one of [plain, ofItself]) {
      const reply = await refused(world.service, 422, asking(one))
      expect(reply).toMatchObject({ reason: 'COLLATERAL_NOT_ELIGIBLE' })
      const issue = 'the terms of the deal have no other eligible collateral'
      expect(reply.body.error.details?.[0]?.issue).toBe(issue)
      expect(await offered(one)).toBeUndefined()
      expect(await world.orders.shownPosition(one.positionId)).toMatchObject({
        substitute_assets: [],
      })
    }
    expect(await offered(deal)).toBeNull()
    for (const key of [lenderKey, borrowerKey]) {
      const { substitute_assets } = await world.orders.shownPosition(deal.positionId, key)
      expect(substitute_assets).toEqual(['ETH'])
    }
  })
})

/** An acceptance is refused, and the request offers it with the same words. */
async function notAccepted(id: string, reason: string, status = 409): Promise<unknown> {
  const offered = reasonAgainst(await requests.get(id), 'accept')
  const reply = await refused(world.service, status, exchange.acceptCall(id))
  expect(reply).toMatchObject({ reason })
  const [first] = reply.body.error.details ?? []
  expect(offered).toContain(first?.issue ?? '')
  return first
}

describe('an acceptance', () => {
  it('is refused below the least quantity, and done at it', async () => {
    const deal = nextDeal()
    const below = await exchange.ask(deal, { collateral_quantity: '533.333333333333333333' })
    const reply = await refused(world.service, 409, exchange.acceptCall(below.id))
    expect(reply).toMatchObject({ reason: 'QUANTITY_NOT_AVAILABLE' })
    expect(reply.body.error.details?.map(({ field, value }) => [field, value])).toEqual([
      ['new_collateral_quantity', '533.333333333333333333'],
      ['least', '533.333333333333333334'],
      ['required', '1600000'],
      ['credited_price', '3000'],
    ])
    expect(reasonAgainst(await requests.get(below.id), 'accept')).toContain('is below the least')
    await requests.do('reject', below.id)
    const least = await exchange.ask(deal, { collateral_quantity: '533.333333333333333334' })
    await exchange.accept(least.id)
    await exchange.end(deal)
    expect(await requests.get(least.id)).toMatchObject({ decision: 'switch' })
    await exchange.end(deal)
  })

  it('is refused while a mark-to-market request awaits an answer', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    await world.setPrice('BTC', '50000')
    const made = await world.margin.create(deal)
    expect(await notAccepted(id, 'MARK_TO_MARKET_REQUEST_OPEN')).toMatchObject({ value: made.id })
    await world.do(cancelMarkToMarketRequest, made, lenderKey)
    await world.setPrice('BTC', '60000')
  })

  it('is refused while collateral that nobody called for is under way', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    const sent = await world.do(sendCollateral, { id: deal.positionId }, borrowerKey, {
      quantity: '5',
    })
    expect(await notAccepted(id, 'POSITION_QUANTITY_CHANGING')).toMatchObject({
      field: 'transfer_id',
      value: sent.id,
    })
    await world.report(sent.id, 'completed')
    await exchange.accept(id)
    await exchange.end(deal)
    await exchange.end(deal)
  })

  it('is refused while a part of the asset goes back', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    const recall = { kind: 'recall', quantity: '1000' }
    const part = await requests.ask(deal.positionId, recall, lenderKey)
    await requests.do('accept', part.id, borrowerKey)
    await notAccepted(id, 'POSITION_QUANTITY_CHANGING')
  })

  it('is refused while a price is not current', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    await world.service.database.query(
      `UPDATE latest_prices SET observed_at = observed_at - interval '2 years' WHERE asset = 'ETH'`,
    )
    const reply = await refused(world.service, 424, exchange.acceptCall(id))
    expect(reply).toMatchObject({ reason: 'PRICE_STALE' })
    expect(reasonAgainst(await requests.get(id), 'accept')).toContain('ETH: its newest price')
    await world.setPrice('ETH', '3000')
  })

  it('needs a wallet for the new collateral, and no other kind takes one', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    const accepting = (body?: object) => world.callOn(acceptOrderRequest, { id }, lenderKey, body)
    for (const [body, reason] of [
      [undefined, 'VALUE_INVALID'],
      [{}, 'VALUE_INVALID'],
      [{ collateral_wallet_id: lender.wallet('BTC') }, 'WALLET_UNSUITABLE'],
      [{ collateral_wallet_id: borrower.wallet('ETH') }, 'WALLET_UNSUITABLE'],
    ] as const) {
      expect(await refused(world.service, 422, accepting(body))).toMatchObject({ reason })
    }
    const other = nextDeal()
    const rerate = { kind: 'rerate', rate_percent: '4' }
    const asked = await requests.ask(other.positionId, rerate)
    const body = { collateral_wallet_id: lender.wallet('ETH') }
    const acceptance = world.callOn(acceptOrderRequest, asked, lenderKey, body)
    expect(await refused(world.service, 422, acceptance)).toMatchObject({ reason: 'VALUE_INVALID' })
    expect(await requests.do('accept', asked.id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('is given in a thread with the same wallet', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    const threads = new Threads(world)
    const entry = await threads.open(deal.orderId, lenderKey)
    const wallet = { collateral_wallet_id: lender.wallet('ETH') }
    await threads.resolve(entry, lenderKey, 'accept', wallet)
    expect(await requests.get(id)).toMatchObject({ status: 'ACCEPTED' })
    await requests.do('cancel', id, lenderKey)
    await exchange.end(deal, 'cancelled')
  })

  it('is refused by the own limits that are exceeded', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    const limits = (lent_usd_max: string | null) =>
      succeed(world.service, setCounterpartyLimits, {
        key: lenderAdmin,
        body: { counterparty_id: borrower.id, lent_usd_max, on_breach: 'refuse' },
      })
    await limits('1000')
    expect(await notAccepted(id, 'LIMIT_EXCEEDED')).toBeDefined()
    await limits(null)
    await exchange.accept(id)
    await exchange.end(deal)
    await exchange.end(deal)
  })
})

describe('while the collateral is exchanged', () => {
  it('neither side closes, returns, amends, or sends collateral', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    const sending = world.callOn(sendCollateral, { id: deal.positionId }, borrowerKey, {
      quantity: '5',
    })
    expect(await refused(world.service, 409, sending)).toMatchObject({
      reason: 'POSITION_QUANTITY_CHANGING',
    })
    const closing = world.orders.callOf('close', deal.orderId, borrowerKey)
    expect(await refused(world.service, 409, closing)).toMatchObject({
      reason: 'POSITION_QUANTITY_CHANGING',
    })
    const part = requests.askCall(deal.positionId, { quantity: '1000' })
    expect(await refused(world.service, 409, part)).toMatchObject({ reason: 'ALREADY_EXISTS' })
    await exchange.end(deal)
    await exchange.end(deal)
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
  })
})

describe.each([true, false])('of two at once, the first one (%s)', (isFirst) => {
  it('arrives or is called off, and nothing is with the lender that is not the collateral', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    const cancelling = requests.callOf('cancel', id, borrowerKey)
    const { database } = world.service
    const [, { status }] = await inEitherOrder(
      ...([database, deal.orderId, isFirst] as const),
      () => exchange.end(deal),
      () => call(world.service, cancelling),
    )
    expect(status).toBe(isFirst ? 409 : 200)
    expect(await requests.get(id)).toMatchObject({ decision: isFirst ? 'switch' : 'keep' })
    await exchange.end(deal)
    expect((await requests.get(id)).status).toBe(isFirst ? 'COMPLETED' : 'CANCELLED')
  })

  it('arrives late or is found to be late, and the old collateral stays', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    world.pass(3_600_001)
    const { database } = world.service
    await inEitherOrder(
      ...([database, deal.orderId, isFirst] as const),
      () => exchange.end(deal),
      () => exchange.expire(id),
    )
    expect(await requests.get(id)).toMatchObject({ decision: 'keep', keep_reason: 'late' })
    await exchange.end(deal)
  })

  it('is accepted or withdrawn', async () => {
    const deal = nextDeal()
    const { id } = await exchange.ask(deal)
    const { database } = world.service
    const [accepted, withdrawn] = await inEitherOrder(
      ...([database, deal.orderId, isFirst] as const),
      () => call(world.service, exchange.acceptCall(id)),
      () => call(world.service, requests.callOf('cancel', id, borrowerKey)),
    )
    // Who withdraws after the acceptance calls it off.
    expect([accepted.status, withdrawn.status]).toEqual(isFirst ? [200, 200] : [409, 200])
    if (isFirst) await exchange.end(deal, 'cancelled')
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
  })
})

it('an acceptance is refused once the borrower has retired its wallet', async () => {
  const deal = nextDeal()
  const { id } = await exchange.ask(deal, { collateral_wallet_id: spare })
  await succeed(world.service, retireWallet, { key: borrowerAdmin, body: { wallet_id: spare } })
  await notAccepted(id, 'WALLET_RETIRED', 422)
})
