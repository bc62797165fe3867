import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type CallOptions } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world

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

const requests = async (positionId: string | null) => {
  const { rows } = await world.service.database.query<{ status: string }>(
    'SELECT status FROM order_requests WHERE position_id = $1 ORDER BY status',
    [positionId],
  )
  return rows.map(({ status }) => status)
}

const returned = async (orderId: string) =>
  (await world.orders.transfers(orderId)).filter(({ category }) => category !== 'open')

it('either accepts or withdraws a request', async () => {
  for (let i = 0; i < 5; i += 1) {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id, { quantity: '4' })
    const statuses = await race(
      world.requests.callOf('accept', id),
      world.requests.callOf('cancel', id, borrowerKey),
    )
    expect(statuses).toEqual([200, 409])
    const { status } = await world.requests.get(id)
    expect(await returned(order.id)).toHaveLength(status === 'ACCEPTED' ? 1 : 0)
    expect(['ACCEPTED', 'CANCELLED']).toContain(status)
  }
})

it('creates one request for each side when several are created at once', async () => {
  const order = await world.orders.active()
  const statuses = await race(
    ...Array.from({ length: 4 }, () =>
      world.requests.askCall(order.position_id, { quantity: '4' }),
    ),
    ...Array.from({ length: 4 }, () =>
      world.requests.askCall(order.position_id, { kind: 'recall', quantity: '3' }, lenderKey),
    ),
  )
  expect(statuses).toEqual([200, 200, ...Array.from({ length: 6 }, () => 409)])
  expect(await requests(order.position_id)).toEqual(['PENDING', 'PENDING'])
})

it('retries a request once when both sides retry at once', async () => {
  const order = await world.orders.active()
  const { id } = await world.requests.ask(order.position_id, { quantity: '4' })
  await world.requests.do('accept', id)
  await world.orders.end(order.id, 'asset', 'failed')
  const statuses = await race(
    world.requests.callOf('retry', id, lenderKey),
    world.requests.callOf('retry', id, borrowerKey),
    world.requests.callOf('cancel', id, lenderKey),
  )
  expect(statuses).toEqual([200, 409, 409])
  const moving = (await returned(order.id)).filter(({ status }) => status === 'PENDING')
  expect(moving).toHaveLength((await world.requests.get(id)).status === 'CANCELLED' ? 0 : 1)
})
