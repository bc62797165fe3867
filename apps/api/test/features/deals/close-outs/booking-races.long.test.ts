import { verifyCloseOut } from '@vadium/margin'
import { acceptMarkToMarketRequest, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { succeed } from '../../../harness/call.ts'
import { inEitherOrder } from '../../../harness/lock-waits.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, margin, orders, requests, lenderKey } = world
world.book.price('USDC', '1', now)
const settlementSeconds = 3600

const newDeal = () =>
  closeOuts.deal({ settlement_time_seconds: settlementSeconds, interest_schedule: 'monthly' })
/** What books, what is left out of it and how that ends: for each, a deal for either order. */
const cases = (['the transfer that counts', 'the worker'] as const).flatMap((by) =>
  (['top-up', 'part', 'release', 'payment'] as const).flatMap((straggler) =>
    (['completed', 'cancelled'] as const).map(
      (end) => [by, straggler, end, [newDeal(), newDeal()]] as const,
    ),
  ),
)
type Straggler = (typeof cases)[number][1]

beforeAll(async () => {
  await world.start()
  // Each Release is agreed before the price falls.
  await closeOuts.fall('80000')
  const releasing = cases.filter(([, straggler]) => straggler === 'release')
  for (const deal of releasing.flatMap(([, , , both]) => both)) {
    const release = await margin.create(deal)
    await world.do(acceptMarkToMarketRequest, release, world.borrowerKey)
  }
  // Interest is due on the first of a month.
  world.pass(40 * 86_400_000)
  await world.expire()
  await closeOuts.lastingFall('45000')
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** The transfers of a deal at its termination: the one that counts, and the one that does not. */
async function twoUnderWay(deal: Deal, straggler: Straggler) {
  if (straggler !== 'release') await margin.accepted(deal)
  const { id } = await requests.ask(deal.positionId, { quantity: '400000' })
  await requests.do('accept', id)
  const transfers = await orders.transfers(deal.orderId)
  const categoryOf = { 'top-up': 'm2m', release: 'm2m', part: 'return', payment: 'interest' }
  const of = (kind: Straggler) =>
    transfers.find(({ category }) => category === categoryOf[kind])?.id ?? ''
  const [counted, leftOut] = [of(straggler === 'part' ? 'top-up' : 'part'), of(straggler)]
  await world.report(counted, 'confirming')
  await world.report(leftOut, 'pending_provider_signature')
  return { counted, leftOut }
}

/** Custodians carry out all that is under way, until nothing is. */
async function settleAll({ orderId }: Deal): Promise<void> {
  for (;;) {
    const underWay = (await orders.transfers(orderId)).filter(
      ({ status }) => status === 'PENDING' || status === 'IN_PROGRESS',
    )
    if (underWay.length === 0) return
    for (const { id } of underWay) await world.report(id, 'completed')
  }
}

/** How often its sides were notified that a close-out is booked. */
async function bookingsOf(id: string): Promise<number> {
  const query = { page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, {
    key: lenderKey,
    query,
  })
  const of = notifications.filter(({ link }) => link.id === id)
  return of.filter(({ title }) => title.startsWith('Close-out booked')).length
}

describe.for(cases)(
  'a booking by %s, beside a %s that is left out and is %s,',
  ([by, straggler, end, both]) => {
    it('has the same figures and transfers in either order', async () => {
      const isInTime = by === 'the transfer that counts'
      const outcomes = []
      for (const [i, deal] of both.entries()) {
        const { counted, leftOut } = await twoUnderWay(deal, straggler)
        const { id, waits_for: waits } = await closeOuts.terminated(deal)
        expect(waits?.transfer_ids).toEqual([counted])
        if (!isInTime) world.pass(settlementSeconds * 1000 + 1)
        await inEitherOrder(
          world.service.database,
          deal.orderId,
          i === 0,
          () => world.report(leftOut, end),
          () => (isInTime ? world.report(counted, 'completed') : world.expire()),
        )
        outcomes.push(await outcomeOf(deal, id, leftOut))
      }
      expect(outcomes[0]).toEqual(outcomes[1])
      expect(outcomes[0]?.returned).toBe(end === 'completed' ? 1 : 0)
    })
  },
)

/** What a booking has led to: each of its figures, and what it has sent. */
async function outcomeOf(deal: Deal, id: string, leftOut: string) {
  const booked = await closeOuts.get(id)
  const { statement } = booked
  if (statement === null) throw new Error('there is no statement')
  expect(statement.provisional).toBe(false)
  expect(verifyCloseOut(statement)).toEqual({ ok: true, differences: [] })
  const { calculation: _steps, price_time: _time, ...figures } = statement
  await settleAll(deal)
  expect(await orders.balances(deal.orderId)).toEqual({})
  expect(await orders.get(deal.orderId)).toMatchObject({ status: 'CLOSED_OUT' })
  expect(await bookingsOf(id)).toBe(1)
  const { rows } = await world.service.database.query(
    'SELECT FROM transfers WHERE sends_back = $1',
    [leftOut],
  )
  const sent = (await orders.transfers(deal.orderId))
    .filter(({ category }) => category === 'liquidation')
    .map(({ leg, quantity, sender }) => `${leg} ${quantity} ${sender}`)
  return { figures, returned: rows.length, sent: sent.sort() }
}
