import {
  closeOrder,
  createAccount,
  createOrder,
  listNotifications,
  setApprovalPolicy,
} from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { insider } from '../../harness/insider.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new ApprovalWorld({ short: 1 })
const { borrower, borrowerAdmin, borrowerKey, borrowerTrader, lenderAdmin, operator } = world

beforeAll(() => world.start())
afterEach(async () => {
  await world.policy(borrowerAdmin, [])
  await world.policy(lenderAdmin, [])
  await world.setPrice('BTC', '60000')
})
afterAll(() => world.close())

const orderCall = (asset_quantity: string, key = borrowerKey) =>
  callOf(createOrder, {
    key,
    body: { ...world.orders.body(), asset_quantity, collateral_quantity: '10' },
  })

describe('the amount of a request', () => {
  it('is that of the collateral where a return brings back little of the asset in USD', async () => {
    const { position_id } = await world.orders.active()
    await world.setPrice('BTC', '1')
    const { id } = await world.requests.ask(position_id)
    await world.policy(lenderAdmin, [rule('acceptOrderRequest', { above_usd: '500000' })])
    const approval = await world.requested(world.requests.callOf('accept', id))
    expect(approval.amount_usd).toBe('750000.00')
  })

  it.runIf(isLongRun)(
    'is that of the collateral of the position where margin calls have added to it',
    async () => {
      const deal = world.shortDeal()
      const { id } = await world.margin.accepted(deal)
      for (const { id: transferId } of await world.margin.transfersOf({ id })) {
        await world.report(String(transferId), 'completed')
      }
      await world.policy(borrowerAdmin, [rule('closeOrder', { above_usd: '800000' })])
      const params = { order_id: deal.orderId }
      const approval = await world.requested(callOf(closeOrder, { key: borrowerKey, params }))
      expect(approval.amount_usd).toBe('900000.00')
    },
  )

  it('is the largest that can be stored where it is more', async () => {
    await world.setPrice('BTC', '1000000000000000')
    await world.policy(borrowerAdmin, [rule('createOrder', { above_usd: '500000' })])
    const approval = await world.requested(orderCall('90000000000000000000'))
    expect(approval.amount_usd).toBe(`${'9'.repeat(30)}.99`)
  })
})

it('refuses a rule above more than can be stored, and names its member as other lists do', async () => {
  const tooMuch = rule('createOrder', { above_usd: '9'.repeat(31) })
  const body = { rules: [rule('createOrder'), tooMuch] }
  const given = callOf(setApprovalPolicy, { key: borrowerAdmin, body })
  const reply = await refused(world.service, 422, given)
  expect(reply.body.error.details).toMatchObject([{ field: 'rules.1.above_usd' }])
})

describe('an approved request that needs one more approval when it is carried out', () => {
  const rules = [rule('createOrder'), rule('createOrder', { above_usd: '650000', approvals: 2 })]

  it('is pending again with the new number and amount, and carried out after it', async () => {
    await world.policy(borrowerAdmin, rules)
    const approval = await world.requested(orderCall('10'))
    expect(approval).toMatchObject({ approvals_needed: 1, amount_usd: '600000.00' })
    await world.decide('approve', approval, borrowerTrader)
    await world.setPrice('BTC', '70000')
    expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({
      state: 'PENDING',
      approvals_needed: 2,
      amount_usd: '700000.00',
      decisions: [{ decision: 'approve', account_id: borrowerTrader.accountId }],
      failure: null,
    })
    await world.decide('approve', approval, borrowerAdmin)
    expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
  })

  it.runIf(isLongRun)('is announced to those who decide, with the new amount', async () => {
    await world.policy(borrowerAdmin, rules)
    const approval = await world.requested(orderCall('10'))
    await world.decide('approve', approval, borrowerTrader)
    await world.setPrice('BTC', '70000')
    await world.carriedOut(approval, borrowerKey)
    const { notifications } = await succeed(world.service, listNotifications, {
      key: borrowerAdmin,
      query: { category: 'approval_to_decide' },
    })
    const bodies = notifications.filter(({ link }) => link.id === approval.id).map((n) => n.body)
    expect(bodies).toEqual([
      expect.stringMatching(/needs 2 approvals by other accounts: .* about 700000\.00 USD/),
      expect.stringMatching(/needs 1 approval by other accounts: .* about 600000\.00 USD/),
    ])
    await world.decide('withdraw', approval, borrowerKey)
  })

  it.runIf(isLongRun)('is pending again where an approver has lost the credential', async () => {
    await world.policy(borrowerAdmin, [rule('createOrder')])
    const approval = await world.requested(orderCall('10'))
    const approver = await insider(world.service.database, borrower.id, 'execution')
    await world.decide('approve', approval, approver)
    await world.service.database.query(
      'UPDATE credentials SET revoked_at = now() WHERE account_id = $1',
      [approver.accountId],
    )
    expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({
      state: 'PENDING',
      approvals_needed: 1,
      amount_usd: '600000.00',
    })
    await world.decide('approve', approval, borrowerTrader)
    expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
  })
})

describe('where several rules apply', () => {
  it.runIf(isLongRun)(
    'accounts created within the longest of their times may not approve',
    async () => {
      const account = await succeed(world.service, createAccount, {
        key: operator,
        body: { organization_id: borrower.id, name: 'Second account', kind: 'person' },
      })
      const { own, call: asked } = world.credentialCall(
        borrowerAdmin,
        borrower.id,
        account.id,
        'execution',
      )
      expect((await call(world.service, asked)).status).toBe(200)
      await world.service.database.query(
        "UPDATE credentials SET made_at = made_at - interval '1 hour' WHERE account_id = $1",
        [account.id],
      )
      await world.policy(borrowerAdmin, [
        rule('createOrder', { within_seconds: 86_400 }),
        rule('createOrder', { above_usd: '500000', approvals: 1, within_seconds: 60 }),
      ])
      const approval = await world.requested(orderCall('10', borrowerAdmin))
      const reply = await refused(
        world.service,
        403,
        world.callOnApproval('approve', approval, own),
      )
      expect(reply.reason).toBe('APPROVER_NOT_PERMITTED')
      const late = Date.parse(approval.create_time) + 60_000
      expect(Date.parse(approval.expire_time)).toBe(late)
    },
  )
})
