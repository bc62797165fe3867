import { createOrder } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { callOf } from '../../harness/call.ts'
import { copyDatabase, type TestDatabase } from '../../harness/database.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const world = new ApprovalWorld()
const { borrowerAdmin, borrowerKey, borrowerTrader } = world

let database: TestDatabase
let link: BreakableLink
let other: RunningService
beforeAll(async () => {
  database = await copyDatabase()
  link = await openBreakableLink(database.url)
  await world.start({}, { database: { ...database, url: link.url } })
  other = await startService({ database })
  await world.policy(borrowerAdmin, [rule('createOrder')])
})
afterAll(async () => {
  await other.close()
  await world.close()
  await link.close()
  await database.drop()
})

const countOrders = async () =>
  (await database.query('SELECT count(*)::int AS orders FROM orders')).rows[0]?.['orders']

const statements = isLongRun
  ? ['SKIP LOCKED', 'SAVEPOINT approved', 'INSERT orders', 'UPDATE approvals', 'COMMIT']
  : ['COMMIT']

it.each(
  statements.flatMap((statement) => [
    [statement, 'before'] as const,
    [statement, 'after'] as const,
  ]),
)(
  'a connection lost at %s, %s the database has it, loses no approved request',
  async (at, side) => {
    const asked = callOf(createOrder, { key: borrowerKey, body: world.orders.body() })
    const approval = await world.requested(asked)
    await world.decide('approve', approval, borrowerTrader)
    const before = Number(await countOrders())
    link.breakAt(at, side)
    await world.service.services.approvalWorker.run()
    await other.services.approvalWorker.run()
    expect(await world.get(approval.id, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
    expect(await countOrders()).toBe(before + 1)
  },
)

it('a database that cannot be reached ends the round, and counts as no try', async () => {
  const asked = callOf(createOrder, { key: borrowerKey, body: world.orders.body() })
  const approval = await world.requested(asked)
  await world.decide('approve', approval, borrowerTrader)
  await link.cut()
  await expect(world.service.services.approvalWorker.run()).rejects.toThrow()
  await link.mend()
  const { rows } = await database.query('SELECT state, tries FROM approvals WHERE id = $1', [
    approval.id,
  ])
  expect(rows).toEqual([{ state: 'APPROVED', tries: 0 }])
  expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
})
