import { getMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const transferStatuses = async (orderId: string) =>
  (await world.orders.transfers(orderId))
    .filter(({ category }) => category !== 'open')
    .map(({ category, leg, quantity, sender, status }) => [category, leg, quantity, sender, status])

const moves = (id: string) => world.orders.moves(id)

describe('a part', () => {
  it('goes back with the asset first, and the collateral pro rata when that has arrived', async () => {
    const { id, orderId, positionId } = await world.requests.returning()
    expect(await world.requests.get(id)).toMatchObject({ status: 'ACCEPTED', whole: false })
    expect(await transferStatuses(orderId)).toEqual([
      ['return', 'asset', '4', 'borrower', 'PENDING'],
    ])
    // Nothing has changed before it has arrived.
    expect(await world.orders.position(orderId)).toMatchObject({ asset: '10', collateral: '300' })

    const [transfer] = (await world.requests.get(id)).transfer_ids
    await world.report(transfer ?? '', 'confirming')
    expect(await world.requests.get(id)).toMatchObject({ status: 'IN_PROGRESS' })
    await world.orders.end(orderId, 'asset', 'completed')
    expect(await world.orders.position(orderId)).toMatchObject({ asset: '6', collateral: '300' })
    expect(await transferStatuses(orderId)).toEqual([
      ['return', 'asset', '4', 'borrower', 'COMPLETED'],
      ['return', 'collateral', '120', 'lender', 'PENDING'],
    ])
    expect(await world.orders.shownPosition(positionId)).toMatchObject({
      returns_in_transit: '120',
    })

    await world.orders.end(orderId, 'collateral', 'completed')
    const over = await world.requests.get(id)
    expect(over).toMatchObject({ status: 'COMPLETED', collateral_returned: '120' })
    expect(over.transfer_ids).toHaveLength(2)
    expect(over.actions.every(({ available }) => !available)).toBe(true)
    expect(await world.orders.position(orderId)).toMatchObject({
      status: 'ACTIVE',
      asset: '6',
      collateral: '180',
    })
    expect(await world.orders.balances(orderId)).toEqual({ 'lent BTC': '6', 'pledged ETH': '180' })
    expect(await moves(id)).toEqual(['create', 'accept', 'start', 'complete'])
    expect(await world.orders.get(orderId)).toMatchObject({
      status: 'ACTIVE',
      asset_quantity: '10',
    })
  })

  it('rounds the collateral down to its smallest unit, and the rest follows with the last part', async () => {
    const { orderId, positionId } = await world.requests.returning('0.00000003', {
      asset_quantity: '0.0000001',
      collateral_quantity: '0.000000000000000011',
    })
    await world.orders.end(orderId, 'asset', 'completed')
    // 11 · 3 / 10 smallest units.
    expect(await transferStatuses(orderId)).toContainEqual([
      'return',
      'collateral',
      '0.000000000000000003',
      'lender',
      'PENDING',
    ])
    await world.orders.end(orderId, 'collateral', 'completed')
    const { id } = await world.requests.ask(positionId)
    await world.requests.do('accept', id)
    await world.orders.end(orderId, 'asset', 'completed')
    expect(await transferStatuses(orderId)).toContainEqual([
      'close',
      'collateral',
      '0.000000000000000008',
      'lender',
      'PENDING',
    ])
  })

  it('includes no share of a top-up under way, which may never arrive', async () => {
    const order = await world.orders.active({ collateral_quantity: '100' })
    const request = await world.margin.accepted(order)
    // 360 ETH are required: 260 are on their way.
    expect(await world.orders.shownPosition(order.position_id)).toMatchObject({
      collateral_quantity: '100',
      deliveries_in_transit: '260',
    })
    const { id } = await world.requests.ask(order.position_id, { quantity: '2' })
    await world.requests.do('accept', id)
    await world.orders.end(order.id, 'asset', 'completed')
    expect(await world.requests.get(id)).toMatchObject({ collateral_returned: '20' })
    const [topUp = ''] = request.transfer_ids
    await world.report(topUp, 'completed')
    const back = (await world.orders.transfers(order.id)).find(
      ({ category, leg }) => category === 'return' && leg === 'collateral',
    )
    await world.report(back?.id ?? '', 'completed')
    expect(await world.orders.position(order.id)).toMatchObject({ asset: '8', collateral: '340' })
    expect(await world.requests.get(id)).toMatchObject({ status: 'COMPLETED' })

    const most = await world.orders.active({ collateral_quantity: '100' })
    const covered = await world.margin.accepted(most)
    const { id: large } = await world.requests.ask(most.position_id, { quantity: '9' })
    await world.requests.do('accept', large)
    await world.orders.end(most.id, 'asset', 'completed')
    expect(await world.requests.get(large)).toMatchObject({ collateral_returned: '90' })
    // The called top-up fails: a tenth of the collateral still secures a tenth of the loan.
    const [lost = ''] = covered.transfer_ids
    await world.report(lost, 'rejected')
    const sent = (await world.orders.transfers(most.id)).find(
      ({ category, leg }) => category === 'return' && leg === 'collateral',
    )
    await world.report(sent?.id ?? '', 'completed')
    expect(await world.orders.position(most.id)).toMatchObject({ asset: '1', collateral: '10' })
  })
})

describe('the whole quantity', () => {
  const closes: readonly [string, object, Key, Key][] = [
    ['a return without a quantity', { kind: 'return' }, borrowerKey, lenderKey],
    ['a recall of what is lent', { kind: 'recall', quantity: '10' }, lenderKey, borrowerKey],
  ]
  it.each(firstOf(closes))(
    'closes the order, with its interest: %s',
    async (_name, body, asks, answers) => {
      const order = await world.orders.active()
      const { id } = await world.requests.ask(order.position_id, body, asks)
      expect(await world.requests.get(id)).toMatchObject({ whole: true, quantity: '10' })
      world.service.clock.set('2026-03-03T10:00:00.000Z')
      expect(await world.requests.do('accept', id, answers)).toMatchObject({ status: 'ACCEPTED' })
      expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSING' })
      expect(await transferStatuses(order.id)).toEqual([
        ['close', 'asset', '10', 'borrower', 'PENDING'],
      ])
      await world.orders.end(order.id, 'asset', 'completed')
      // 10 BTC · 5 % · 1 / 360 is 0.0013888…
      expect((await transferStatuses(order.id)).at(-1)).toEqual([
        'interest',
        'interest',
        '0.00138889',
        'borrower',
        'PENDING',
      ])
      expect(await world.requests.get(id)).toMatchObject({ status: 'IN_PROGRESS' })
      await world.orders.end(order.id, 'interest', 'completed')
      await world.orders.end(order.id, 'collateral', 'completed')
      expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSED' })
      const over = await world.requests.get(id)
      expect(over).toMatchObject({ status: 'COMPLETED', collateral_returned: null })
      expect(over.transfer_ids).toHaveLength(3)
      expect(await world.orders.balances(order.id)).toEqual({})
      world.service.clock.set(now)
    },
  )

  it('is the quantity lent at the time of the acceptance', async () => {
    const order = await world.orders.active()
    const recall = await world.requests.ask(order.position_id, { kind: 'recall' }, lenderKey)
    const part = await world.requests.ask(order.position_id, { quantity: '4' }, borrowerKey)
    await world.requests.do('accept', part.id, lenderKey)
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.requests.get(recall.id)).toMatchObject({ whole: true, quantity: '10' })
    expect(await world.requests.do('accept', recall.id, borrowerKey)).toMatchObject({
      whole: true,
      quantity: '6',
    })
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSED' })
  })

  it('is retried by either side after a failure, through the request or the order', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id)
    await world.requests.do('accept', id)
    await world.orders.end(order.id, 'asset', 'failed')
    expect(reasonAgainst(await world.requests.get(id), 'cancel')).toBe('the order is closing')
    await refused(world.service, 409, world.requests.callOf('cancel', id))
    await world.requests.do('retry', id, borrowerKey)
    await refused(world.service, 409, world.requests.callOf('retry', id))
    await world.orders.end(order.id, 'asset', 'rejected')
    await world.orders.do('retry', order.id)
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSED' })
  })
})

describe('the acceptance', () => {
  it('is refused until a margin call is answered, whose figures have the earlier quantity', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id, { quantity: '4' })
    const request = await world.margin.create(order)
    const reply = await refused(world.service, 409, world.requests.callOf('accept', id))
    expect(reply.body.error).toMatchObject({
      reason: 'MARK_TO_MARKET_REQUEST_OPEN',
      details: [{ field: 'mark_to_market_request_id', value: request.id }],
    })
    expect(reasonAgainst(await world.requests.get(id), 'accept')).toContain(
      'mark-to-market request',
    )
    const { transfer_ids } = await world.margin.accept(request)
    await world.requests.do('accept', id)
    await world.report(transfer_ids[0] ?? '', 'failed')
    // A failed transfer can be retried while the part goes back.
    const shown = await succeed(world.service, getMarkToMarketRequest, {
      key: borrowerKey,
      params: { mark_to_market_request_id: request.id },
    })
    expect(reasonAgainst(shown, 'retry')).toBeNull()
  })

  it('is refused once the order closes, where unanswered requests lapse', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id)
    await world.orders.do('close', order.id, borrowerKey)
    expect(await world.requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await moves(id)).toEqual(['create', 'lapse'])
    const reply = await refused(world.service, 409, world.requests.callOf('accept', id))
    expect(reply.reason).toBe('INVALID_STATE')
    await world.service.services.deadlineWorker.runDue(Date.parse('2026-09-01T00:00:00.000Z'))
    expect(await world.requests.get(id)).toMatchObject({ status: 'CANCELLED' })
  })
})
