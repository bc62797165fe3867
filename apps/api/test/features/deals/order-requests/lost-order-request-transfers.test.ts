import { cancelTransfer, previewMarkToMarketRequest } from '@vadium/schema'
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

const preview = (positionId: string | null) =>
  callOf(previewMarkToMarketRequest, { key: lenderKey, body: { position_id: positionId } })

describe('a failed transfer', () => {
  it('leaves the position unchanged, and either side retries it', async () => {
    const { id, orderId, positionId } = await world.requests.returning()
    await world.orders.end(orderId, 'asset', 'failed')
    expect(await world.requests.get(id)).toMatchObject({ status: 'IN_PROGRESS' })
    expect(await world.orders.position(orderId)).toMatchObject({ asset: '10', collateral: '300' })
    expect(await world.orders.balances(orderId)).toEqual({ 'lent BTC': '10', 'pledged ETH': '300' })
    await refused(world.service, 409, preview(positionId))
    await world.requests.do('retry', id, borrowerKey)
    await refused(world.service, 409, world.requests.callOf('retry', id))
    await world.orders.end(orderId, 'asset', 'completed')
    await world.orders.end(orderId, 'collateral', 'rejected')
    expect(await world.requests.get(id)).toMatchObject({ status: 'IN_PROGRESS' })
    expect(await world.orders.position(orderId)).toMatchObject({ asset: '6', collateral: '300' })
    expect(reasonAgainst(await world.requests.get(id), 'cancel')).toContain(
      'collateral has to follow',
    )
    await refused(world.service, 409, world.requests.callOf('cancel', id))
    await world.requests.do('retry', id, lenderKey)
    await world.orders.end(orderId, 'collateral', 'completed')
    expect(await world.requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.orders.position(orderId)).toMatchObject({ asset: '6', collateral: '180' })
    expect((await world.requests.get(id)).transfer_ids).toHaveLength(4)
  })

  it.each([
    ['the creator', borrowerKey],
    ['the counterparty', lenderKey],
  ])('is cancelled by %s before anything has come back', async (_name, key) => {
    const { id, orderId, positionId } = await world.requests.returning()
    expect(reasonAgainst(await world.requests.get(id, key), 'cancel')).toContain('still under way')
    await refused(world.service, 409, world.requests.callOf('cancel', id, key))
    await world.orders.end(orderId, 'asset', 'failed')
    expect(await world.requests.do('cancel', id, key)).toMatchObject({ status: 'CANCELLED' })
    expect(await world.orders.position(orderId)).toMatchObject({ asset: '10', collateral: '300' })
    expect((await call(world.service, preview(positionId))).status).toBe(200)
    await world.requests.ask(positionId, { quantity: '1' })
  })

  it('is not retried once its cancellation was requested, so that margin can be called', async () => {
    const { id, orderId, positionId } = await world.requests.returning()
    const [transferId = ''] = (await world.requests.get(id)).transfer_ids
    await world.do(cancelTransfer, { id: transferId }, lenderKey)
    await world.report(transferId, 'cancelled')
    expect(reasonAgainst(await world.requests.get(id, borrowerKey), 'retry')).toContain(
      'the cancellation of its transfer was requested',
    )
    await refused(world.service, 409, world.requests.callOf('retry', id, borrowerKey))
    await world.requests.do('cancel', id, lenderKey)
    expect((await call(world.service, preview(positionId))).status).toBe(200)
    expect(await world.orders.position(orderId)).toMatchObject({ asset: '10', collateral: '300' })
  })

  it('sends back the rest when collateral was released meanwhile', async () => {
    const order = await world.orders.active({ collateral_quantity: '400' })
    const release = await world.margin.accepted(order)
    expect(release).toMatchObject({ direction: 'Release', collateral_amount: '40' })
    const { id } = await world.requests.ask(order.position_id, { quantity: '9.9' })
    await world.requests.do('accept', id)
    await world.orders.end(order.id, 'asset', 'completed')
    // Of the 360 that are not on their way back.
    expect(await world.requests.get(id)).toMatchObject({ collateral_returned: '356.4' })
    await world.report((await world.requests.get(id)).transfer_ids.at(-1) ?? '', 'failed')
    await world.report(release.transfer_ids[0] ?? '', 'completed')
    await world.requests.do('retry', id)
    const retried = (await world.orders.transfers(order.id)).at(-1)
    expect(retried).toMatchObject({ leg: 'collateral', quantity: '356.4', status: 'PENDING' })
    await world.report(retried?.id ?? '', 'completed')
    expect(await world.orders.position(order.id)).toMatchObject({ asset: '0.1', collateral: '3.6' })
  })
})
