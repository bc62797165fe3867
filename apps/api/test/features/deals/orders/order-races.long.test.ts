import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

/** The answers to the same request, sent this many times at once. */
async function atOnce(count: number, send: () => ReturnType<typeof call>): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: count }, send))
  return replies.map(({ status }) => status).sort()
}

const oneWins = (count: number) => [200, ...Array<number>(count - 1).fill(409)]

describe('20 requests at once', () => {
  it('close an order once', async () => {
    const { id } = await world.orders.active()
    const statuses = await atOnce(20, () =>
      call(world.service, world.orders.callOf('close', id, borrowerKey)),
    )
    expect(statuses).toEqual(oneWins(20))
    expect(await world.orders.transfers(id)).toHaveLength(3)
  })

  it('retry a failed transfer once', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'failed')
    let side = 0
    const statuses = await atOnce(20, () => {
      side += 1
      return call(
        world.service,
        world.orders.callOf('retry', id, side % 2 ? lenderKey : borrowerKey),
      )
    })
    expect(statuses).toEqual(oneWins(20))
    expect(await world.orders.transfers(id)).toHaveLength(3)
  })

  it('either retry or abandon', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'failed')
    await world.orders.end(id, 'collateral', 'failed')
    let turn = 0
    await atOnce(20, () => {
      turn += 1
      return call(world.service, world.orders.callOf(turn % 2 ? 'retry' : 'abandon', id))
    })
    const { status } = await world.orders.get(id)
    const transfers = await world.orders.transfers(id)
    expect([status, transfers.length]).toEqual(status === 'FAILED' ? ['FAILED', 2] : ['OPENING', 4])
  })
})
