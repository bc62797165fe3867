import { createOrder } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { callOf } from '../../harness/call.ts'

const world = new ApprovalWorld()
const { borrowerAdmin, borrowerKey, borrowerTrader } = world

beforeAll(async () => {
  await world.start({ COUNTERPARTY_ORDERS_MAX: '1' })
  await world.policy(borrowerAdmin, [rule('createOrder')])
})
afterAll(() => world.close())

it('an approved request that is throttled is carried out when it is no longer', async () => {
  const order = callOf(createOrder, { key: borrowerKey, body: world.orders.body() })
  const approvals = [await world.requested(order), await world.requested(order)]
  for (const approval of approvals) await world.decide('approve', approval, borrowerTrader)
  const states = async () =>
    Promise.all(approvals.map(async ({ id }) => (await world.get(id, borrowerKey)).state))

  await world.service.services.approvalWorker.run()
  expect((await states()).sort()).toEqual(['APPROVED', 'CARRIED_OUT'])
  world.service.clock.set(new Date(world.service.clock.now() + 61_000).toISOString())
  await world.service.services.approvalWorker.run()
  expect(await states()).toEqual(['CARRIED_OUT', 'CARRIED_OUT'])
})
