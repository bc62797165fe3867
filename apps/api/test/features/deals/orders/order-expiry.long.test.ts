import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const nextDay = '2026-03-03T12:00:00.000Z'
const { lender, borrower } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

const runDue = () => world.service.services.deadlineWorker.runDue()

describe('the worker', () => {
  it('ends more orders than fit into one batch, the longest due first', async () => {
    const created = await Promise.all(Array.from({ length: 5 }, () => world.orders.create()))
    await world.service.database.query(
      `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
       SELECT 'order', gen_random_uuid(), $1, $2, $3::timestamptz - interval '1 hour'
       FROM generate_series(1, 250)`,
      [lender.id, borrower.id, nextDay],
    )
    world.service.clock.set(nextDay)
    // Deadlines of orders that do not exist are deleted.
    expect(await runDue()).toBe(255)
    for (const { id } of created)
      expect(await world.orders.get(id)).toMatchObject({ status: 'EXPIRED' })
    const { rowCount } = await world.service.database.query(
      "SELECT FROM deadlines WHERE kind = 'order'",
    )
    expect(rowCount).toBe(0)
  })
})
