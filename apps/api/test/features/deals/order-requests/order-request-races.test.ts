import { closeOrder } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type CallOptions, callOf } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world
const rounds = isLongRun ? 5 : 1

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** Sends all at once; returns the statuses of the answers, sorted. */
async function race(...calls: CallOptions[]): Promise<number[]> {
  const replies = await Promise.all(calls.map((options) => call(world.service, options)))
  return replies.map(({ status }) => status).sort()
}

const returned = async (orderId: string) =>
  (await world.orders.transfers(orderId)).filter(({ category }) => category !== 'open')

it('accepts a request once when it is accepted several times at once', async () => {
  const order = await world.orders.active()
  const { id } = await world.requests.ask(order.position_id, { quantity: '4' })
  const calls = Array.from({ length: 8 }, () => world.requests.callOf('accept', id))
  expect(await race(...calls)).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  expect(await returned(order.id)).toHaveLength(1)
})

it('moves the asset once when both sides accept at once', async () => {
  for (let i = 0; i < rounds; i += 1) {
    const order = await world.orders.active()
    const asked = await world.requests.ask(order.position_id, { quantity: '4' })
    const recalled = await world.requests.ask(
      order.position_id,
      { kind: 'recall', quantity: '3' },
      lenderKey,
    )
    const statuses = await race(
      world.requests.callOf('accept', asked.id),
      world.requests.callOf('accept', recalled.id, borrowerKey),
    )
    expect(statuses).toEqual([200, 409])
    expect(await returned(order.id)).toHaveLength(1)
  }
})

it('returns either a part or the whole when a part is accepted while the order closes', async () => {
  for (let i = 0; i < rounds; i += 1) {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id, { quantity: '4' })
    const close = callOf(closeOrder, { key: borrowerKey, params: { order_id: order.id } })
    expect(await race(world.requests.callOf('accept', id), close)).toEqual([200, 409])
    const { status } = await world.requests.get(id)
    const moving = await returned(order.id)
    expect(moving.map(({ category, quantity }) => [category, quantity])).toEqual(
      status === 'ACCEPTED' ? [['return', '4']] : [['close', '10']],
    )
  }
})

it('either accepts an answer or lets the request expire', async () => {
  const order = await world.orders.active()
  const expire_time = '2026-03-02T12:05:00.000Z'
  const { id } = await world.requests.ask(order.position_id, { quantity: '4', expire_time })
  world.service.clock.set(expire_time)
  const { deadlineWorker } = world.service.services
  await Promise.all([
    deadlineWorker.runDue(),
    deadlineWorker.runDue(),
    call(world.service, world.requests.callOf('accept', id)),
  ])
  expect(await world.requests.get(id)).toMatchObject({ status: 'EXPIRED' })
  expect(await returned(order.id)).toEqual([])
})
