import { randomUUID } from 'node:crypto'
import { acceptOrder, headerNames } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../../src/platform/db/pool.ts'
import { DeadlineWorker } from '../../../../src/features/deals/deadlines/deadline-worker.ts'
import { randomIds } from '../../../../src/platform/ids.ts'
import { createLogger } from '../../../../src/platform/telemetry/log.ts'
import { Writes } from '../../../../src/platform/writes/writes.ts'
import { call, callOf, type CallOptions } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world
/** In four, each of the four is the first once. */
const rounds = isLongRun ? 12 : 4

beforeAll(() => world.start())
afterAll(() => world.close())

/** The answers to the same request, sent this many times at once. */
async function atOnce(count: number, send: () => ReturnType<typeof call>): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: count }, send))
  return replies.map(({ status }) => status).sort()
}

const oneWins = (count: number) => [200, ...Array<number>(count - 1).fill(409)]

describe('20 requests at once', () => {
  it('accept an order once', async () => {
    const { id } = await world.orders.create()
    const statuses = await atOnce(20, () => call(world.service, world.orders.callOf('accept', id)))
    expect(statuses).toEqual(oneWins(20))
    expect(await world.orders.transfers(id)).toHaveLength(2)
    expect(await world.orders.moves(id)).toEqual(['create', 'accept'])
    expect(await world.orders.balances(id)).toEqual({
      'in_transit BTC': '10',
      'in_transit ETH': '300',
    })
  })

  it('have one answer under one key', async () => {
    const { id } = await world.orders.create()
    const headers = { [headerNames.idempotencyKey]: randomUUID() }
    const accept = () =>
      call(
        world.service,
        callOf(acceptOrder, {
          key: lenderKey,
          params: { order_id: id },
          body: world.wallets(world.lender),
          headers,
        }),
      )
    const statuses = new Set(await atOnce(20, accept))
    // A request that arrived while the first was still being worked on is refused for the moment.
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true)
    expect(await atOnce(1, accept)).toEqual([200])
    expect(await world.orders.transfers(id)).toHaveLength(2)
  })
})

describe('accept, reject, cancel and the deadline', () => {
  it('change the order once, and only with the effects of that change', async () => {
    const pool = openServicePool({ url: world.service.database.url, poolSize: 2 })
    // The worker of another process, whose clock is just past the time to answer.
    const late = { now: () => Date.parse(now) + 1 }
    const worker = new DeadlineWorker({
      pool,
      writes: new Writes(pool, late, randomIds),
      clock: late,
      logger: createLogger('fatal', { write: () => undefined }),
      handlers: { order: world.service.services.orders },
    })
    const expire_time = new Date(late.now()).toISOString()
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await world.orders.create({ expire_time })
      const tries = [
        () => worker.runDue(),
        () => answered(world.orders.callOf('accept', id)),
        () => answered(world.orders.callOf('cancel', id, borrowerKey)),
        () => answered(world.orders.callOf('reject', id)),
      ]
      // Each of them is the first in turn.
      const first = round % tries.length
      const order = [...tries.slice(first), ...tries.slice(0, first)]
      const wins = await Promise.all(order.map((attempt) => attempt()))
      expect(wins.toSorted()).toEqual([0, 0, 0, 1])

      const { status, position_id } = await world.orders.get(id)
      expect(['ACCEPTED', 'CANCELLED', 'REJECTED', 'EXPIRED']).toContain(status)
      expect(await world.orders.moves(id)).toHaveLength(2)
      expect(await world.orders.transfers(id)).toHaveLength(status === 'ACCEPTED' ? 2 : 0)
      expect(position_id === null).toBe(status !== 'ACCEPTED')
      const { rowCount } = await world.service.database.query(
        'SELECT FROM deadlines WHERE resource_id = $1',
        [id],
      )
      expect(rowCount).toBe(0)
    }
    await pool.end()
  })
})

async function answered(options: CallOptions): Promise<number> {
  const { status } = await call(world.service, options)
  expect([200, 409]).toContain(status)
  return status === 200 ? 1 : 0
}
