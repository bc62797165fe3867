import {
  acceptMarkToMarketRequest,
  getPosition,
  type Order,
  previewMarkToMarketRequest,
  retryMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { borrowerKey, lenderKey, margin, orders, requests } = world

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Nine of ten BTC come back, with their share of the collateral. */
async function giveBackNine(order: Order, meanwhile: () => Promise<unknown>) {
  const { id } = await world.requests.ask(order.position_id, { quantity: '9' })
  await world.requests.do('accept', id)
  await meanwhile()
  await world.orders.end(order.id, 'asset', 'completed')
  await world.report((await world.requests.get(id)).transfer_ids.at(-1) ?? '', 'completed')
  expect(await world.requests.get(id)).toMatchObject({ status: 'COMPLETED' })
}

describe('a release that was computed before a part came back', () => {
  it('cannot be retried afterwards', async () => {
    const order = await world.orders.active({ collateral_quantity: '400' })
    const release = await world.margin.accepted(order)
    expect(release).toMatchObject({ direction: 'Release', collateral_amount: '40' })
    await giveBackNine(order, () => world.report(release.transfer_ids[0] ?? '', 'failed'))
    // One BTC requires 36.
    expect(await world.orders.position(order.id)).toMatchObject({ asset: '1', collateral: '40' })
    const { status } = await call(
      world.service,
      callOf(retryMarkToMarketRequest, {
        key: borrowerKey,
        params: { mark_to_market_request_id: release.id },
      }),
    )
    if (status === 200) await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.orders.position(order.id)).toMatchObject({ asset: '1', collateral: '40' })
    expect(status).toBe(409)
  })
})

describe('a lender that keeps the collateral of a returned part', () => {
  it('cannot keep the borrower from a top-up, and the share is not sent twice', async () => {
    const { order, id } = await requests.returning('4', { collateral_quantity: '300' })
    await orders.end(order.id, 'asset', 'completed')
    // Six BTC require 216. Of the 300, 120 are on their way back, which the lender never approves.
    const called = await margin.create(order, borrowerKey)
    expect(called).toMatchObject({ direction: 'TopUp', collateral_amount: '36' })
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, called, lenderKey)
    await world.report(transfer_ids[0] ?? '', 'completed')
    expect(await requests.get(id)).toMatchObject({ status: 'IN_PROGRESS' })
    await world.report((await requests.get(id)).transfer_ids.at(-1) ?? '', 'failed')
    // Without the share, 120 more than required are pledged. A Release of them would send it again.
    const body = { position_id: order.position_id }
    const preview = callOf(previewMarkToMarketRequest, { key: borrowerKey, body })
    for (const explain of [true, false]) {
      const asked = callOf(previewMarkToMarketRequest, {
        key: lenderKey,
        body: { ...body, explain },
      })
      expect((await refused(world.service, 409, asked)).body.error).toMatchObject({
        reason: 'POSITION_QUANTITY_CHANGING',
        details: [{ field: 'order_request_id', value: id }],
      })
    }
    const position = await world.do(getPosition, { id: order.position_id ?? '' }, borrowerKey)
    expect(position.m2m_reason).toBe('POSITION_QUANTITY_CHANGING')
    await requests.do('retry', id, borrowerKey)
    await world.report((await requests.get(id)).transfer_ids.at(-1) ?? '', 'completed')
    expect(await requests.get(id)).toMatchObject({
      status: 'COMPLETED',
      collateral_returned: '120',
    })
    expect(await orders.position(order.id)).toMatchObject({ asset: '6', collateral: '216' })
    expect((await call(world.service, preview)).status).toBe(200)
  })
})

it.each(firstOf(['asset', 'collateral'] as const))(
  'retries the %s although the clock was set back',
  async (leg) => {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id, { quantity: '4' })
    await world.requests.do('accept', id)
    if (leg === 'collateral') await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, leg, 'failed')
    world.service.clock.set('2026-03-02T11:59:59.000Z')
    const statuses: number[] = []
    statuses.push((await call(world.service, world.requests.callOf('retry', id))).status)
    statuses.push((await call(world.service, world.requests.callOf('retry', id))).status)
    await world.orders.end(order.id, leg, 'failed')
    statuses.push((await call(world.service, world.requests.callOf('retry', id))).status)
    world.service.clock.set(now)
    expect(statuses).toEqual([200, 409, 200])
  },
)
