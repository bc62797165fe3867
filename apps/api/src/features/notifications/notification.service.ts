import {
  type listNotifications,
  type markAllNotificationsRead,
  type Notification,
  type NotificationPreferences,
  notificationSeverities,
  type OperationBody,
  type OperationQuery,
  unmutableCategories,
} from '@vadium/schema'
import type { Caller } from '../../platform/signing/caller.ts'
import type { StreamedFrames } from '../../platform/http/streamed-frames.ts'
import { readInstant } from '../../platform/instant.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { EventService, StreamStart } from '../../platform/events/events.service.ts'
import type { NotificationRepository } from './notification.repository.ts'
import type { OpenPreferences } from './open-preferences.ts'

/** The notifications of organizations, with the read marks and preferences of their accounts. */
export class NotificationService {
  readonly #notifications: NotificationRepository
  readonly #events: EventService
  readonly #open: OpenPreferences

  constructor(notifications: NotificationRepository, events: EventService, open: OpenPreferences) {
    this.#notifications = notifications
    this.#events = events
    this.#open = open
  }

  page(
    caller: Caller,
    query: OperationQuery<typeof listNotifications>,
    bounds: PageBounds,
  ): Promise<ListPage<Notification> | Refusal> {
    return this.#notifications.page(caller, query, bounds)
  }

  async get(caller: Caller, id: string): Promise<Notification | Refusal> {
    return (await this.#notifications.find(caller, id)) ?? notFound(id)
  }

  countUnread(caller: Caller): Promise<{ unread: number; has_more: boolean } | Refusal> {
    return this.#notifications.countUnread(caller)
  }

  async markRead(
    tx: WriteTransaction,
    { accountId }: Caller,
    id: string,
  ): Promise<Notification | Refusal> {
    return (await this.#notifications.markRead(tx, accountId, id)) ?? notFound(id)
  }

  async markAllRead(
    tx: WriteTransaction,
    { accountId }: Caller,
    { until_id: id, until_time: time }: OperationBody<typeof markAllNotificationsRead>,
  ): Promise<{ marked: number } | Refusal> {
    if (time !== undefined && readInstant(time) === undefined) {
      const issue = 'must be an existing time'
      return new Refusal('VALUE_INVALID', [{ field: 'until_time', issue }])
    }
    if (id !== undefined && !(await this.#notifications.exists(tx, id))) return notFound(id)
    const bounds = { untilId: id ?? null, untilTime: time ?? null }
    return { marked: await this.#notifications.markAllRead(tx, accountId, bounds) }
  }

  preferences(caller: Caller): Promise<NotificationPreferences | Refusal> {
    return this.#notifications.preferences(caller)
  }

  async setPreferences(
    tx: WriteTransaction,
    { accountId }: Caller,
    { muted_categories, minimum_severity }: NotificationPreferences,
  ): Promise<NotificationPreferences> {
    const preferences = { muted_categories: [...new Set(muted_categories)], minimum_severity }
    await this.#notifications.setPreferences(tx, accountId, preferences)
    tx.afterCommit(() => this.#open.changed(accountId, preferences))
    return preferences
  }

  /** A stream of the notifications that the account's preferences show, as they are written. */
  async stream(caller: Caller, start: StreamStart): Promise<StreamedFrames | Refusal> {
    const { accountId } = caller
    const preferences = await this.#notifications.preferences(caller)
    if (preferences instanceof Refusal) return preferences
    this.#open.hold(accountId, preferences)
    const letGo = () => this.#open.letGo(accountId)
    try {
      const stream = await this.#events.stream(caller, start, {
        filter: ({ type, data }) =>
          type === 'notification.created' &&
          // The service itself wrote the notification to the event log, so its shape is known.
          isEnabled(this.#open.of(accountId), data['notification'] as Notification),
        ended: letGo,
      })
      if (stream instanceof Refusal) letGo()
      return stream
    } catch (error) {
      letGo()
      throw error
    }
  }
}

function isEnabled(
  { muted_categories, minimum_severity }: NotificationPreferences,
  { category, severity }: Notification,
): boolean {
  if (unmutableCategories.includes(category)) return true
  const rank = (of: Notification['severity']) => notificationSeverities.indexOf(of)
  return !muted_categories.includes(category) && rank(severity) >= rank(minimum_severity)
}

function notFound(id: string): Refusal {
  const issue = 'is not a notification of this organization'
  return new Refusal('NOTIFICATION_NOT_FOUND', [{ field: 'notification_id', issue, value: id }])
}
