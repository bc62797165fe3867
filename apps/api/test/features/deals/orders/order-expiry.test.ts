import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DeadlineWorker } from '../../../../src/features/deals/deadlines/deadline-worker.ts'
import { createLogger } from '../../../../src/platform/telemetry/log.ts'
import { openServicePool } from '../../../../src/platform/db/pool.ts'
import { randomIds } from '../../../../src/platform/ids.ts'
import { Writes } from '../../../../src/platform/writes/writes.ts'
import { firstOf, isLongRun } from '../../../harness/long-run.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const nextDay = '2026-03-03T12:00:00.000Z'
const { lender, borrower, lenderKey, borrowerKey } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

const runDue = () => world.service.services.deadlineWorker.runDue()

const deadlines = async (id: string) =>
  (await world.service.database.query('SELECT FROM deadlines WHERE resource_id = $1', [id]))
    .rowCount

describe('an unanswered order', () => {
  it('expires at its time, and not a millisecond earlier', async () => {
    const { id } = await world.orders.create()
    world.service.clock.set('2026-03-03T11:59:59.999Z')
    expect(await runDue()).toBe(0)
    expect(await world.orders.get(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    world.service.clock.set(nextDay)
    expect(await runDue()).toBe(1)
    const order = await world.orders.get(id)
    expect(order).toMatchObject({ status: 'EXPIRED', update_time: nextDay, position_id: null })
    expect(order.actions.every(({ available }) => !available)).toBe(true)
    expect(await runDue()).toBe(0)
    expect(await deadlines(id)).toBe(0)
    const { rows } = await world.service.database.query(
      'SELECT action, actor_id FROM state_changes WHERE resource_id = $1 ORDER BY sequence',
      [id],
    )
    expect(rows.at(-1)).toEqual({ action: 'expire', actor_id: null })
  })

  it('expires late when the worker was away or the clock jumped', async () => {
    const orders = [
      await world.orders.create(),
      await world.orders.create({ expire_time: nextDay }),
    ]
    world.service.clock.set('2027-01-01T00:00:00.000Z')
    expect(await runDue()).toBe(2)
    for (const { id } of orders)
      expect(await world.orders.get(id)).toMatchObject({ status: 'EXPIRED' })
  })

  it('does not expire again when the clock is set back, and another one with time left does not either', async () => {
    const { id } = await world.orders.create()
    world.service.clock.set(nextDay)
    await runDue()
    world.service.clock.set(now)
    const fresh = await world.orders.create()
    expect(await runDue()).toBe(0)
    expect(await world.orders.get(id)).toMatchObject({ status: 'EXPIRED' })
    expect(await world.orders.get(fresh.id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    await world.orders.do('cancel', fresh.id, borrowerKey)
  })

  const answers = [
    ['accept', lenderKey, 'ACCEPTED'],
    ['reject', lenderKey, 'REJECTED'],
    ['cancel', borrowerKey, 'CANCELLED'],
  ] as const
  it.each(firstOf(answers))('does not expire after %s', async (action, key, status) => {
    const { id } = await world.orders.create()
    await world.orders.do(action, id, key)
    world.service.clock.set(nextDay)
    expect(await runDue()).toBe(0)
    expect(await world.orders.get(id)).toMatchObject({ status })
  })
})

describe('the worker', () => {
  it('continues with the others when one cannot be ended', async () => {
    const [bad, good] = [await world.orders.create(), await world.orders.create()]
    const { database } = world.service
    await database.query("UPDATE deadlines SET due_at = due_at - interval '1 minute'")
    await database.query(
      `CREATE FUNCTION refuse_this_one() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    )
    await database.query(
      `CREATE TRIGGER refuse BEFORE UPDATE ON orders FOR EACH ROW
       WHEN (OLD.id = '${bad.id}') EXECUTE FUNCTION refuse_this_one()`,
    )
    world.service.clock.set(nextDay)
    expect(await runDue()).toBe(1)
    expect(await world.orders.get(good.id)).toMatchObject({ status: 'EXPIRED' })
    expect(world.service.log.join()).toContain('processing a deadline failed')
    await database.query('DROP TRIGGER refuse ON orders')
    expect(await runDue()).toBe(1)
    expect(await world.orders.get(bad.id)).toMatchObject({ status: 'EXPIRED' })
  })

  it('ends none twice, with any number of workers', async () => {
    const count = isLongRun ? 12 : 4
    const orders = await Promise.all(Array.from({ length: count }, () => world.orders.create()))
    world.service.clock.set(nextDay)
    const { deadlineWorker } = world.service.services
    const counts = await Promise.all(Array.from({ length: 4 }, () => deadlineWorker.runDue()))
    expect(counts.reduce((sum, ended) => sum + ended)).toBe(count)
    for (const { id } of orders) expect(await world.orders.moves(id)).toEqual(['create', 'expire'])
  })

  it('runs by itself until it is stopped', async () => {
    const pool = openServicePool({ url: world.service.database.url, poolSize: 2 })
    const clock = { now: () => Date.parse(nextDay) }
    const id = randomUUID()
    await world.service.database.query(
      `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
       VALUES ('mark_to_market_request', $1, $2, $3, $4)`,
      [id, lender.id, borrower.id, now],
    )
    const ended: string[] = []
    await new Promise<void>((resolve, reject) => {
      const expire = (_tx: unknown, resourceId: string) => {
        ended.push(resourceId)
        // Resolves when this turn has ended; nothing begins after it.
        work.stop().then(resolve, reject)
        return Promise.resolve(true)
      }
      const worker = new DeadlineWorker({
        pool,
        writes: new Writes(pool, clock, randomIds),
        clock,
        logger: createLogger('fatal', { write: () => undefined }),
        handlers: { mark_to_market_request: { expire } },
      })
      const work = worker.start()
    })
    expect(ended).toEqual([id])
    expect(await deadlines(id)).toBe(0)
    await pool.end()
  })
})
