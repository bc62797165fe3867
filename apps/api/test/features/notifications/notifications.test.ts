import { randomUUID } from 'node:crypto'
import {
  acceptMarkToMarketRequest,
  countUnreadNotifications,
  getNotification,
  listEvents,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notify } from '../../../src/features/notifications/notify.ts'
import type { Key } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { now, World } from '../../harness/world/world.ts'

const world = new World({ short: 5 })
const { lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const colleague = randomUUID()
world.book.scenario.accounts.push({
  id: colleague,
  organization_id: borrower.id,
  name: 'A colleague',
  kind: 'person',
})
const colleagueKey = borrower.credential('viewer', { account_id: colleague })
const reportingKey = borrower.credential('reporting')

beforeAll(() => world.start())
afterAll(() => world.close())

type Query = Record<string, string | number | boolean>
const list = async (key: Key, query: Query = {}) =>
  (await succeed(world.service, listNotifications, { key, query })).notifications
const unread = (key: Key) => succeed(world.service, countUnreadNotifications, { key })
const categories = (of: readonly Notification[]) => of.map(({ category }) => category)
const about = async (key: Key, id: string) =>
  (await list(key, { page_size: 1000 })).filter(({ link }) => link.id === id)

describe('200 OK', () => {
  it('returns 200 with a mark-to-market request for the side that answers it, with its link', async () => {
    const request = await world.margin.create(world.shortDeal())
    const [notified, ...more] = await about(borrowerKey, request.id)
    expect(more).toEqual([])
    expect(notified).toMatchObject({
      category: 'mark_to_market_to_answer',
      severity: 'warning',
      link: { resource: 'mark_to_market_request', id: request.id, order_id: request.order_id },
      create_time: now,
      read: false,
    })
    expect(notified?.body).toContain('requests that 60 ETH, 150000.00 USD, be sent to the lender')
    expect(await about(lenderKey, request.id)).toEqual([])
    const params = { notification_id: notified?.id ?? '' }
    expect(await succeed(world.service, getNotification, { key: borrowerKey, params })).toEqual(
      notified,
    )
  })

  it('returns 200 with a dispute for the creator of the request', async () => {
    const request = await world.margin.disputed(world.shortDeal(), '100000')
    const notified = await about(lenderKey, request.id)
    expect(categories(notified)).toEqual(['mark_to_market_to_answer'])
    expect(notified[0]?.body).toContain('50000.00 USD are disputed')
  })

  it('returns 200 with a failed transfer for both sides, each with its own text', async () => {
    const request = await world.margin.create(world.shortDeal())
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, request, borrowerKey)
    const [id = ''] = transfer_ids
    await world.report(id, 'rejected')
    await world.report(id, 'rejected')
    const [ours, theirs] = [await about(lenderKey, id), await about(borrowerKey, id)]
    for (const notified of [ours, theirs]) {
      expect(notified).toMatchObject([
        { category: 'transfer_failed', severity: 'critical', link: { resource: 'transfer' } },
      ])
      expect(notified[0]?.title).toMatch(/^Transfer rejected: order \d+$/)
    }
    expect(ours[0]?.body).toMatch(/^60 ETH that you were to receive have not been transferred\./)
    expect(theirs[0]?.body).toMatch(/^60 ETH that you were to send have not been transferred\./)
  })

  it('returns 200 for a notification whose event was written together with the change', async () => {
    const events = async (key: Key, after?: string) =>
      succeed(world.service, listEvents, {
        key,
        query: { type: 'notification.created', limit: 1000, ...(after && { after }) },
      })
    const [ours, theirs] = [await events(borrowerKey), await events(lenderKey)]
    const request = await world.margin.create(world.shortDeal())
    const { events: seen } = await events(borrowerKey, ours.next)
    expect(seen.map(({ data }) => data)).toEqual([
      { organization_id: borrower.id, notification: (await about(borrowerKey, request.id))[0] },
    ])
    expect((await events(lenderKey, theirs.next)).events).toEqual([])
  })

  it('returns 200 with the newest first, in pages that neither repeat nor skip', async () => {
    const whole = await list(borrowerKey)
    expect(whole.length).toBeGreaterThan(2)
    const paged: Notification[] = []
    let token: string | undefined
    do {
      const query: Query = { page_size: 1, ...(token !== undefined && { page_token: token }) }
      const page = await succeed(world.service, listNotifications, { key: borrowerKey, query })
      paged.push(...page.notifications)
      token = page.next_page_token
    } while (token !== undefined)
    expect(paged).toEqual(whole)
  })

  it('filters by category, severity and unread, all of them together', async () => {
    const whole = await list(borrowerKey)
    const critical = whole.filter(({ severity }) => severity === 'critical')
    expect(critical.length).toBeGreaterThan(0)
    expect(await list(borrowerKey, { severity: 'critical' })).toEqual(critical)
    const query = { category: 'mark_to_market_to_answer', severity: 'critical' }
    expect(await list(borrowerKey, query)).toEqual([])
    expect(await list(borrowerKey, { unread: true })).toEqual(whole)
    expect(await list(borrowerKey, { unread: false })).toEqual([])
  })
})

describe('a read mark', () => {
  it('belongs to the account that set it, and is set once', async () => {
    const [first] = await list(borrowerKey)
    const { unread: before } = await unread(borrowerKey)
    const params = { notification_id: first?.id ?? '' }
    for (let i = 0; i < 2; i += 1) {
      const marked = await succeed(world.service, markNotificationRead, {
        key: borrowerKey,
        params,
      })
      expect(marked).toEqual({ ...first, read: true })
    }
    expect(await unread(borrowerKey)).toEqual({ unread: before - 1, has_more: false })
    expect(await list(borrowerKey, { unread: false })).toEqual([{ ...first, read: true }])
    expect(await unread(colleagueKey)).toEqual({ unread: before, has_more: false })
    expect((await list(colleagueKey))[0]).toEqual(first)
  })

  it('applies for all to what is listed up to there, and not to later notifications', async () => {
    const whole = await list(colleagueKey)
    const until = whole[1]
    const markAll = (body: object) =>
      succeed(world.service, markAllNotificationsRead, { key: colleagueKey, body })
    expect(await markAll({ until_time: '2026-03-02T11:59:59.999Z' })).toEqual({ marked: 0 })
    expect(await markAll({ until_id: until?.id })).toEqual({ marked: whole.length - 1 })
    expect(await list(colleagueKey, { unread: true })).toEqual(whole.slice(0, 1))
    expect(await markAll({})).toEqual({ marked: 1 })
    expect(await markAll({})).toEqual({ marked: 0 })
    const request = await world.margin.create(world.shortDeal())
    expect(await list(colleagueKey, { unread: true })).toEqual(
      await about(colleagueKey, request.id),
    )
    expect((await unread(colleagueKey)).unread).toBe(1)
  })
})

describe('an occasion', () => {
  const occasion = (name: string) => ({
    organizationId: lender.id,
    category: 'webhook_disabled' as const,
    severity: 'info' as const,
    occasion: name,
    title: 'A webhook was disabled',
    body: 'It has not answered for a day.',
    link: { resource: 'webhook' as const, id: name, order_id: null },
  })

  it('is notified once, however often it is noticed and by how many processes', async () => {
    const { writes } = world.service.services
    await Promise.all(
      Array.from({ length: 8 }, () =>
        writes.byService(lender.id, (tx) => notify(tx, [occasion('one'), occasion('one')])),
      ),
    )
    await writes.byService(borrower.id, (tx) => notify(tx, [occasion('one'), occasion('two')]))
    expect(await about(lenderKey, 'one')).toHaveLength(1)
    expect(await about(lenderKey, 'two')).toHaveLength(1)
    const { events } = await succeed(world.service, listEvents, {
      key: lenderKey,
      query: { type: 'notification.created', limit: 1000 },
    })
    const notified = events.map(({ data }) => data.notification?.link.id)
    expect(notified.filter((id) => id === 'one' || id === 'two')).toEqual(['one', 'two'])
  })

  it('is not notified when its change was rolled back', async () => {
    const undone = world.service.services.writes.byService(lender.id, async (tx) => {
      await notify(tx, [occasion('undone')])
      throw new Error('something else went wrong')
    })
    await expect(undone).rejects.toThrow('something else')
    expect(await about(lenderKey, 'undone')).toEqual([])
  })

  it('has a title and a text of limited length', async () => {
    const long = { ...occasion('long'), title: '🂡'.repeat(300), body: 'x'.repeat(3000) }
    await world.service.services.writes.byService(lender.id, (tx) => notify(tx, [long]))
    const [notified] = await about(lenderKey, 'long')
    expect(Array.from(notified?.title ?? '')).toHaveLength(200)
    expect(notified?.body).toHaveLength(2000)
  })
})

describe('400 Bad Request', () => {
  it.each([
    [{ category: 'gossip' }, 'category'],
    [{ severity: 'fatal' }, 'severity'],
    [{ unread: 'perhaps' }, 'unread'],
  ])('returns 400 for %j', async (query, field) => {
    const reply = await refused(
      world.service,
      400,
      callOf(listNotifications, { key: lenderKey, query }),
    )
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('403 Forbidden', () => {
  it.each([listNotifications, countUnreadNotifications])(
    'returns 403 for a role that may not see the book: $id',
    async (operation) => {
      await refused(world.service, 403, callOf(operation, { key: reportingKey }))
    },
  )
})

describe('404 Not Found', () => {
  it('returns 404 for a notification of another organization, as for an unknown one', async () => {
    const [notified] = await list(borrowerKey)
    for (const id of [notified?.id ?? '', '00000000-0000-4000-8000-000000000000']) {
      const params = { notification_id: id }
      for (const operation of [getNotification, markNotificationRead]) {
        const call = callOf(operation, { key: strangerKey, params })
        expect((await refused(world.service, 404, call)).reason).toBe('NOTIFICATION_NOT_FOUND')
      }
      const body = { until_id: id }
      const call = callOf(markAllNotificationsRead, { key: strangerKey, body })
      expect((await refused(world.service, 404, call)).reason).toBe('NOTIFICATION_NOT_FOUND')
    }
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for a time that does not exist', async () => {
    const body = { until_time: '2026-02-30T00:00:00.000Z' }
    const call = callOf(markAllNotificationsRead, { key: lenderKey, body })
    expect((await refused(world.service, 422, call)).reason).toBe('VALUE_INVALID')
  })
})
