import { closeOrder, createAccount, createOrder } from '@vadium/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'

const world = new ApprovalWorld({ short: 1 })
const { borrower, borrowerAdmin, borrowerKey, lenderAdmin, operator } = world

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

  it('is that of the collateral of the position where margin calls have added to it', async () => {
    const deal = world.shortDeal()
    const { id } = await world.margin.accepted(deal)
    for (const { id: transferId } of await world.margin.transfersOf({ id })) {
      await world.report(String(transferId), 'completed')
    }
    await world.policy(borrowerAdmin, [rule('closeOrder', { above_usd: '800000' })])
    const params = { order_id: deal.orderId }
    const approval = await world.requested(callOf(closeOrder, { key: borrowerKey, params }))
    expect(approval.amount_usd).toBe('900000.00')
  })

  it('is the largest that can be stored where it is more', async () => {
    await world.setPrice('BTC', '1000000000000000')
    await world.policy(borrowerAdmin, [rule('createOrder', { above_usd: '500000' })])
    const approval = await world.requested(orderCall('90000000000000000000'))
    expect(approval.amount_usd).toBe(`${'9'.repeat(30)}.99`)
  })
})

describe('where several rules apply', () => {
  it('accounts created within the longest of their times may not approve', async () => {
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
    const reply = await refused(world.service, 403, world.callOnApproval('approve', approval, own))
    expect(reply.reason).toBe('APPROVER_NOT_PERMITTED')
    const late = Date.parse(approval.create_time) + 60_000
    expect(Date.parse(approval.expire_time)).toBe(late)
  })
})
