import { type Approval, createOrder, createPriceSource } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApprovalWork } from '../../../src/compose/approvals.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { addApproved } from '../../harness/approved-clones.ts'
import { call, callOf } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new ApprovalWorld()
const { borrowerAdmin, borrowerKey, borrowerTrader, operator, secondOperator } = world
/** Of which one organization may use half. */
const connections = 4

beforeAll(async () => {
  await world.start({ COUNTERPARTY_ORDERS_MAX: '1', DATABASE_POOL_SIZE: String(connections) })
  await world.policy(borrowerAdmin, [rule('createOrder')])
  await world.policy(operator, [rule('createPriceSource')])
})
afterAll(() => world.close())

const worker = () => world.service.services.approvalWorker
const stateOf = async ({ id }: Approval, key = borrowerKey) => (await world.get(id, key)).state
const pass = (ms: number) => {
  const { clock } = world.service
  clock.set(new Date(clock.now() + ms).toISOString())
}
const order = () =>
  world.requested(callOf(createOrder, { key: borrowerKey, body: world.orders.body() }))

/** An approved order that the limit of its organization refuses, after another. */
async function throttledOrder(): Promise<Approval> {
  pass(61_000)
  const [first, throttled] = [await order(), await order()]
  for (const approval of [first, throttled]) {
    await world.decide('approve', approval, borrowerTrader)
    await worker().run()
  }
  expect(await stateOf(throttled)).toBe('APPROVED')
  return throttled
}

async function triesOf({ id }: Approval): Promise<unknown> {
  const { rows } = await world.service.database.query('SELECT tries FROM approvals WHERE id = $1', [
    id,
  ])
  return rows[0]?.['tries']
}

async function endAll(): Promise<void> {
  await world.service.database.query(
    `UPDATE approvals SET state = 'EXPIRED', ended_at = now() WHERE state = 'APPROVED'`,
  )
}

describe('an approved request that a limit of its organization refuses', () => {
  it('is logged, and tried again when the limit frees, and not before', async () => {
    const throttled = await throttledOrder()
    const lines = world.service.log.filter((line) => line.includes(throttled.id))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        msg: 'an approved request was refused',
        reason: 'COUNTERPARTY_LIMITED',
        organization_id: world.borrower.id,
        next_try_time: new Date(world.service.clock.now() + 60_000).toISOString(),
      }),
    )
    pass(59_000)
    await worker().run()
    expect(await triesOf(throttled)).toBe(1)
    pass(1000)
    expect(await world.carriedOut(throttled, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
  })

  it.runIf(isLongRun)('fails at its expiry with the last refusal', async () => {
    await world.policy(borrowerAdmin, [rule('createOrder', { within_seconds: 60 })])
    const throttled = await throttledOrder()
    world.service.clock.set(throttled.expire_time)
    expect(await world.carriedOut(throttled, borrowerKey)).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'COUNTERPARTY_LIMITED' },
      end_time: throttled.expire_time,
    })
    await world.policy(borrowerAdmin, [rule('createOrder')])
  })
})

describe('260 approved requests of one organization that are refused', () => {
  let sources = 0
  const approvedSource = async () => {
    sources += 1
    const body = { source: `desk-${sources}` }
    const approval = await world.requested(callOf(createPriceSource, { key: operator, body }))
    return world.decide('approve', approval, secondOperator)
  }

  beforeAll(async () => addApproved(world.service, await throttledOrder(), 260))
  afterAll(endAll)

  it('have one place in a round, beside the request of another organization', async () => {
    const source = await approvedSource()
    await worker().round()
    expect(await stateOf(source, operator)).toBe('CARRIED_OUT')
    const tried = 'SELECT sum(tries)::int AS tries FROM approvals WHERE state = $1'
    const { rows } = await world.service.database.query(tried, ['APPROVED'])
    expect(rows).toEqual([{ tries: 2 }])
  })

  it.runIf(isLongRun)("do not keep another organization's waiting for two seconds", async () => {
    const logger = createLogger('silent', { write: () => undefined })
    const work = startApprovalWork(world.service.services, logger)
    const source = await approvedSource()
    const approvedMs = performance.now()
    await expect
      .poll(() => stateOf(source, operator), { timeout: 10_000, interval: 10 })
      .toBe('CARRIED_OUT')
    expect(performance.now() - approvedMs).toBeLessThan(2000)
    await work.stop()
  })
})

it('a request of an organization that uses all of its connections is carried out', async () => {
  pass(61_000)
  const approval = await order()
  await world.decide('approve', approval, borrowerTrader)
  const { writes } = world.service.services
  const tenant = {
    credentialId: approval.credential_id,
    organizationId: world.borrower.id,
    role: 'execution',
  }
  const holding = (count: number, work: () => Promise<unknown>): Promise<unknown> =>
    count === 0
      ? work()
      : writes.byTenant({ ...tenant, verified: false }, () => holding(count - 1, work))
  await holding(connections / 2, () => worker().round())
  expect(await stateOf(approval)).toBe('CARRIED_OUT')
})

it('an organization with 99 approved requests has one of two approvals at once refused', async () => {
  pass(61_000)
  const waiting = [await order(), await order()]
  await addApproved(world.service, await throttledOrder(), 98)
  const approve = (approval: Approval) =>
    call(world.service, world.callOnApproval('approve', approval, borrowerTrader))

  const replies = await Promise.all(waiting.map(approve))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429])
  const refused = replies.findIndex(({ status }) => status === 429)
  expect(replies[refused]?.body).toMatchObject({
    error: { reason: 'APPROVED_REQUESTS_EXHAUSTED' },
  })
  const [pending] = waiting.filter((_, i) => i === refused)
  if (pending === undefined) throw new Error('no approval was refused')
  expect(await world.get(pending.id, borrowerKey)).toMatchObject({
    state: 'PENDING',
    decisions: [],
  })
  await endAll()
  expect((await approve(pending)).status).toBe(200)
})
