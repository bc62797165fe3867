import { previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused } from '../../../harness/call.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

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

const preview = (positionId: string | null) =>
  callOf(previewMarkToMarketRequest, { key: lenderKey, body: { position_id: positionId } })

describe('a part', () => {
  it('is recalled by the lender in the same way, and the borrower answers', async () => {
    const order = await world.orders.active()
    const { id, actions } = await world.requests.ask(
      order.position_id,
      { kind: 'recall', quantity: '2.5', note: 'Needed elsewhere.' },
      lenderKey,
    )
    expect(reasonAgainst({ actions }, 'accept')).toContain('counterparty')
    expect(await world.requests.do('accept', id, borrowerKey)).toMatchObject({
      kind: 'recall',
      status: 'ACCEPTED',
      note: 'Needed elsewhere.',
    })
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.orders.position(order.id)).toMatchObject({ asset: '7.5', collateral: '225' })
  })

  it('completes without collateral when its share rounds to zero', async () => {
    const { id, orderId } = await world.requests.returning('0.00000001', {
      collateral_quantity: '0.000000000000000001',
    })
    await world.orders.end(orderId, 'asset', 'completed')
    expect(await world.requests.get(id)).toMatchObject({
      status: 'COMPLETED',
      collateral_returned: '0',
    })
    expect(await transferStatuses(orderId)).toHaveLength(1)
  })

  it('blocks a preview of the position until its asset is back, and a close until it has completed', async () => {
    const { orderId, positionId, id } = await world.requests.returning()
    const blocksClose = async () => {
      expect(reasonAgainst(await world.orders.get(orderId), 'close')).toContain(
        'close is not possible',
      )
      expect(reasonAgainst(await world.orders.get(orderId), 'return')).toContain(
        'another order request',
      )
    }
    const reply = await refused(world.service, 409, preview(positionId))
    expect(reply.body.error).toMatchObject({
      reason: 'POSITION_QUANTITY_CHANGING',
      details: [{ field: 'order_request_id', value: id }],
    })
    await blocksClose()
    await world.orders.end(orderId, 'asset', 'completed')
    expect((await call(world.service, preview(positionId))).status).toBe(200)
    await blocksClose()
    await world.orders.end(orderId, 'collateral', 'completed')
    expect((await call(world.service, preview(positionId))).status).toBe(200)
    expect(reasonAgainst(await world.orders.get(orderId), 'close')).toBeNull()
    expect(reasonAgainst(await world.orders.get(orderId), 'return')).toBeNull()
  })
})

describe('the acceptance', () => {
  it('is refused for the whole quantity until every margin call and transfer has ended, like a close', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id)
    const { transfer_ids } = await world.margin.accepted(order)
    const reply = await refused(world.service, 409, world.requests.callOf('accept', id))
    expect(reply.reason).toBe('MARK_TO_MARKET_REQUEST_OPEN')
    await world.report(transfer_ids[0] ?? '', 'completed')
    await world.requests.do('accept', id)
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSING' })
  })
})
