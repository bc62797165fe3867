import { randomUUID } from 'node:crypto'
import {
  countUnreadNotifications,
  getNotification,
  getNotificationPreferences,
  listNotifications,
  type NotificationPreferences,
  setNotificationPreferences,
  streamNotifications,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NewNotification, notify } from '../../../src/features/notifications/notify.ts'
import { Book, type Key } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { openFrames } from '../../harness/frames.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const [party, other] = [book.party('harbor'), book.party('stone')]
const colleague = randomUUID()
book.scenario.accounts.push({
  id: colleague,
  organization_id: party.id,
  name: 'A colleague',
  kind: 'person',
})
const [key, sameAccount] = [party.credential('viewer'), party.credential('admin')]
const colleagueKey = party.credential('viewer', { account_id: colleague })
const strangerKey = other.credential('viewer')
const reportingKey = party.credential('reporting')

let service: RunningService
let second: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario, streaming: true })
  second = await startService({ database: service.database, streaming: true })
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const everything: NotificationPreferences = { muted_categories: [], minimum_severity: 'info' }
const get = (as: Key) => succeed(service, getNotificationPreferences, { key: as })
const set = (as: Key, body: object, at = service) =>
  succeed(at, setNotificationPreferences, { key: as, body })

let occasions = 0
async function notifyOf(
  category: NewNotification['category'],
  severity: NewNotification['severity'],
  organizationId = party.id,
): Promise<string> {
  occasions += 1
  const id = `occasion ${occasions}`
  await service.services.writes.byService(organizationId, (tx) =>
    notify(tx, [
      {
        organizationId,
        category,
        severity,
        occasion: id,
        title: 'Look at this',
        body: 'It matters.',
        link: { resource: 'webhook', id, order_id: null },
      },
    ]),
  )
  return id
}

async function listed(as: Key, query = {}): Promise<string[]> {
  const { notifications } = await succeed(service, listNotifications, { key: as, query })
  return notifications.map(({ link }) => link.id).sort()
}

const stream = (at: RunningService, as: Key, headers = {}) =>
  openFrames(at, as, '/notifications:stream', headers)

const subject = (data: Readonly<Record<string, unknown>>) =>
  (data['notification'] as { link: { id: string } } | undefined)?.link.id

describe('preferences', () => {
  it('enable everything until an account changes them, and belong to that account only', async () => {
    expect(await get(key)).toEqual(everything)
    const quiet = { muted_categories: ['price_stale', 'price_stale'], minimum_severity: 'warning' }
    const kept = { ...quiet, muted_categories: ['price_stale'] }
    expect(await set(key, quiet)).toEqual(kept)
    expect(await get(key)).toEqual(kept)
    expect(await get(sameAccount)).toEqual(kept)
    for (const as of [colleagueKey, strangerKey]) expect(await get(as)).toEqual(everything)
  })

  it('apply to lists and counts, unless a muted category is requested', async () => {
    const muted = await notifyOf('price_stale', 'critical')
    const minor = await notifyOf('webhook_disabled', 'info')
    const wanted = await notifyOf('webhook_disabled', 'warning')
    expect(await listed(key)).toEqual([wanted])
    expect(await listed(key, { include_muted: true })).toEqual([muted, minor, wanted])
    expect(await listed(colleagueKey)).toEqual([muted, minor, wanted])
    const count = (as: Key) => succeed(service, countUnreadNotifications, { key: as })
    expect(await count(key)).toEqual({ unread: 1, has_more: false })
    expect(await count(colleagueKey)).toEqual({ unread: 3, has_more: false })
  })

  it('do not hide a notification from a caller who asks for its id', async () => {
    const query = { include_muted: true, category: 'price_stale' }
    const { notifications } = await succeed(service, listNotifications, { key, query })
    const params = { notification_id: notifications[0]?.id ?? '' }
    expect(await succeed(service, getNotification, { key, params })).toEqual(notifications[0])
  })

  it('are refused when they name an unknown category or severity', async () => {
    for (const body of [
      { muted_categories: ['gossip'], minimum_severity: 'info' },
      { muted_categories: [], minimum_severity: 'fatal' },
      { muted_categories: Array<string>(1000).fill('price_stale'), minimum_severity: 'info' },
      { muted_categories: [] },
    ]) {
      const reply = await refused(service, 400, callOf(setNotificationPreferences, { key, body }))
      expect(reply.reason).toBe('BODY_INVALID')
    }
  })

  it('are not for a role that may not see the book', async () => {
    for (const operation of [getNotificationPreferences, streamNotifications]) {
      await refused(service, 403, callOf(operation, { key: reportingKey }))
    }
  })
})

describe('the stream of notifications', () => {
  it('has frames with the organization, the notification and the time, and nothing else', async () => {
    await set(key, everything)
    await using frames = await stream(service, key)
    expect(frames.ready).toMatchObject({ event: 'ready', data: { status: 'connected' } })
    const id = await notifyOf('webhook_disabled', 'info')
    await notifyOf('webhook_disabled', 'info', other.id)
    const next = await notifyOf('price_stale', 'info')
    const [first, then] = await frames.take(2)
    const { notifications } = await succeed(service, listNotifications, { key })
    const notification = notifications.find(({ link }) => link.id === id)
    expect(first?.event).toBe('notification.created')
    expect(first?.data).toEqual({
      organization_id: party.id,
      notification,
      time: notification?.create_time,
    })
    expect(subject(then?.data ?? {})).toBe(next)
  })

  it('follows the preferences of the account as they change', async () => {
    await using frames = await stream(service, key)
    await using others = await stream(service, colleagueKey)
    await set(key, { muted_categories: ['price_stale'], minimum_severity: 'warning' })
    const occasionIds = [
      await notifyOf('price_stale', 'critical'),
      await notifyOf('webhook_disabled', 'info'),
      await notifyOf('webhook_disabled', 'critical'),
    ]
    expect(subject((await frames.next())?.data ?? {})).toBe(occasionIds[2])
    const theirs = await others.take(3)
    expect(theirs.map(({ data }) => subject(data))).toEqual(occasionIds)
    await set(key, everything)
    const now = await notifyOf('price_stale', 'info')
    expect(subject((await frames.next())?.data ?? {})).toBe(now)
  })

  it('follows preferences that were set in another process', async () => {
    await using frames = await stream(second, key)
    await set(key, { muted_categories: ['price_stale'], minimum_severity: 'info' })
    await second.services.openPreferences.look()
    await notifyOf('price_stale', 'critical')
    const wanted = await notifyOf('webhook_disabled', 'info')
    expect(subject((await frames.next())?.data ?? {})).toBe(wanted)
  })

  it('continues after an event cursor without loss or repetition', async () => {
    await set(key, everything)
    const first = await stream(service, key)
    const occasionIds = [
      await notifyOf('webhook_disabled', 'info'),
      await notifyOf('price_stale', 'warning'),
    ]
    const [seen] = await first.take(1)
    await first[Symbol.asyncDispose]()
    const later = await notifyOf('webhook_disabled', 'critical')
    await using resumed = await stream(second, key, { 'last-event-id': seen?.id ?? '' })
    const rest = await resumed.take(2)
    expect(subject(seen?.data ?? {})).toBe(occasionIds[0])
    expect(rest.map(({ data }) => subject(data))).toEqual([occasionIds[1], later])
  })

  it('releases everything when its reader disconnects', async () => {
    const frames = await stream(service, key)
    const { openStreams } = service.services
    const before = openStreams.count
    await frames[Symbol.asyncDispose]()
    await expect.poll(() => openStreams.count).toBe(before - 1)
  })
})
