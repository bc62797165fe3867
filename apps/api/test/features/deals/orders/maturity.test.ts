import { createOrder, listNotifications, type Order, previewRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endDeadline } from '../../../../src/features/deals/index.ts'
import type { Key } from '../../../harness/book.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const nowMs = () => world.service.clock.now()
/** A time so many milliseconds from now. */
const ahead = (ms: number) => new Date(nowMs() + ms).toISOString()

/** An active order that matures in so much time: before a request of it expires, unless longer. */
const maturing = (ms = 2 * hourMs) =>
  world.orders.active({ expire_time: ahead(hourMs), maturity_time: ahead(ms) })

/** The maturity comes, or another time, and the worker of the deadlines runs. */
async function reach(time: string | null): Promise<void> {
  world.service.clock.set(time ?? '')
  await world.expire()
}

const statusOf = async ({ id }: Order) => (await world.orders.get(id)).status
const extend = ({ position_id }: Order, maturity_time: string, key = borrowerKey) =>
  world.requests.ask(position_id, { kind: 'extend', maturity_time }, key)

async function notified(key: Key, { id }: Order) {
  await world.service.services.expiryWarnings.run()
  const query = { page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, { key, query })
  return notifications.filter(
    ({ category, link }) => category === 'maturity_near' && link.id === id,
  )
}

describe('an order with a maturity', () => {
  it('closes at that time, and not a millisecond before', async () => {
    const order = await maturing(2 * dayMs)
    const { maturity_time } = order
    await reach(new Date(Date.parse(maturity_time ?? '') - 1).toISOString())
    expect(await statusOf(order)).toBe('ACTIVE')
    await reach(maturity_time)
    expect(await statusOf(order)).toBe('CLOSING')
    expect(await world.orders.closingTransfers(order.id)).toEqual([
      ['close', 'asset', 'BTC', '10', 'borrower'],
    ])
    const { rows } = await world.service.database.query(
      "SELECT actor_id FROM state_changes WHERE resource_id = $1 AND action = 'close'",
      [order.id],
    )
    expect(rows).toEqual([{ actor_id: null }])
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'interest', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await statusOf(order)).toBe('CLOSED')
    expect(await world.orders.balances(order.id)).toEqual({})
  })

  it('is announced to both sides a day before, once, each with its own text', async () => {
    const order = await maturing(2 * dayMs)
    world.pass(dayMs - 1)
    expect(await notified(borrowerKey, order)).toEqual([])
    world.pass(1)
    const [[ours], [theirs]] = [
      await notified(borrowerKey, order),
      await notified(lenderKey, order),
    ]
    expect(ours).toMatchObject({
      severity: 'warning',
      title: `Maturity near: order ${order.number}`,
    })
    expect(ours?.body).toContain(`${order.maturity_time}: you return the asset`)
    expect(theirs).toMatchObject({ severity: 'info' })
    expect(await notified(borrowerKey, order)).toHaveLength(1)
  })

  it.each(
    firstOf<[string, () => string]>(
      [
        ['is not after the time to answer', () => ahead(dayMs)],
        ['is too far away', () => ahead(10_951 * dayMs)],
        ['is over', () => ahead(-1)],
        ['does not exist', () => '2027-02-30T00:00:00.000Z'],
      ],
      2,
    ),
  )('is refused with 422 if it %s', async (_case, time) => {
    const body = { ...world.orders.body(), maturity_time: time() }
    const create = callOf(createOrder, { key: borrowerKey, body })
    const reply = await refused(world.service, 422, create)
    expect(reply.body.error.details).toMatchObject([{ field: 'maturity_time' }])
  })
})

describe('what is open at the maturity', () => {
  it('ends if it awaits an answer', async () => {
    const order = await maturing()
    const request = await world.margin.create(order)
    const recall = await world.requests.ask(order.position_id, { kind: 'recall' }, lenderKey)
    await reach(order.maturity_time)
    expect(await statusOf(order)).toBe('CLOSING')
    expect(await world.requests.get(recall.id)).toMatchObject({ status: 'CANCELLED' })
    const { rows } = await world.service.database.query(
      'SELECT status FROM mark_to_market_requests WHERE id = $1',
      [request.id],
    )
    expect(rows).toEqual([{ status: 'CANCELLED' }])
  })

  it('stays unanswered as long as something else delays the close', async () => {
    const order = await maturing()
    const moving = await world.margin.accept(await world.margin.create(order))
    await world.setPrice('BTC', '66000', ahead(0))
    const call = await world.margin.create(order)
    const recall = await world.requests.ask(order.position_id, { kind: 'recall' }, lenderKey)
    await reach(order.maturity_time)
    expect(await statusOf(order)).toBe('ACTIVE')
    expect(await world.requests.get(recall.id)).toMatchObject({ status: 'PENDING' })
    expect(await world.margin.get(call)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    await world.report(moving.transfer_ids[0] ?? '', 'completed')
    world.pass(minuteMs)
    await world.expire()
    expect(await statusOf(order)).toBe('CLOSING')
    expect(await world.requests.get(recall.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await world.margin.get(call)).toMatchObject({ status: 'CANCELLED' })
  })

  it('delays the close if it moves something, which is tried again after 1, 2, 4 … minutes', async () => {
    const order = await maturing()
    const request = await world.margin.accept(await world.margin.create(order))
    await reach(order.maturity_time)
    const dueIn = async () => {
      const { rows } = await world.service.database.query<{ due_at: string }>(
        "SELECT due_at FROM deadlines WHERE kind = 'maturity' AND resource_id = $1",
        [order.id],
      )
      return (Date.parse(rows[0]?.due_at ?? '') - nowMs()) / minuteMs
    }
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await statusOf(order)).toBe('ACTIVE')
      expect(await dueIn()).toBe(minutes)
      world.pass(minutes * minuteMs)
      await world.expire()
    }
    await world.report(request.transfer_ids[0] ?? '', 'completed')
    world.pass(hourMs)
    await world.expire()
    expect(await statusOf(order)).toBe('CLOSING')
    expect((await world.orders.closingTransfers(order.id)).map(([, leg]) => leg)).toEqual(['asset'])
  })
})

describe('a close after the maturity', () => {
  it('is cancelled by the lender alone, once the asset is late, an hour before the next', async () => {
    const order = await maturing()
    await reach(order.maturity_time)
    await refused(world.service, 403, world.orders.callOf('cancel_close', order.id, borrowerKey))
    const cancelled = async () => {
      await refused(world.service, 409, world.orders.callOf('cancel_close', order.id, lenderKey))
      world.pass(dayMs + 1)
      await world.orders.do('cancel_close', order.id, lenderKey)
      await world.orders.end(order.id, 'asset', 'cancelled')
    }
    await cancelled()
    // Another process may have read the deadline before it was put off.
    const { writes, orders } = world.service.services
    const isOver = await writes.byService(world.lender.id, (tx) =>
      endDeadline(tx, orders.deadlines, 'maturity', order.id),
    )
    expect([isOver, await statusOf(order)]).toEqual([false, 'ACTIVE'])
    world.pass(hourMs - 1)
    await world.expire()
    expect(await statusOf(order)).toBe('ACTIVE')
    world.pass(1)
    await world.expire()
    expect(await statusOf(order)).toBe('CLOSING')
    await cancelled()
    const { id } = await extend(order, ahead(dayMs))
    await world.requests.do('accept', id)
    world.pass(2 * hourMs)
    await world.expire()
    expect(await statusOf(order)).toBe('ACTIVE')
  })
})

describe('an extend', () => {
  it('is accepted while a part of the asset goes back', async () => {
    const order = await maturing(2 * dayMs)
    const later = ahead(4 * dayMs)
    const { id } = await extend(order, later)
    const part = await world.requests.ask(
      order.position_id,
      { kind: 'recall', quantity: '1' },
      lenderKey,
    )
    await world.requests.do('accept', part.id, borrowerKey)
    expect(await world.requests.do('accept', id)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.orders.get(order.id)).toMatchObject({ maturity_time: later })
  })

  it('gives the order a later maturity at once', async () => {
    const order = await maturing()
    const later = ahead(5 * dayMs)
    const request = await extend(order, later, lenderKey)
    expect(request).toMatchObject({ kind: 'extend', maturity_time: later, quantity: null })
    const preview = await succeed(world.service, previewRequest, {
      key: borrowerKey,
      body: { operation: 'acceptOrderRequest', id: request.id },
    })
    expect(preview).toMatchObject({
      movements: [],
      maturity: { before_time: order.maturity_time, after_time: later },
    })
    const done = await world.requests.do('accept', request.id, borrowerKey)
    expect(done).toMatchObject({ status: 'COMPLETED' })
    expect(await world.orders.get(order.id)).toMatchObject({ maturity_time: later })
    await reach(order.maturity_time)
    expect(await statusOf(order)).toBe('ACTIVE')
    await reach(later)
    expect(await statusOf(order)).toBe('CLOSING')
  })

  it.each([
    ['without a maturity', (order: Order) => ({ position_id: order.position_id }), 'maturity_time'],
    [
      'with one that is not later',
      (order: Order) => ({ maturity_time: order.maturity_time }),
      'maturity_time',
    ],
    ['with a quantity', () => ({ maturity_time: ahead(9 * dayMs), quantity: '1' }), 'quantity'],
  ])('%s is refused with 422', async (_case, bodyOf, field) => {
    const order = await maturing()
    const body = { kind: 'extend', ...bodyOf(order) }
    const reply = await refused(world.service, 422, world.requests.askCall(order.position_id, body))
    expect(reply.body.error).toMatchObject({ reason: 'VALUE_INVALID', details: [{ field }] })
  })

  it('is refused with 409 if the order has no maturity', async () => {
    const order = await world.orders.active()
    expect(order.maturity_time).toBeNull()
    const body = { kind: 'extend', maturity_time: ahead(dayMs) }
    await refused(world.service, 409, world.requests.askCall(order.position_id, body))
    expect(reasonAgainst(order, 'extend')).toBe('the order has no maturity')
  })
})
