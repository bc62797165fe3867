import { randomUUID } from 'node:crypto'
import {
  acceptOrder,
  acceptOrderRequest,
  cancelOrder,
  createOrder,
  createOrderRequest,
  disputeMarkToMarketRequest,
  listChatEntries,
  listMutedCounterparties,
  listNotifications,
  muteCounterparty,
  type Operation,
  postChatMessage,
  rejectOrder,
  retryMarkToMarketRequest,
  unmuteCounterparty,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { type LivingBook, type Member, walletsOf } from '../../harness/living-book.ts'
import { type LivingBooks, openLivingBooks, usualDeals } from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'
import type { RunningService } from '../../harness/service.ts'

const limits = { messages: 5, orders: 8, pending: 4 }

let opened: LivingBooks
let service: RunningService
let book: LivingBook
let stranger: Member
let minutes = 0
beforeAll(async () => {
  opened = await openLivingBooks(usualDeals, {
    COUNTERPARTY_MESSAGES_MAX: String(limits.messages),
    COUNTERPARTY_ORDERS_MAX: String(limits.orders),
    COUNTERPARTY_PENDING_ORDERS_MAX: String(limits.pending),
  })
  service = opened.service
  ;[book] = opened.books
  stranger = opened.books[1].lender
}, 60_000)
/** A rate-limit window of its own for each test. */
const nextWindow = () => {
  minutes += 2
  service.clock.set(
    new Date(Date.parse('2026-03-02T12:00:00.000Z') + minutes * 60_000).toISOString(),
  )
}
beforeEach(nextWindow)
afterAll(() => opened.close())

const post = (member: Member = book.lender, text = 'Good morning') => ({
  ...callOf(postChatMessage, { params: { order_id: book.firstDeal.orderId }, body: { text } }),
  key: member.keys.execution,
})
const ask = () => ({
  ...callOf(createOrder, { body: book.orderBody() }),
  key: book.lender.keys.execution,
})
const ids = (replies: readonly { readonly status: number; readonly body: unknown }[]) =>
  replies.filter(({ status }) => status === 200).map(({ body }) => (body as { id: string }).id)
const cancel = (order_id: string) =>
  succeed(service, cancelOrder, { key: book.lender.keys.execution, params: { order_id } })
const atOnce = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, () => work()))

describe('messages to a counterparty', () => {
  it('are limited in a window, even when all arrive at once, and accepted again after it', async () => {
    const replies = await atOnce(20, () => call(service, post()))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(limits.messages)
    const reply = await refused(service, 429, post())
    expect(reply.reason).toBe('COUNTERPARTY_LIMITED')
    expect(reply.headers['retry-after']).toBe('60')
    expect(reply.headers['x-ratelimit-reset']).toBe('60')
    nextWindow()
    expect((await call(service, post())).status).toBe(200)
  })

  it("do not use up the other side's limit, and a refused one may be sent again under its key", async () => {
    await atOnce(limits.messages, () => succeedWith(post()))
    const late = { ...post(), headers: { 'Idempotency-Key': randomUUID() } }
    expect((await call(service, late)).status).toBe(429)
    expect((await call(service, post(book.borrower))).status).toBe(200)
    nextWindow()
    expect((await call(service, late)).status).toBe(200)
  })

  it('start a new count when the clock is set back', async () => {
    await atOnce(limits.messages, () => succeedWith(post()))
    await service.database.query(
      `UPDATE counterparty_counts SET window_began_at = window_began_at + interval '1 day'`,
    )
    expect((await call(service, post())).status).toBe(200)
  })
})

describe('orders to a counterparty', () => {
  it('are limited while they await its answer, even when all arrive at once', async () => {
    const pending = ids(await atOnce(20, () => call(service, ask())))
    expect(pending).toHaveLength(limits.pending)
    nextWindow()
    const reply = await refused(service, 409, ask())
    expect(reply.reason).toBe('PENDING_ORDERS_EXHAUSTED')
    const [first = '', ...others] = pending
    const params = { order_id: first }
    await succeed(service, rejectOrder, { key: book.borrower.keys.execution, params })
    others.push(...ids([await call(service, ask())]))
    expect(others).toHaveLength(limits.pending)
    for (const id of others) await cancel(id)
  })

  it('are limited in a window even when each is withdrawn at once', async () => {
    for (let i = 0; i < limits.orders; i += 1) {
      await cancel(ids([await call(service, ask())])[0] ?? '')
    }
    expect((await refused(service, 429, ask())).reason).toBe('COUNTERPARTY_LIMITED')
  })
})

describe('two sides that have reached their limits and muted each other', () => {
  it('may still call for margin, dispute, recall, return and answer', async () => {
    for (const member of [book.lender, book.borrower]) {
      const messages = await atOnce(limits.messages + 1, () => call(service, post(member)))
      expect(messages.map(({ status }) => status)).toContain(429)
    }
    const pending = ids(await atOnce(limits.pending, () => call(service, ask())))
    expect((await call(service, ask())).status).toBe(409)
    const { lender, borrower } = book
    const both = [
      [lender.party.id, borrower.keys.admin],
      [borrower.party.id, lender.keys.admin],
    ] as const
    for (const [id, key] of both) await succeedWith(mute(muteCounterparty, id, key))
    await actOnDeals()
    for (const [id, key] of both) await succeedWith(mute(unmuteCounterparty, id, key))
    for (const id of pending) await cancel(id)
  })
})

/** Actions between the two sides on their existing deals. */
async function actOnDeals(): Promise<void> {
  const { lender, borrower } = book
  const called = await book.pendingRequest()
  const { notifications } = await succeed(service, listNotifications, {
    key: borrower.keys.viewer,
    query: { category: 'mark_to_market_to_answer' },
  })
  expect(notifications.map(({ link }) => link.id)).toContain(called.id)
  await succeed(service, disputeMarkToMarketRequest, {
    key: borrower.keys.execution,
    params: { mark_to_market_request_id: called.id },
    body: { counter_notional_usd: '100000', reason: 'PRICE' },
  })
  await succeed(service, retryMarkToMarketRequest, {
    key: lender.keys.execution,
    params: { mark_to_market_request_id: await book.failedRequest() },
  })
  const recall = await succeed(service, createOrderRequest, {
    key: lender.keys.execution,
    body: { position_id: book.nextDeal().positionId, kind: 'recall', quantity: '4' },
  })
  await succeed(service, acceptOrderRequest, {
    key: borrower.keys.execution,
    params: { order_request_id: recall.id },
  })
  await book.acceptedReturn()
  await book.agreedRate()
}

const mute = (
  operation: Operation,
  counterparty_id: string,
  key: Key = book.borrower.keys.admin,
) => ({
  ...callOf(operation, { params: { counterparty_id } }),
  key,
})
const succeedWith = async (options: Parameters<typeof call>[1]) => {
  const reply = await call(service, options)
  expect(reply.status, reply.text).toBe(200)
  return reply
}

const lastOrderNumber = async () =>
  (await service.database.query('SELECT last_value FROM order_numbers')).rows

describe('a muted counterparty', () => {
  beforeEach(async () => {
    const reply = await succeedWith(mute(muteCounterparty, book.lender.party.id))
    expect(reply.body).toMatchObject({
      counterparty_id: book.lender.party.id,
      counterparty_name: book.lender.party.name,
    })
    return () => succeedWith(mute(unmuteCounterparty, book.lender.party.id))
  })

  it('is refused messages and new orders, with the reason', async () => {
    const before = await entryCount()
    const numbers = await lastOrderNumber()
    for (const asked of [post(), ask()]) {
      expect((await refused(service, 403, asked)).reason).toBe('MUTED_BY_COUNTERPARTY')
    }
    expect(await entryCount()).toBe(before)
    // A refused order takes no number, which a rollback would not give back.
    expect(await lastOrderNumber()).toEqual(numbers)
  })

  it.runIf(isLongRun)('may still call for margin, dispute, recall, return and answer', async () => {
    await succeedWith(mute(muteCounterparty, book.borrower.party.id, book.lender.keys.admin))
    await actOnDeals()
    await succeedWith(mute(unmuteCounterparty, book.borrower.party.id, book.lender.keys.admin))
  })

  it('may answer an order of the side that has muted it', async () => {
    const order = await succeed(service, createOrder, {
      key: book.borrower.keys.execution,
      body: { ...book.orderBody(), ...walletsOf(book.borrower) },
    })
    const params = { order_id: order.id }
    await succeed(service, acceptOrder, {
      key: book.lender.keys.execution,
      params,
      body: walletsOf(book.lender),
    })
  })

  it('can read the thread, and receives messages', async () => {
    await succeedWith(post(book.borrower))
    expect(await entryCount()).toBeGreaterThan(0)
  })

  it('is listed only for the side that has muted it', async () => {
    const list = async (key: Key) => {
      const { mutes } = await succeed(service, listMutedCounterparties, { key })
      return mutes.map(({ counterparty_id }) => counterparty_id)
    }
    expect(await list(book.borrower.keys.viewer)).toEqual([book.lender.party.id])
    expect(await list(book.lender.keys.viewer)).toEqual([])
  })

  it('cannot be muted twice', async () => {
    const reply = await refused(service, 409, mute(muteCounterparty, book.lender.party.id))
    expect(reply.reason).toBe('INVALID_STATE')
  })
})

describe('muting', () => {
  it('is for admins, and for counterparties: another organization is answered like an unknown one', async () => {
    const execution = book.borrower.keys.execution
    const lender = book.lender.party.id
    expect((await refused(service, 403, mute(muteCounterparty, lender, execution))).reason).toBe(
      'ROLE_NOT_PERMITTED',
    )
    for (const operation of [muteCounterparty, unmuteCounterparty]) {
      for (const id of [stranger.party.id, randomUUID(), book.borrower.party.id]) {
        const reply = await refused(service, 404, mute(operation, id))
        expect(reply.reason).toBe('ORGANIZATION_NOT_FOUND')
        expect(reply.body.error.details).toBeUndefined()
      }
    }
    expect((await refused(service, 409, mute(unmuteCounterparty, lender))).reason).toBe(
      'INVALID_STATE',
    )
  })

  it('acts at once: no concurrent message is accepted after its answer', async () => {
    const racing = atOnce(limits.messages, () => call(service, post()))
    await succeedWith(mute(muteCounterparty, book.lender.party.id))
    const taken = await entryCount()
    await racing
    expect(await entryCount()).toBe(taken)
    await succeedWith(mute(unmuteCounterparty, book.lender.party.id))
  })
})

async function entryCount(): Promise<number> {
  const { entries } = await succeed(service, listChatEntries, {
    key: book.lender.keys.viewer,
    params: { order_id: book.firstDeal.orderId },
    query: { page_size: 1000 },
  })
  return entries.length
}
