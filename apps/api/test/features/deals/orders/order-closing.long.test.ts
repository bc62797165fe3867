import {
  disputeMarkToMarketRequest,
  getMarkToMarketRequest,
  type MarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused, succeed } from '../../../harness/call.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { borrowerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

const closeBy = (id: string, key = borrowerKey) => world.orders.do('close', id, key)

const onRequest = ({ id }: MarkToMarketRequest) => ({
  key: borrowerKey,
  params: { mark_to_market_request_id: id },
})

const dispute = (request: MarkToMarketRequest, counter_notional_usd: string) =>
  succeed(world.service, disputeMarkToMarketRequest, {
    ...onRequest(request),
    body: { counter_notional_usd, reason: 'PRICE' },
  })

async function endCall(request: MarkToMarketRequest, state: 'completed' | 'failed') {
  const { transfer_ids } = await succeed(world.service, getMarkToMarketRequest, onRequest(request))
  await world.report(transfer_ids.at(-1) ?? '', state)
}

describe('200 OK', () => {
  it('returns 200 and the order is closed when everything has arrived', async () => {
    const { id } = await world.orders.active()
    world.service.clock.set('2026-03-12T12:00:00.000Z')
    await closeBy(id)
    const stillOpen = { status: 'CLOSING', collateral: '300', is_over: false }
    expect(await world.orders.position(id)).toMatchObject({ ...stillOpen, asset: '10' })
    await world.orders.end(id, 'asset', 'completed')
    expect(await world.orders.position(id)).toMatchObject({ ...stillOpen, asset: '0' })
    await world.orders.end(id, 'interest', 'completed')
    expect(await world.orders.position(id)).toMatchObject({ ...stillOpen, asset: '0' })
    await world.orders.end(id, 'collateral', 'completed')
    const order = await world.orders.get(id)
    expect(order.status).toBe('CLOSED')
    expect(order.actions.every(({ available }) => !available)).toBe(true)
    expect(await world.orders.position(id)).toMatchObject({
      status: 'CLOSED',
      asset: '0',
      collateral: '0',
      is_over: true,
    })
    expect(await world.orders.balances(id)).toEqual({})
    expect(await world.orders.moves(id)).toEqual([
      'create',
      'accept',
      'open',
      'activate',
      'close',
      'settle',
    ])
    world.service.clock.set(now)
  })

  it('returns 200 and ends a dispute of which nothing is under way', async () => {
    const order = await world.orders.active()
    const request = await world.margin.create(order)
    expect(await dispute(request, '50000')).toMatchObject({ status: 'DISPUTED' })
    const [underWay] = (await succeed(world.service, getMarkToMarketRequest, onRequest(request)))
      .transfer_ids
    const reply = await refused(
      world.service,
      409,
      world.orders.callOf('close', order.id, borrowerKey),
    )
    expect(reply.body.error).toMatchObject({
      reason: 'POSITION_QUANTITY_CHANGING',
      details: [{ field: 'transfer_id', value: underWay }],
    })
    await endCall(request, 'completed')
    expect(await closeBy(order.id)).toMatchObject({ status: 'CLOSING' })
    expect(await succeed(world.service, getMarkToMarketRequest, onRequest(request))).toMatchObject({
      status: 'COMPLETED',
    })
    await world.orders.end(order.id, 'asset', 'completed')
    const collateral = (await world.orders.closingTransfers(order.id)).find(
      ([, leg]) => leg === 'collateral',
    )
    expect(collateral?.[3]).toBe('320')
  })
})
