import { createOrder } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { callOf } from '../../harness/call.ts'

const world = new ApprovalWorld()
const { borrowerAdmin, borrowerKey, borrowerTrader } = world

beforeAll(async () => {
  await world.start()
  await world.policy(borrowerAdmin, [rule('createOrder')])
})
afterAll(() => world.close())

const orderCall = () => callOf(createOrder, { key: borrowerKey, body: world.orders.body() })

it('an approval whose end cannot be recorded does not hold up the next one', async () => {
  const stuck = await world.requested(orderCall())
  const next = await world.requested(orderCall())
  await withOwnerClient(world.service.database.url, async (client) => {
    await client.query(`CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'it stays as it is'; END $$`)
    await client.query(`CREATE TRIGGER stay BEFORE UPDATE ON approvals FOR EACH ROW
      WHEN (NEW.id = '${stuck.id}' AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION stay()`)
  })
  await world.decide('approve', stuck, borrowerTrader)
  await world.decide('approve', next, borrowerTrader)
  expect(await world.carriedOut(next, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
  expect(await world.get(stuck.id, borrowerKey)).toMatchObject({ state: 'APPROVED' })
})
