import { type Approval, createOrder, createPriceSource } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApprovalWork } from '../../../src/compose/approvals.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { addApproved } from '../../harness/approved-clones.ts'
import { call, callOf } from '../../harness/call.ts'

const world = new ApprovalWorld()
const { borrowerAdmin, borrowerKey, borrowerTrader, operator, secondOperator } = world

beforeAll(async () => {
  await world.start({ COUNTERPARTY_ORDERS_MAX: '1' })
  await world.policy(borrowerAdmin, [rule('createOrder')])
  await world.policy(operator, [rule('createPriceSource')])
})
afterAll(() => world.close())
beforeEach(() => {
  pass(61_000)
})

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
  it('is tried again when the limit frees, and not before', async () => {
    const throttled = await throttledOrder()
    pass(59_000)
    await worker().run()
    expect(await triesOf(throttled)).toBe(1)
    pass(1000)
    expect(await world.carriedOut(throttled, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
  })

  it('is logged, with its reason and the time of its next try', async () => {
    const { id } = await throttledOrder()
    const lines = world.service.log.filter((line) => line.includes(id))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        msg: 'an approved request was refused',
        reason: 'COUNTERPARTY_LIMITED',
        organization_id: world.borrower.id,
        next_try_time: new Date(world.service.clock.now() + 60_000).toISOString(),
      }),
    )
    await endAll()
  })

  it('fails at its expiry with the last refusal', async () => {
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

  it('have one place in a round, beside the request of another organization', async () => {
    const refused = await throttledOrder()
    await addApproved(world.service, refused, 260)
    const source = await approvedSource()
    await worker().round()
    expect(await stateOf(source, operator)).toBe('CARRIED_OUT')
    const tried = 'SELECT sum(tries)::int AS tries FROM approvals WHERE state = $1'
    const { rows } = await world.service.database.query(tried, ['APPROVED'])
    expect(rows).toEqual([{ tries: 2 }])
    await endAll()
  })

  it("do not keep another organization's waiting for two seconds", async () => {
    await addApproved(world.service, await throttledOrder(), 260)
    const logger = createLogger('silent', { write: () => undefined })
    const work = startApprovalWork(world.service.services, logger)
    const source = await approvedSource()
    const approvedMs = performance.now()
    await expect
      .poll(() => stateOf(source, operator), { timeout: 10_000, interval: 10 })
      .toBe('CARRIED_OUT')
    expect(performance.now() - approvedMs).toBeLessThan(2000)
    await work.stop()
    await endAll()
  })
})

describe('an organization with 99 approved requests that wait', () => {
  let waiting: readonly Approval[]
  beforeEach(async () => {
    waiting = [await order(), await order()]
    await addApproved(world.service, await throttledOrder(), 98)
  })

  const approve = (approval: Approval | undefined) => {
    if (approval === undefined) throw new Error('there is no request')
    return call(world.service, world.callOnApproval('approve', approval, borrowerTrader))
  }

  it('has the next but one refused with 429 until one has ended, and it stays pending', async () => {
    const [next, nextButOne] = waiting
    expect((await approve(next)).status).toBe(200)
    const refused = await approve(nextButOne)
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { reason: 'APPROVED_REQUESTS_EXHAUSTED' } },
    })
    expect(await world.get(nextButOne?.id ?? '', borrowerKey)).toMatchObject({
      state: 'PENDING',
      decisions: [],
    })
    await endAll()
    expect((await approve(nextButOne)).status).toBe(200)
    await endAll()
  })

  it('has one of two approvals at once refused', async () => {
    const replies = await Promise.all(waiting.map((approval) => approve(approval)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429])
    await endAll()
  })
})
