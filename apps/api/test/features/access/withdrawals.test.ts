import {
  cancelMarkToMarketRequest,
  cancelOrderRequest,
  createOrderRequest,
  listNotifications,
  muteCounterparty,
  type Operation,
  unmuteCounterparty,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import type { LivingBook, Member } from '../../harness/living-book.ts'
import { type LivingBooks, openLivingBooks, usualDeals } from '../../harness/living-books.ts'
import type { RunningService } from '../../harness/service.ts'
import { isLongRun } from '../../harness/long-run.ts'

const withdrawalsMax = isLongRun ? 3 : 2
const whileMutedMax = 1

let opened: LivingBooks
let service: RunningService
let book: LivingBook
beforeAll(async () => {
  opened = await openLivingBooks(usualDeals, {
    COUNTERPARTY_WITHDRAWALS_MAX: String(withdrawalsMax),
    COUNTERPARTY_WITHDRAWALS_WHILE_MUTED_MAX: String(whileMutedMax),
  })
  service = opened.service
  ;[book] = opened.books
}, 60_000)
beforeEach(() => service.database.query('DELETE FROM counterparty_counts'))
afterAll(() => opened.close())

const asLender = () => book.lender.keys.execution
const recall = ({ positionId }: Deal, more: { readonly expire_time?: string } = {}) => ({
  ...callOf(createOrderRequest, {
    body: { position_id: positionId, kind: 'recall', quantity: '4', ...more },
  }),
  key: asLender(),
})
const recalled = async (deal: Deal) => {
  const reply = await call(service, recall(deal))
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as { id: string }).id
}
const withdrawn = (order_request_id: string) => ({
  ...callOf(cancelOrderRequest, { params: { order_request_id } }),
  key: asLender(),
})
const callWithdrawn = (mark_to_market_request_id: string) => ({
  ...callOf(cancelMarkToMarketRequest, { params: { mark_to_market_request_id } }),
  key: asLender(),
})
const done = async (asked: Parameters<typeof call>[1]) => {
  const reply = await call(service, asked)
  expect(reply.status, reply.text).toBe(200)
}
const limited = async (asked: Parameters<typeof call>[1]) => {
  const reply = await refused(service, 429, asked)
  expect(reply.reason).toBe('COUNTERPARTY_LIMITED')
  return reply
}
const spend = async (deal: Deal, count = withdrawalsMax) => {
  for (let i = 0; i < count; i += 1) await done(withdrawn(await recalled(deal)))
}
const setMute = (operation: Operation) =>
  done({
    ...callOf(operation, { params: { counterparty_id: book.lender.party.id } }),
    key: book.borrower.keys.admin,
  })
/** The time of the book is some minutes ahead of the machine's. */
const expiring = (minutes: number) => ({
  expire_time: new Date(service.clock.now() + minutes * 60_000).toISOString(),
})

async function notificationCountOf({ keys }: Member): Promise<number> {
  const key = keys.viewer
  const query = { category: 'order_request_to_answer', page_size: 1000 } as const
  const { notifications } = await succeed(service, listNotifications, { key, query })
  return notifications.length
}

describe('the withdrawals of unanswered requests', () => {
  it('are limited in an hour: the request stays open, and may be withdrawn in the next hour', async () => {
    const deal = book.nextDeal()
    await spend(deal)
    const last = await recalled(deal)
    const reply = await limited(withdrawn(last))
    expect(reply.headers['retry-after']).toBe('3600')
    expect((await call(service, recall(deal))).status).toBe(409)
    await service.database.query(
      `UPDATE counterparty_counts SET window_began_at = window_began_at - interval '1 hour'`,
    )
    await done(withdrawn(last))
  })

  it('are counted together, for every kind of request and every deal', async () => {
    await done(callWithdrawn((await book.pendingRequest()).id))
    await spend(book.nextDeal(), withdrawalsMax - 1)
    await limited(callWithdrawn((await book.pendingRequest()).id))
  })

  it('are counted one by one, even when all arrive at once', async () => {
    const ids: string[] = []
    for (let i = 0; i < withdrawalsMax + 2; i += 1) ids.push(await recalled(book.nextDeal()))
    const replies = await Promise.all(ids.map((id) => call(service, withdrawn(id))))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(withdrawalsMax)
  })

  it('never keep their creator from the next recall or call, nor from withdrawing a failed request', async () => {
    const failed = await book.failedRequest()
    await spend(book.nextDeal())
    await recalled(book.nextDeal())
    await book.pendingRequest()
    await done(callWithdrawn(failed))
  })

  it('include requests that expire by themselves within a minute', async () => {
    for (let i = 0; i < withdrawalsMax; i += 1) {
      await done(recall(book.nextDeal(), expiring(30)))
    }
    const deal = book.nextDeal()
    const reply = await limited(recall(deal, expiring(30)))
    expect(reply.body.error.details?.[0]?.field).toBe('expire_time')
    await done(recall(deal, expiring(120)))
  })
})

describe('a side that has muted the other', () => {
  beforeEach(async () => {
    await setMute(muteCounterparty)
    return () => setMute(unmuteCounterparty)
  })

  it('is notified of only a few requests that are withdrawn again', async () => {
    const deal = book.nextDeal()
    const before = await notificationCountOf(book.borrower)
    await spend(deal, whileMutedMax)
    await limited(withdrawn(await recalled(deal)))
    await call(service, recall(deal))
    expect(await notificationCountOf(book.borrower)).toBe(before + whileMutedMax + 1)
  })
})
