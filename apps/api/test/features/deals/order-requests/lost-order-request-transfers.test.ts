import { previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused } from '../../../harness/call.ts'
import { OrderRequestWorld, reasonAgainst } from '../../../harness/order-request-world.ts'

const world = new OrderRequestWorld()
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const preview = (positionId: string | null) =>
  callOf(previewMarkToMarketRequest, { key: lenderKey, body: { position_id: positionId } })

describe('a failed transfer', () => {
  it('leaves the position unchanged, and either side retries it', async () => {
    const { id, orderId, positionId } = await world.returning()
    await world.end(orderId, 'asset', 'failed')
    expect(await world.request(id)).toMatchObject({ status: 'IN_PROGRESS' })
    expect(await world.position(orderId)).toMatchObject({ asset: '10', collateral: '300' })
    expect(await world.balances(orderId)).toEqual({ 'lent BTC': '10', 'pledged ETH': '300' })
    await refused(world.service, 409, preview(positionId))
    await world.answer('retry', id, borrowerKey)
    await refused(world.service, 409, world.answerCall('retry', id))
    await world.end(orderId, 'asset', 'completed')
    await world.end(orderId, 'collateral', 'rejected')
    expect(await world.request(id)).toMatchObject({ status: 'IN_PROGRESS' })
    expect(await world.position(orderId)).toMatchObject({ asset: '6', collateral: '300' })
    expect(reasonAgainst(await world.request(id), 'cancel')).toContain('collateral has to follow')
    await refused(world.service, 409, world.answerCall('cancel', id))
    await world.answer('retry', id, lenderKey)
    await world.end(orderId, 'collateral', 'completed')
    expect(await world.request(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.position(orderId)).toMatchObject({ asset: '6', collateral: '180' })
    expect((await world.request(id)).transfer_ids).toHaveLength(4)
  })

  it.each([
    ['the creator', borrowerKey],
    ['the counterparty', lenderKey],
  ])('is cancelled by %s before anything has come back', async (_name, key) => {
    const { id, orderId, positionId } = await world.returning()
    expect(reasonAgainst(await world.request(id, key), 'cancel')).toContain('still under way')
    await refused(world.service, 409, world.answerCall('cancel', id, key))
    await world.end(orderId, 'asset', 'failed')
    expect(await world.answer('cancel', id, key)).toMatchObject({ status: 'CANCELLED' })
    expect(await world.position(orderId)).toMatchObject({ asset: '10', collateral: '300' })
    expect((await call(world.service, preview(positionId))).status).toBe(200)
    await world.ask(positionId, { quantity: '1' })
  })

  it('sends back the rest when collateral was released meanwhile', async () => {
    const order = await world.active({ collateral_quantity: '400' })
    const release = await world.acceptMargin(await world.callMargin(order))
    expect(release).toMatchObject({ direction: 'Release', collateral_amount: '40' })
    const { id } = await world.ask(order.position_id, { quantity: '9.9' })
    await world.answer('accept', id)
    await world.end(order.id, 'asset', 'completed')
    // Of the 360 that are not on their way back.
    expect(await world.request(id)).toMatchObject({ collateral_returned: '356.4' })
    await world.report((await world.request(id)).transfer_ids.at(-1) ?? '', 'failed')
    await world.report(release.transfer_ids[0] ?? '', 'completed')
    await world.answer('retry', id)
    const retried = (await world.transfers(order.id)).at(-1)
    expect(retried).toMatchObject({ leg: 'collateral', quantity: '356.4', status: 'PENDING' })
    await world.report(retried?.id ?? '', 'completed')
    expect(await world.position(order.id)).toMatchObject({ asset: '0.1', collateral: '3.6' })
  })
})
