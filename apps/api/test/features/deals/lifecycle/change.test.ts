import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { change } from '../../../../src/features/deals/lifecycle/change.ts'
import { orderLifecycle } from '../../../../src/features/deals/orders/order-lifecycle.ts'
import type { OrderMove } from '../../../../src/features/deals/orders/order-blockers.ts'
import { orderIn } from '../../../harness/deal-records.ts'
import { notNow, refusalOf } from '../../../harness/blocker-table.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { lender, borrower } = world
const sides = { lenderId: lender.id, borrowerId: borrower.id, creatorId: borrower.id }
const facts = { nowMs: Date.parse(now), prices: new Map() }
beforeAll(() => world.start())
afterAll(() => world.close())

/** An order as the service stores it, and as a change reads it. */
async function pendingOrder() {
  const { id, expire_time } = await world.orders.create()
  return orderIn('PENDING_ACCEPTANCE', {
    ...sides,
    id,
    orderId: id,
    expireAt: expire_time,
  })
}

type Order = Awaited<ReturnType<typeof pendingOrder>>
type Asked = Parameters<typeof change<Order['status'], OrderMove, Order, typeof facts>>

/** Changes an order in the name of the lender, unless said otherwise. */
const changed = (order: Order, asked: Asked[3], work?: Asked[4], by = lender.id) =>
  world.service.services.writes.byService(by, (tx) =>
    change(tx, orderLifecycle, order, asked, work),
  )

/** What is stored: the status, the moves, and whether its deadline is set. */
async function stored({ id }: Order) {
  const { rows } = await world.service.database.query<{ status: string; has_deadline: boolean }>(
    `SELECT status, EXISTS (SELECT FROM deadlines WHERE kind = 'order' AND resource_id = o.id)
       AS has_deadline FROM orders o WHERE id = $1`,
    [id],
  )
  return { ...rows[0], moves: await world.orders.moves(id) }
}

const untouched = { status: 'PENDING_ACCEPTANCE', has_deadline: true, moves: ['create'] }

describe('a change', () => {
  it('prepares, writes the state, ends the deadline and then does the rest', async () => {
    const order = await pendingOrder()
    const done: string[] = []
    const prepare = () => {
      done.push('prepared')
      return Promise.resolve(undefined)
    }
    const answer = await changed(order, { action: 'reject', facts, prepare }, (status) => {
      done.push(status)
      return Promise.resolve(undefined)
    })
    expect({ answer, done }).toEqual({ answer: undefined, done: ['prepared', 'REJECTED'] })
    expect(await stored(order)).toEqual({
      status: 'REJECTED',
      has_deadline: false,
      moves: ['create', 'reject'],
    })
  })

  it('needs neither a preparation nor further work', async () => {
    const order = await pendingOrder()
    expect(await changed(order, { action: 'reject', facts })).toBeUndefined()
    expect(await stored(order)).toMatchObject({ status: 'REJECTED' })
  })

  it('does nothing more if it is refused, by its rules or while it is prepared', async () => {
    const order = await pendingOrder()
    const never = () => Promise.reject(new Error('must not be called'))
    const late = { ...order, expireAt: now }
    expect(await changed(late, { action: 'reject', facts, prepare: never }, never)).toEqual(
      notNow('expire_time', 'the time to answer has passed', now),
    )
    const unsuitable = refusalOf('WALLET_UNSUITABLE', 'asset_wallet_id', 'is none')
    const prepare = () => Promise.resolve(unsuitable)
    expect(await changed(order, { action: 'reject', facts, prepare }, never)).toBe(unsuitable)
    expect(await stored(order)).toEqual(untouched)
  })

  it('returns the refusal of the work that follows', async () => {
    const order = await pendingOrder()
    const refusal = refusalOf('WALLET_UNSUITABLE', 'asset_wallet_id', 'is none')
    const work = () => Promise.resolve(refusal)
    expect(await changed(order, { action: 'reject', facts }, work)).toBe(refusal)
  })

  it('is in the name of another organization if that acts', async () => {
    const order = await pendingOrder()
    const asked = { action: 'reject', facts, organizationId: lender.id } as const
    expect(await changed(order, asked, undefined, borrower.id)).toBeUndefined()
    const { rows } = await world.service.database.query(
      "SELECT actor_id FROM state_changes WHERE resource_id = $1 AND action = 'reject'",
      [order.id],
    )
    expect(rows).toEqual([{ actor_id: lender.id }])
  })

  it('records the transition that was chosen, and leaves a deadline of a later state', async () => {
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'completed')
    await world.service.database.query(
      `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
       VALUES ('order', $1, $2, $3, '2027-01-01')`,
      [id, lender.id, borrower.id],
    )
    const opening = orderIn('OPENING', { ...sides, id, orderId: id })
    expect(await changed(opening, { action: 'abandon', facts, as: 'unwind' })).toBeUndefined()
    expect(await stored(opening)).toEqual({
      status: 'CLOSING',
      has_deadline: true,
      moves: ['create', 'accept', 'open', 'unwind'],
    })
  })
})
