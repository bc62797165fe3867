import { getMarkToMarketRequest, getOrderRequest, type MarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTriparty } from '../../../harness/altered-rows.ts'
import type { Deal } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { playChange } from '../../../harness/played-requests.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey } = world

/** A deal, and a request that would change its quantity or its rate. */
function changedBy(kind: 'recall' | 'return' | 'rerate', state: 'PENDING' | 'ACCEPTED') {
  const deal = book.deal(lender, borrower)
  return { deal, request: playChange(book, world, deal, kind, state) }
}
const recalled = changedBy('recall', 'ACCEPTED')
const returned = changedBy('return', 'ACCEPTED')
const pendingRecall = changedBy('recall', 'PENDING')
const rerated = changedBy('rerate', 'ACCEPTED')

beforeAll(() => world.start())
afterAll(() => world.close())

const closeBy = (id: string, key = borrowerKey) => world.orders.do('close', id, key)

const onRequest = ({ id }: MarkToMarketRequest) => ({
  key: borrowerKey,
  params: { mark_to_market_request_id: id },
})

async function endCall(request: MarkToMarketRequest, state: 'completed' | 'failed') {
  const { transfer_ids } = await succeed(world.service, getMarkToMarketRequest, onRequest(request))
  await world.report(transfer_ids.at(-1) ?? '', state)
}

describe('200 OK', () => {
  it('returns 200 and instructs the asset, then its interest, and the collateral only after both', async () => {
    const { id } = await world.orders.active()
    world.service.clock.set('2026-04-01T00:00:00.000Z')
    const order = await closeBy(id)
    expect(order.status).toBe('CLOSING')
    expect(await world.orders.closingTransfers(id)).toEqual([
      ['close', 'asset', 'BTC', '10', 'borrower'],
    ])
    expect(await world.orders.balances(id)).toEqual({
      'in_transit BTC': '10',
      'pledged ETH': '300',
    })
    await world.orders.end(id, 'asset', 'completed')
    // 10 BTC · 5 % · 30 / 360 days are 0.041666…
    expect(await world.orders.closingTransfers(id)).toEqual([
      ['interest', 'interest', 'BTC', '0.04166667', 'borrower'],
    ])
    expect(await world.orders.balances(id)).toEqual({
      'in_transit BTC': '0.04166667',
      'pledged ETH': '300',
    })
    await world.orders.end(id, 'interest', 'completed')
    expect(await world.orders.closingTransfers(id)).toEqual([
      ['close', 'collateral', 'ETH', '300', 'lender'],
    ])
    expect(await world.orders.balances(id)).toEqual({ 'in_transit ETH': '300' })
    world.service.clock.set(now)
  })

  it('returns 200 and keeps the collateral when the asset does not come back', async () => {
    const { id } = await world.orders.active()
    await closeBy(id)
    await world.orders.end(id, 'asset', 'rejected')
    expect(await world.orders.closingTransfers(id)).toEqual([])
    expect(await world.orders.balances(id)).toEqual({ 'lent BTC': '10', 'pledged ETH': '300' })
  })

  it('returns 200 and sends back all collateral that has settled since', async () => {
    const order = await world.orders.active()
    const request = await world.margin.create(order)
    await world.margin.accept(request)
    await endCall(request, 'completed')
    await closeBy(order.id)
    await world.orders.end(order.id, 'asset', 'completed')
    const collateral = (await world.orders.closingTransfers(order.id)).find(
      ([, leg]) => leg === 'collateral',
    )
    expect(collateral?.[3]).toBe('360')
  })

  it('returns 200 without fresh prices, and books at the newest', async () => {
    const { id } = await world.orders.active()
    const { database } = world.service
    await database.query("UPDATE latest_prices SET observed_at = now() - interval '9 years'")
    await closeBy(id)
    await world.orders.end(id, 'asset', 'completed')
    const notionals = (await world.orders.transfers(id))
      .filter(({ category }) => category === 'close')
      .map(({ leg, notional }) => [leg, notional])
    expect(notionals).toEqual([
      ['asset', '600000.00'],
      ['collateral', '750000.00'],
    ])
    await database.query('UPDATE latest_prices SET observed_at = $1', [now])
  })

  const others: readonly [string, Deal][] = [
    ['an unanswered recall', pendingRecall.deal],
    ['a rerate', rerated.deal],
  ]
  it.each(firstOf(others))('returns 200 despite %s', async (_name, { orderId }) => {
    expect(await closeBy(orderId)).toMatchObject({ status: 'CLOSING' })
  })
})

describe('retry', () => {
  it('instructs the failed transfers again, interest included', async () => {
    const { id } = await world.orders.active()
    world.service.clock.set('2026-03-12T12:00:00.000Z')
    await closeBy(id)
    for (const leg of ['asset', 'interest'] as const) {
      const before = await world.orders.closingTransfers(id)
      expect(before.map(([, instructed]) => instructed)).toEqual([leg])
      await world.orders.end(id, leg, 'rejected')
      expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
      // A clock that was set back does not make it another close.
      world.service.clock.set(now)
      await world.orders.do('retry', id, lenderKey)
      expect(await world.orders.closingTransfers(id)).toEqual(before)
      await refused(world.service, 409, world.orders.callOf('retry', id))
      world.service.clock.set('2026-03-12T12:00:00.000Z')
      await world.orders.end(id, leg, 'completed')
    }
    world.service.clock.set(now)
    await world.orders.end(id, 'collateral', 'failed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSING' })
    await world.orders.do('retry', id, borrowerKey)
    await world.orders.end(id, 'collateral', 'completed')
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
    expect(await world.orders.balances(id)).toEqual({})
  })
})

describe('409 Conflict', () => {
  it('returns 409 when a tri-party agent holds the collateral, because the service instructs none', async () => {
    const { id } = await world.orders.active()
    await setTriparty(world.service.database, { orderId: id })
    const reply = await refused(world.service, 409, world.orders.callOf('close', id, borrowerKey))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'collateral_type' }],
    })
    expect(await world.orders.closingTransfers(id)).toEqual([])
  })

  it('returns 409 while a mark-to-market request is open, in each of its states', async () => {
    const order = await world.orders.active()
    const request = await world.margin.create(order)
    const expectRefusal = async (status: string) => {
      const shown = await succeed(world.service, getMarkToMarketRequest, onRequest(request))
      expect(shown.status).toBe(status)
      const reply = await refused(
        world.service,
        409,
        world.orders.callOf('close', order.id, borrowerKey),
      )
      expect(reply.body.error).toMatchObject({
        reason: 'MARK_TO_MARKET_REQUEST_OPEN',
        details: [{ field: 'mark_to_market_request_id', value: request.id }],
      })
      expect(reasonAgainst(await world.orders.get(order.id), 'close')).toContain(
        'mark-to-market request',
      )
    }
    await expectRefusal('PENDING_ACCEPTANCE')
    const { transfer_ids } = await world.margin.accept(request)
    await expectRefusal('ACCEPTED')
    await world.report(transfer_ids[0] ?? '', 'broadcasting')
    await expectRefusal('IN_PROGRESS')
    await world.report(transfer_ids[0] ?? '', 'failed')
    await expectRefusal('FAILED')
  })

  it.each([
    ['recall', recalled],
    ['return', returned],
  ])('returns 409 while a %s is changing the quantity', async (_name, { deal, request }) => {
    const { transfer_ids: transferIds } = await succeed(world.service, getOrderRequest, {
      key: lenderKey,
      params: { order_request_id: request.id },
    })
    const reply = await refused(
      world.service,
      409,
      world.orders.callOf('close', deal.orderId, borrowerKey),
    )
    expect(reply.body.error).toMatchObject({
      reason: 'POSITION_QUANTITY_CHANGING',
      details: [{ field: 'transfer_id', value: transferIds[0] }],
    })
  })
})
