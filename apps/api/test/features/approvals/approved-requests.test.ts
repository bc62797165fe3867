import { createOrder, headerNames, listOrders, type Order } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new ApprovalWorld()
const { borrowerAdmin, borrowerKey, borrowerTrader, borrowerViewer } = world

beforeAll(async () => {
  await world.start()
  await world.policy(borrowerAdmin, [
    rule('createOrder', { above_usd: '500000' }),
    rule('createOrder', { above_usd: '5000000', approvals: 2 }),
  ])
})
afterAll(() => world.close())

const orderCall = (asset_quantity: string) =>
  callOf(createOrder, {
    key: borrowerKey,
    body: { ...world.orders.body(), asset_quantity, collateral_quantity: '10' },
  })

const orders = async () => {
  const { orders: listed } = await succeed(world.service, listOrders, { key: borrowerKey })
  return listed
}

describe('a write above the amount of a rule', () => {
  it('answers 202 and has no effect until another account approves it', async () => {
    const before = await orders()
    const approval = await world.requested(orderCall('10'))
    expect(approval).toMatchObject({
      state: 'PENDING',
      operation: 'createOrder',
      amount_usd: '600000.00',
      approvals_needed: 1,
    })
    expect(JSON.parse(approval.request.body)).toMatchObject({ asset_quantity: '10' })
    expect(await orders()).toEqual(before)

    const approved = await world.decide('approve', approval, borrowerTrader)
    expect(['APPROVED', 'CARRIED_OUT']).toContain(approved.state)
    const done = await world.carriedOut(approval, borrowerKey)
    expect(done).toMatchObject({ state: 'CARRIED_OUT', failure: null })
    const after = await orders()
    expect(after).toHaveLength(before.length + 1)
    expect(done.answer).toMatchObject({ id: after[0]?.id, asset_quantity: '10' })
  })

  it('is carried out once, however often the worker runs', async () => {
    const approval = await world.requested(orderCall('10'))
    await world.decide('approve', approval, borrowerTrader)
    const before = await orders()
    const { approvalWorker } = world.service.services
    await Promise.all(Array.from({ length: isLongRun ? 8 : 4 }, () => approvalWorker.run()))
    expect((await orders()).length - before.length).toBeLessThanOrEqual(1)
    expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
  })

  it.runIf(isLongRun)(
    'gives an order its number when it is carried out, so that none is missing',
    async () => {
      const numbers: unknown[] = []
      const create = async () => {
        const { body } = await call(world.service, orderCall('1'))
        numbers.push((body as Order).number)
      }
      await create()
      await world.decide('withdraw', await world.requested(orderCall('10')), borrowerKey)
      const approval = await world.requested(orderCall('10'))
      await create()
      await world.decide('approve', approval, borrowerTrader)
      const { answer } = await world.carriedOut(approval, borrowerKey)
      numbers.push(answer?.['number'])
      await create()
      const first = Number(numbers[0])
      expect(numbers).toEqual([first, first + 1, first + 2, first + 3])
    },
  )

  it('answers the same 202 to a repeated request with its key', async () => {
    const options = { ...orderCall('10'), headers: { [headerNames.idempotencyKey]: 'the-same' } }
    const first = await call(world.service, options)
    const again = await call(world.service, options)
    expect([first.status, again.status]).toEqual([202, 202])
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  it('needs as many approvals as the strictest rule that applies', async () => {
    const approval = await world.requested(orderCall('100'))
    expect(approval.approvals_needed).toBe(2)
    const first = await world.decide('approve', approval, borrowerTrader)
    expect(first).toMatchObject({ state: 'PENDING', decisions: [{ decision: 'approve' }] })
    const again = await refused(
      world.service,
      409,
      world.callOnApproval('approve', approval, borrowerTrader),
    )
    expect(again.reason).toBe('INVALID_STATE')
    const second = await world.decide('approve', approval, borrowerAdmin)
    expect(second.state).not.toBe('PENDING')
  })

  it('is refused at once if it would be refused without a policy', async () => {
    const body = { ...world.orders.body(), asset_quantity: '10', lender_id: world.stranger.id }
    const reply = await call(world.service, callOf(createOrder, { key: borrowerKey, body }))
    expect(reply.status).toBeGreaterThanOrEqual(400)
  })
})

it('a write below the amount has its effect at once', async () => {
  const reply = await call(world.service, orderCall('1'))
  expect(reply.status).toBe(200)
})

describe('a decision', () => {
  it('is refused on a request of the same account', async () => {
    const approval = await world.requested(orderCall('10'))
    for (const action of ['approve', 'reject'] as const) {
      const reply = await refused(
        world.service,
        403,
        world.callOnApproval(action, approval, borrowerKey),
      )
      expect(reply.reason).toBe('APPROVER_NOT_PERMITTED')
    }
  })

  it('is refused for a role that may not do what is asked', async () => {
    const approval = await world.requested(orderCall('10'))
    const reply = await refused(
      world.service,
      403,
      world.callOnApproval('approve', approval, borrowerViewer),
    )
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })

  it('is refused on a request of another organization, as if it did not exist', async () => {
    const approval = await world.requested(orderCall('10'))
    const reply = await refused(
      world.service,
      404,
      world.callOnApproval('approve', approval, world.lenderAdmin),
    )
    expect(reply.reason).toBe('APPROVAL_NOT_FOUND')
  })

  it('is refused with the hash of another request', async () => {
    const approval = await world.requested(orderCall('10'))
    const other = { ...approval, request_hash: '0'.repeat(64) }
    const reply = await refused(
      world.service,
      422,
      world.callOnApproval('approve', other, borrowerTrader),
    )
    expect(reply.reason).toBe('VALUE_INVALID')
    expect(await world.get(approval.id, borrowerKey)).toMatchObject({ state: 'PENDING' })
  })
})

it('rejected and withdrawn requests are never carried out', async () => {
  await world.service.services.approvalWorker.run()
  const before = await orders()
  const rejected = await world.requested(orderCall('10'))
  await world.decide('reject', rejected, borrowerTrader)
  const withdrawn = await world.requested(orderCall('10'))
  await world.decide('withdraw', withdrawn, borrowerKey)
  expect(await world.carriedOut(rejected, borrowerKey)).toMatchObject({ state: 'REJECTED' })
  expect(await world.carriedOut(withdrawn, borrowerKey)).toMatchObject({ state: 'WITHDRAWN' })
  expect(await orders()).toEqual(before)
})

it('a request whose time to decide has passed expires', async () => {
  const approval = await world.requested(orderCall('10'))
  world.service.clock.set(approval.expire_time)
  const late = await refused(
    world.service,
    409,
    world.callOnApproval('approve', approval, borrowerTrader),
  )
  expect(late.reason).toBe('INVALID_STATE')
  expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'EXPIRED' })
})
