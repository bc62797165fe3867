import { acceptOrder, cancelTransfer, getToday, type Order, reportInterest } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { MonthlyPayments } from '../../../harness/monthly-payments.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const payments = new MonthlyPayments(world)
const { lender, borrower, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', '2026-03-02T12:00:00.000Z')

beforeAll(async () => {
  await world.start()
  await world.newerTerms(2, { interest_schedule: 'monthly' })
})
beforeEach(() => payments.anotherYear())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** 1,000,000 USDC at 6.5 % against 25 BTC, which pay every month. */
async function ofUsdc(): Promise<Order> {
  const { id } = await world.orders.create({
    asset: 'USDC',
    asset_quantity: '1000000',
    rate_percent: '6.5',
    collateral_asset: 'BTC',
    collateral_quantity: '25',
    asset_wallet_id: borrower.wallet('USDC'),
    collateral_wallet_id: borrower.wallet('BTC'),
  })
  await world.do(acceptOrder, { id }, lenderKey, {
    asset_wallet_id: lender.wallet('USDC'),
    collateral_wallet_id: lender.wallet('BTC'),
  })
  await world.orders.end(id, 'asset', 'completed')
  await world.orders.end(id, 'collateral', 'completed')
  return world.orders.get(id)
}

describe('interest that is paid every month', () => {
  it('is what has accrued until the first, and the rest at the close', async () => {
    const order = await ofUsdc()
    await payments.pass('01-31T23:59:59.999Z')
    expect(await payments.quantities(order)).toEqual([])
    await payments.pass('02-01T00:00:00.000Z')
    expect(await payments.of(order)).toMatchObject([
      { leg: 'interest', quantity: '3069.444445', token: 'USDC', sender: 'borrower' },
    ])
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'ACTIVE' })
    await payments.end(order, 'completed')
    await payments.pass('03-01T00:00:00.000Z')
    await payments.end(order, 'completed')
    payments.at('03-10T12:00:00.000Z')
    await world.orders.do('close', order.id, borrowerKey)
    await world.orders.end(order.id, 'asset', 'completed')
    await payments.end(order, 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSED' })
    expect(await payments.quantities(order)).toEqual(['3069.444445', '5055.555555', '1625'])
    expect(await payments.days(order)).toMatchObject([
      { due_on: payments.on('02-01') },
      { due_on: payments.on('03-01') },
      { due_on: payments.on('03-10') },
    ])
    expect(await world.orders.shownPosition(order.position_id)).toMatchObject({
      interest_accrued: '9750',
      interest_paid: '9750',
    })
    // Each payment is what the report says of its month.
    const { interest } = await succeed(world.service, reportInterest, {
      key: lenderKey,
      query: { from: payments.on('02-01T00:00:00.000Z'), to: payments.on('03-01T00:00:00.000Z') },
    })
    expect(interest.filter(({ order_id }) => order_id === order.id)).toMatchObject([
      { interest: '5055.555555', days: 28 },
    ])
  })

  it('is paid in one payment by a service that was away for two months, and not again', async () => {
    const order = await world.orders.active()
    await payments.pass('04-03T08:00:00.000Z')
    // 10 BTC · 5 % · 76 / 360, until 1 April.
    expect(await payments.quantities(order)).toEqual(['0.10555556'])
    await payments.pass('04-03T09:00:00.000Z')
    await payments.pass('04-30T23:59:59.999Z')
    expect(await payments.quantities(order)).toHaveLength(1)
    await payments.pass('05-01T00:00:00.000Z')
    expect(await payments.quantities(order)).toEqual(['0.10555556', '0.04166667'])
  })
})

describe('a payment that failed', () => {
  it('is instructed again by a retry of the active order, and no sooner late', async () => {
    const order = await world.orders.active()
    const reason = async () => reasonAgainst(await world.orders.get(order.id), 'retry')
    const nothing =
      'retry is not possible: what was due on the first of this month is paid or being paid'
    expect(await reason()).toBe(nothing)
    await payments.pass('02-01T00:00:00.000Z')
    expect(await reason()).toBe(nothing)
    await payments.end(order, 'failed')
    payments.at('02-03T12:00:00.000Z')
    expect(await reason()).toBeNull()
    expect(await payments.failed(order)).toEqual([['interest', true]])
    await world.orders.do('retry', order.id, borrowerKey)
    expect(await payments.failed(order)).toEqual([])
    const [first, second] = await payments.of(order)
    expect(second).toMatchObject({ quantity: first?.quantity, replaces: first?.id })
    expect(await payments.days(order)).toEqual(
      Array(2).fill({ due_on: payments.on('02-01'), late_at: payments.on('02-02') }),
    )
    await refused(world.service, 409, world.orders.callOf('retry', order.id))
    await payments.end(order, 'completed')
    await refused(world.service, 409, world.orders.callOf('retry', order.id))
    expect(await world.orders.moves(order.id)).toContain('retry')
  })
})

describe('a payment that is late', () => {
  it('is cancelled by the lender, and instructed again by a retry', async () => {
    const order = await world.orders.active()
    await payments.pass('02-01T00:00:00.000Z')
    const [payment] = await payments.of(order)
    const id = payment?.id ?? ''
    const cancel = callOf(cancelTransfer, { key: lenderKey, params: { transfer_id: id } })
    await refused(world.service, 409, cancel)
    payments.at('02-03T12:00:00.000Z')
    const { late_transfers: late } = await succeed(world.service, getToday, { key: lenderKey })
    expect(late.transfers.find((one) => one.id === id)?.actions).toMatchObject([
      { action: 'cancel', available: true },
    ])
    await succeed(world.service, cancelTransfer, cancel)
    await world.report(id, 'cancelled')
    await world.orders.do('retry', order.id, borrowerKey)
    expect(await payments.of(order)).toMatchObject([{ id }, { replaces: id }])
  })
})

describe('a close', () => {
  it('waits for a payment that is under way, and its collateral secures it', async () => {
    const order = await world.orders.active()
    await payments.pass('02-01T00:00:00.000Z')
    payments.at('02-05T12:00:00.000Z')
    await world.orders.do('close', order.id, borrowerKey)
    await world.orders.end(order.id, 'asset', 'completed')
    expect(await payments.quantities(order)).toEqual(['0.02361112'])
    await refused(world.service, 409, world.orders.callOf('retry', order.id))
    await payments.end(order, 'failed')
    await world.orders.do('retry', order.id)
    // 10 BTC · 5 % · 21 / 360
    expect(await payments.quantities(order)).toEqual(['0.02361112', '0.02916667'])
    await payments.end(order, 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'CLOSED' })
  })
})

describe('an amend', () => {
  it('pays at once what was due on the first, if interest is paid every month from now on', async () => {
    await world.newerTerms(3, { interest_schedule: 'at_close' })
    const order = await world.orders.active()
    expect(reasonAgainst(order, 'retry')).toBe('the order is ACTIVE')
    await payments.pass('02-20T12:00:00.000Z')
    expect(await payments.quantities(order)).toEqual([])
    await world.newerTerms(4, { interest_schedule: 'monthly' })
    const amend = { kind: 'amend', terms_version: 4 }
    const { id } = await world.requests.ask(order.position_id, amend)
    await world.requests.do('accept', id)
    await world.expire()
    expect(await payments.quantities(order)).toEqual(['0.02361112'])
    await payments.pass('03-01T00:00:00.000Z')
    expect(await payments.quantities(order)).toHaveLength(2)
  })
})

describe('calendars', () => {
  it('put a payment off until the business day that follows the first, and change no amount', async () => {
    await payments.useCalendar([
      '02-01',
      '02-02',
      ...Array.from({ length: 11 }, (_, i) => `04-${String(i + 1).padStart(2, '0')}`),
    ])
    await world.newerTerms(5, { interest_schedule: 'monthly', ...payments.calendars })
    const order = await world.orders.active()
    await payments.pass('02-02T23:59:59.999Z')
    expect(await payments.quantities(order)).toEqual([])
    // No side can have it sent before.
    expect(reasonAgainst(await world.orders.get(order.id), 'retry')).toContain('is not possible')
    await payments.pass('02-03T00:00:00.000Z')
    // 10 BTC · 5 % · 17 / 360, until 1 February.
    expect(await payments.quantities(order)).toEqual(['0.02361112'])
    expect(await payments.days(order)).toMatchObject([{ due_on: payments.on('02-01') }])
    await payments.pass('03-01T00:00:00.000Z')
    expect(await payments.quantities(order)).toHaveLength(2)
    // No business day is soon enough.
    await payments.pass('03-31T23:59:59.999Z')
    expect(await payments.quantities(order)).toHaveLength(2)
    await payments.pass('04-01T00:00:00.000Z')
    expect(await payments.quantities(order)).toHaveLength(3)
  })

  it('apply to a service that was away, to its payments and to a retry', async () => {
    await payments.useCalendar(['04-01', '04-02'])
    await world.newerTerms(6, { interest_schedule: 'monthly', ...payments.calendars })
    const orders = [await world.orders.active(), await world.orders.active()]
    const [order, retried] = orders as [Order, Order]
    await payments.pass('02-01T00:00:00.000Z')
    await payments.end(order, 'completed')
    await payments.end(retried, 'failed')
    // Away until a holiday. What was due on 1 March can be paid, also before the worker is there.
    payments.at('04-01T08:00:00.000Z')
    await world.orders.do('retry', retried.id, borrowerKey)
    await payments.pass('04-01T08:00:00.000Z')
    const march = { due_on: payments.on('03-01') }
    for (const one of orders) {
      expect((await payments.days(one)).slice(1)).toMatchObject([march])
    }
    await payments.end(order, 'completed')
    expect(reasonAgainst(await world.orders.get(order.id), 'retry')).toContain('is not possible')
    await payments.pass('04-02T23:59:59.999Z')
    expect(await payments.days(order)).toHaveLength(2)
    await payments.pass('04-03T00:00:00.000Z')
    expect((await payments.days(order)).slice(1)).toMatchObject([
      march,
      { due_on: payments.on('04-01') },
    ])
    await payments.pass('05-01T00:00:00.000Z')
    expect(await payments.days(order)).toHaveLength(4)
  })
})
