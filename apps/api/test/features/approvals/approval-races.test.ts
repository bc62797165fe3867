import {
  type Approval,
  type ApprovalPolicy,
  createOrder,
  listApprovalPolicies,
  listCredentials,
  listOrders,
  revokeCredential,
  setApprovalPolicy,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import type { Key } from '../../harness/book.ts'
import { call, callOf, type CallOptions, succeed } from '../../harness/call.ts'
import { errorLines } from '../../harness/error-lines.ts'
import { isLongRun } from '../../harness/long-run.ts'

const rounds = Array.from({ length: isLongRun ? 60 : 1 }, (_, round) => round)

const world = new ApprovalWorld()
const { borrower, borrowerAdmin, borrowerKey, borrowerTrader, lenderAdmin } = world
const { lenderSecondAdmin } = world
const requesters = rounds.map(() => borrower.colleague('execution'))

beforeAll(() => world.start())
afterAll(() => world.close())

const orderCall = (key: Key) =>
  callOf(createOrder, {
    key,
    body: { ...world.orders.body(), asset_quantity: '0.1', collateral_quantity: '4' },
  })

const orderCount = async () => {
  const { orders } = await succeed(world.service, listOrders, {
    key: borrowerKey,
    query: { page_size: 1000 },
  })
  return orders.length
}

/** The statuses of answers to requests that are sent at once. */
async function atOnce(...options: CallOptions[]): Promise<number[]> {
  const replies = await Promise.all(options.map((each) => call(world.service, each)))
  return replies.map(({ status }) => status)
}

/** Two workers at once. */
async function carryOut(): Promise<void> {
  const { approvalWorker } = world.service.services
  await Promise.all([approvalWorker.run(), approvalWorker.run()])
}

/** The state in the end, and that the order exists if and only if it was carried out. */
async function endOf({ id }: Approval, ordersBefore: number): Promise<Approval['state']> {
  await carryOut()
  const { state } = await world.get(id, borrowerAdmin)
  expect(await orderCount()).toBe(ordersBefore + (state === 'CARRIED_OUT' ? 1 : 0))
  return state
}

describe.each(rounds)('round %i of decisions at once', (round) => {
  let approval: Approval
  let before: number
  const requester = requesters[round] ?? borrowerKey
  const by = (action: 'approve' | 'reject' | 'withdraw', key: Key) =>
    world.callOnApproval(action, approval, key)

  beforeEach(async () => {
    await world.policy(borrowerAdmin, [rule('createOrder')])
    approval = await world.requested(orderCall(requester))
    before = await orderCount()
  })

  it('approve and reject: one of them decides', async () => {
    const [approved, rejected] = await atOnce(
      by('approve', borrowerAdmin),
      by('reject', borrowerTrader),
    )
    expect([approved, rejected].toSorted()).toEqual([200, 409])
    expect(await endOf(approval, before)).toBe(approved === 200 ? 'CARRIED_OUT' : 'REJECTED')
  })

  it('approve and withdraw: one of them decides', async () => {
    const [approved, withdrawn] = await atOnce(
      by('approve', borrowerAdmin),
      by('withdraw', requester),
    )
    expect([approved, withdrawn].toSorted()).toEqual([200, 409])
    expect(await endOf(approval, before)).toBe(approved === 200 ? 'CARRIED_OUT' : 'WITHDRAWN')
  })

  it('two last approvals: one of them is the last', async () => {
    const statuses = await atOnce(by('approve', borrowerAdmin), by('approve', borrowerTrader))
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await endOf(approval, before)).toBe('CARRIED_OUT')
  })

  it('two approvals of one account: it counts once', async () => {
    await world.decide('withdraw', approval, requester)
    await world.policy(borrowerAdmin, [rule('createOrder', { approvals: 2 })])
    approval = await world.requested(orderCall(requester))
    const statuses = await atOnce(by('approve', borrowerAdmin), by('approve', borrowerAdmin))
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await endOf(approval, before)).toBe('PENDING')
    await world.decide('withdraw', approval, requester)
  })

  it('an account and one that it has given a key: they count once', async () => {
    await world.decide('withdraw', approval, requester)
    const helper = await world.newcomer(borrower, 'execution', { by: borrowerAdmin })
    await world.policy(borrowerAdmin, [rule('createOrder', { approvals: 2 })])
    approval = await world.requested(orderCall(requester))
    const statuses = await atOnce(by('approve', helper), by('approve', borrowerAdmin))
    expect(statuses.toSorted()).toEqual([200, 403])
    expect(await endOf(approval, before)).toBe('PENDING')
    await world.decide('withdraw', approval, requester)
  })

  it('approve and the end of the time to decide', async () => {
    const endMs = Date.parse(approval.expire_time)
    world.service.clock.set(new Date(endMs - 1).toISOString())
    const approving = atOnce(by('approve', borrowerAdmin))
    const [[status]] = await Promise.all([
      approving,
      carryOut().then(() => {
        world.service.clock.set(approval.expire_time)
        return carryOut()
      }),
    ])
    const state = await endOf(approval, before)
    expect([200, 409]).toContain(status)
    expect(status === 200 ? ['CARRIED_OUT', 'EXPIRED'] : ['EXPIRED']).toContain(state)
  })

  it('approve and the revocation of the requester', async () => {
    const { credentials } = await succeed(world.service, listCredentials, {
      key: borrowerAdmin,
      query: { page_size: 1000 },
    })
    const own = credentials.find(({ public_key }) => public_key === requester.publicKey)
    const params = { credential_id: own?.id ?? '' }
    const revoke = callOf(revokeCredential, { key: borrowerAdmin, params })
    const [[approved, revoked]] = await Promise.all([
      atOnce(by('approve', borrowerTrader), revoke),
      carryOut(),
    ])
    expect([approved, revoked]).toEqual([200, 200])
    expect(['CARRIED_OUT', 'FAILED']).toContain(await endOf(approval, before))
  })
})

describe.each(rounds)('round %i of changed policies', () => {
  const strict = { rules: [rule('setApprovalPolicy')] }
  const set = (key: Key, body: object) => callOf(setApprovalPolicy, { key, body })
  const newestOf = async (key: Key): Promise<ApprovalPolicy[]> =>
    (await succeed(world.service, listApprovalPolicies, { key, query: { page_size: 2 } }))
      .approval_policies

  beforeEach(async () => {
    await world.policy(lenderAdmin, [])
  })

  it('two at once: what comes second is under the first', async () => {
    const [tightened, loosened] = await atOnce(
      set(lenderAdmin, strict),
      set(lenderSecondAdmin, { rules: [] }),
    )
    expect(tightened).toBe(200)
    const [newest] = await newestOf(lenderAdmin)
    expect(newest?.rules).toEqual(strict.rules)
    expect([200, 202]).toContain(loosened)
    await loosen()
  })

  it('two that are approved: both are carried out, one after the other', async () => {
    await world.policy(lenderAdmin, strict.rules)
    const first = await world.requested(set(lenderAdmin, { rules: [rule('setApprovalPolicy')] }))
    const second = await world.requested(set(lenderSecondAdmin, strict))
    const statuses = await atOnce(
      world.callOnApproval('approve', first, lenderSecondAdmin),
      world.callOnApproval('approve', second, lenderAdmin),
    )
    expect(statuses).toEqual([200, 200])
    await carryOut()
    const states = await Promise.all(
      [first, second].map(async ({ id }) => (await world.get(id, lenderAdmin)).state),
    )
    expect(states).toEqual(['CARRIED_OUT', 'CARRIED_OUT'])
    const [newest, older] = await newestOf(lenderAdmin)
    expect(newest?.version).toBe((older?.version ?? 0) + 1)
    await loosen()
  })

  async function loosen(): Promise<void> {
    const asked = await world.requested(set(lenderAdmin, { rules: [] }))
    await world.decide('approve', asked, lenderSecondAdmin)
    expect(await world.carriedOut(asked, lenderAdmin)).toMatchObject({ state: 'CARRIED_OUT' })
  }
})

it('nothing has failed, and the book is right', async () => {
  expect(errorLines(world.service.log)).toEqual([])
  expect(await world.faults()).toEqual([])
})
