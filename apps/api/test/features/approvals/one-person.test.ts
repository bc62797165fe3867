import { randomUUID } from 'node:crypto'
import {
  type ApprovalRule,
  createOrder,
  createPriceSource,
  getChat,
  listOrders,
  resolveChatAction,
  revokeCredential,
  rotateCredential,
  setApprovalPolicy,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import type { Key } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new ApprovalWorld()
const { borrower, lender, platform, operator, secondOperator } = world
const { borrowerAdmin, borrowerKey, lenderAdmin, lenderKey, lenderSecondAdmin } = world
const thirdOperator = platform.colleague('operator')
const platformAdmin = platform.colleague('admin')

world.book.agreement(lender, world.stranger)
beforeAll(() => world.start())
afterAll(() => world.close())

const sourceCall = (key: Key) =>
  callOf(createPriceSource, { key, body: { source: `desk-${randomUUID()}` } })

const orderCall = (key: Key, of = borrower) =>
  callOf(createOrder, {
    key,
    body: {
      ...world.orders.body(),
      asset_quantity: '1',
      collateral_quantity: '10',
      ...world.wallets(of),
    },
  })

/** Makes a request under one rule, and then takes the rule away. */
async function requestedUnder(
  rules: readonly ApprovalRule[],
  manager: Key,
  asked: ReturnType<typeof callOf>,
) {
  await world.policy(manager, rules)
  const approval = await world.requested(asked)
  await world.policy(manager, [])
  return approval
}

async function expectNotPermitted(approval: Parameters<typeof world.callOnApproval>[1], key: Key) {
  const refusal = await refused(world.service, 403, world.callOnApproval('approve', approval, key))
  expect(refusal.reason).toBe('APPROVER_NOT_PERMITTED')
  expect(await world.carriedOut(approval, key)).toMatchObject({ state: 'PENDING', decisions: [] })
}

describe('nobody approves with two accounts', () => {
  it('the account that has created the one that asks, and its key', async () => {
    const puppet = await world.newcomer(platform, 'operator', { by: operator })
    const rules = [rule('createPriceSource')]
    const approval = await requestedUnder(rules, operator, sourceCall(puppet))
    await expectNotPermitted(approval, operator)
    await world.decide('approve', approval, secondOperator)
    expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
  })

  it.runIf(isLongRun)('the account that has given a key to the one that asks', async () => {
    const trader = await world.newcomer(lender, 'execution', { by: lenderAdmin })
    const asked = orderCall(trader, lender)
    const approval = await requestedUnder([rule('createOrder')], lenderAdmin, asked)
    await expectNotPermitted(approval, lenderAdmin)
    await world.decide('approve', approval, lenderSecondAdmin)
  })

  it('two accounts that a third account has created', async () => {
    const [one, other] = [
      await world.newcomer(platform, 'operator', { by: operator }),
      await world.newcomer(platform, 'operator', { by: operator }),
    ]
    const rules = [rule('createPriceSource')]
    const approval = await requestedUnder(rules, operator, sourceCall(one))
    await expectNotPermitted(approval, other)
  })

  it.runIf(isLongRun)(
    'an account and one that it has created, where two approvals are needed',
    async () => {
      const helper = await world.newcomer(platform, 'operator', {
        by: secondOperator,
        account: secondOperator,
      })
      const rules = [rule('createPriceSource', { approvals: 2 })]
      const approval = await requestedUnder(rules, operator, sourceCall(operator))
      await world.decide('approve', approval, helper)
      const refusal = await refused(
        world.service,
        403,
        world.callOnApproval('approve', approval, secondOperator),
      )
      expect(refusal.reason).toBe('APPROVER_NOT_PERMITTED')
      await world.decide('approve', approval, thirdOperator)
      expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
    },
  )
})

describe('accounts of an organization that an operator onboarded', () => {
  it('approve for each other, if they came before its first manager', async () => {
    const [one, other, admin] = [
      await world.newcomer(world.stranger, 'execution', { by: operator }),
      await world.newcomer(world.stranger, 'execution', { by: operator }),
      await world.newcomer(world.stranger, 'admin', { by: operator }),
    ]
    const body = {
      ...world.orders.body(),
      borrower_id: world.stranger.id,
      ...world.wallets(world.stranger),
    }
    const asked = callOf(createOrder, { key: one, body })
    const approval = await requestedUnder([rule('createOrder')], admin, asked)
    const third = await world.newcomer(world.stranger, 'execution', { by: operator })
    const later = await requestedUnder(
      [rule('createOrder')],
      admin,
      callOf(createOrder, { key: third, body }),
    )
    await expectNotPermitted(later, other)
    await world.decide('approve', approval, other)
    expect(await world.carriedOut(approval, one)).toMatchObject({ state: 'CARRIED_OUT' })
  })
})

it('an admin of the platform does not approve what an operator asks for', async () => {
  const rules = [rule('setApprovalPolicy')]
  await world.policy(operator, rules)
  const asked = callOf(setApprovalPolicy, { key: operator, body: { rules: [] } })
  const approval = await world.requested(asked)
  await expectNotPermitted(approval, platformAdmin)
  await world.decide('approve', approval, secondOperator)
  expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
})

describe('what happens after a decision', () => {
  it.runIf(isLongRun)(
    'does not make it count less: the approver gets a key by the request itself',
    async () => {
      const { own, call: asked } = world.credentialCall(
        lenderAdmin,
        lender.id,
        lenderSecondAdmin.accountId,
        'admin',
      )
      const approval = await requestedUnder([rule('createCredential')], lenderAdmin, asked)
      await world.decide('approve', approval, lenderSecondAdmin)
      expect(await world.carriedOut(approval, lenderAdmin)).toMatchObject({ state: 'CARRIED_OUT' })
      await world.get(approval.id, own)
      expect(await world.faults()).toEqual([])
    },
  )

  it('an approver without a valid key counts no more, even where no rule is left', async () => {
    const trader = await world.newcomer(borrower, 'execution', { by: borrowerAdmin })
    const before = await succeed(world.service, listOrders, { key: borrowerKey })
    const approval = await requestedUnder(
      [rule('createOrder')],
      borrowerAdmin,
      orderCall(borrowerKey),
    )
    const approved = await world.decide('approve', approval, trader)
    const [decision] = approved.decisions
    await succeed(world.service, revokeCredential, {
      key: borrowerAdmin,
      params: { credential_id: decision?.credential_id ?? '' },
    })
    expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'PENDING' })
    const after = await succeed(world.service, listOrders, { key: borrowerKey })
    expect(after.orders).toHaveLength(before.orders.length)
  })

  it.runIf(isLongRun)(
    'an approver whose key the requester replaces has approved all the same',
    async () => {
      const trader = await world.newcomer(borrower, 'execution', { by: borrowerAdmin })
      const approval = await requestedUnder(
        [rule('createOrder')],
        borrowerAdmin,
        orderCall(borrowerKey),
      )
      const { decisions } = await world.decide('approve', approval, trader)
      await succeed(world.service, rotateCredential, {
        key: borrowerAdmin,
        params: { credential_id: decisions[0]?.credential_id ?? '' },
        body: {},
      })
      expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
      expect(await world.faults()).toEqual([])
    },
  )
})

describe('an order that is accepted in its thread', () => {
  let params: { order_id: string; entry_id: string }
  beforeEach(async () => {
    const { id: order_id } = await world.orders.create()
    const chat = await succeed(world.service, getChat, { key: lenderKey, params: { order_id } })
    params = { order_id, entry_id: chat.last_entry?.id ?? '' }
  })

  it('needs the approvals of its own rule, not of one for margin calls', async () => {
    await world.policy(lenderAdmin, [
      rule('acceptOrder'),
      rule('acceptMarkToMarketRequest', { approvals: 3 }),
    ])
    const body = { decision: 'accept', ...world.wallets(lender) }
    const asked = callOf(resolveChatAction, { key: lenderKey, params, body })
    const approval = await world.requested(asked)
    expect(approval.approvals_needed).toBe(1)
    const approved = await world.decide('approve', approval, lenderSecondAdmin)
    expect(approved.approvals_needed).toBe(1)
    expect(await world.carriedOut(approval, lenderKey)).toMatchObject({ state: 'CARRIED_OUT' })
    await world.policy(lenderAdmin, [])
  })
})
