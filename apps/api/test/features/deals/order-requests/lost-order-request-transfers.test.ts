import { cancelTransfer, previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { call, callOf, refused } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
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

  const sides: readonly [string, Key][] = [
    ['the counterparty', lenderKey],
    ['the creator', borrowerKey],
  ]
  it.each(firstOf(sides))(
    'is cancelled by %s before anything has come back',
    async (_name, key) => {
      const { id, orderId, positionId } = await world.requests.returning()
      expect(reasonAgainst(await world.requests.get(id, key), 'cancel')).toContain(
        'still under way',
      )
      await refused(world.service, 409, world.requests.callOf('cancel', id, key))
      await world.orders.end(orderId, 'asset', 'failed')
      expect(await world.requests.do('cancel', id, key)).toMatchObject({ status: 'CANCELLED' })
      expect(await world.orders.position(orderId)).toMatchObject({ asset: '10', collateral: '300' })
      expect((await call(world.service, preview(positionId))).status).toBe(200)
      await world.requests.ask(positionId, { quantity: '1' })
    },
  )

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
})
