// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { EventStream, StreamOptions } from '../core/event-stream.ts'
import type { AnswerSchema, OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type { Event, Notification } from '../types/events.ts'
import type {
  ListNotificationsQuery,
  MarkAllNotificationsRead,
  MarkedNotifications,
  NotificationList,
  StreamNotificationsQuery,
  UnreadNotifications,
} from '../types/notifications.ts'

/**
 * What somebody of the caller's organization should look at. An account marks as read for itself
 * alone.
 */
export class Notifications {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List notifications. What somebody of the organization should look at, newest first, as far as
   * the preferences of the account of the caller let it through. All filters given must hold.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `unread` (optional): Only those that the account has not, or has, marked as read.
   *   - `category` (optional): Only of this category.
   *   - `severity` (optional): Only of this severity.
   *   - `include_muted` (optional): Also what the preferences do not let through.
   *   - `page_size` (optional): How many at the most, 1 to 1000; 100 unless given.
   *   - `page_token` (optional): The next_page_token of the page before.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const notification of client.notifications.list()) console.log(notification.id)
   * ```
   */
  list(
    filter: ListNotificationsQuery = {},
    options: RequestOptions = {},
  ): PageList<NotificationList, Notification> {
    return this.#requests.list(listNotifications, { query: filter }, options)
  }

  /**
   * Count unread notifications. How many notifications the account of the caller has not marked as
   * read, of those that its preferences let through.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const unreadNotifications = await client.notifications.countUnread()
   * ```
   */
  countUnread(options: RequestOptions = {}): Promise<UnreadNotifications> {
    return this.#requests.request(countUnreadNotifications, {}, options)
  }

  /**
   * Get a notification. One notification, whatever the preferences of the account let through.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param notificationId The id of the notification. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `NOTIFICATION_NOT_FOUND`: The notification was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const notification = await client.notifications.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(notificationId: string, options: RequestOptions = {}): Promise<Notification> {
    return this.#requests.request(
      getNotification,
      { params: { notification_id: notificationId } },
      options,
    )
  }

  /**
   * Mark a notification as read. For the account of the caller alone. What is marked stays so.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param notificationId The id of the notification. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `NOTIFICATION_NOT_FOUND`: The notification was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const notification = await client.notifications.markRead('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  markRead(notificationId: string, options: RequestOptions = {}): Promise<Notification> {
    return this.#requests.request(
      markNotificationRead,
      { params: { notification_id: notificationId } },
      options,
    )
  }

  /**
   * Mark notifications as read. All that there are now, or those up to one that was shown, or up to
   * a time, for the account of the caller alone.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `until_id` (optional): This one, and what a list has after it. A UUID.
   *   - `until_time` (optional): What was created then, or before. RFC 3339 in UTC, with
   *     milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `NOTIFICATION_NOT_FOUND`: The notification was not found.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const markedNotifications = await client.notifications.markAllRead()
   * ```
   */
  markAllRead(
    body: MarkAllNotificationsRead = {},
    options: RequestOptions = {},
  ): Promise<MarkedNotifications> {
    return this.#requests.request(markAllNotificationsRead, { body }, options)
  }

  /**
   * Stream notifications. Notifications as server-sent events, as they come to be, as far as the
   * preferences of the account of the caller let them through.
   *
   * Iterate over it: each event comes once, in order. It connects again by itself, and continues
   * after the last event that it gave.
   *
   * The notification is the `notification` in the `data` of an event.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `after` (optional): Goes on after this position, as the header Last-Event-ID does. From now
   *     on unless given.
   * @param options What ends the stream, and what is told of a reset or an interruption.
   * @throws {@link VadiumServiceError} with the reason
   *   - `EVENT_POSITION_INVALID`: The event cursor is invalid for this organization.
   * @throws {@link VadiumStreamResetError}, unless there is an `onReset`; and whatever every call
   *   may throw, see {@link VadiumError}, where it will not pass with time.
   * @example
   * ```ts
   * for await (const event of client.notifications.stream()) console.log(event.id)
   * ```
   */
  stream(filter: StreamNotificationsQuery = {}, options: StreamOptions = {}): EventStream<Event> {
    return this.#requests.stream(streamNotifications, { query: filter }, options)
  }
}

const notificationListSchema: AnswerSchema = {
  required: ['notifications'],
  properties: { notifications: { type: 'array' } },
}

const unreadNotificationsSchema: AnswerSchema = { required: ['unread', 'has_more'] }

const notificationSchema: AnswerSchema = {
  required: ['id', 'category', 'severity', 'title', 'body', 'link', 'create_time', 'read'],
  properties: { link: { type: 'object' } },
}

const markedNotificationsSchema: AnswerSchema = { required: ['marked'] }

const eventSchema: AnswerSchema = {
  required: ['id', 'type', 'time', 'data'],
  properties: { data: { type: 'object' } },
}

export const listNotifications: OperationOf<{
  query: ListNotificationsQuery
  answer: NotificationList
}> = {
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  safe: true,
  response: notificationListSchema,
}

export const countUnreadNotifications: OperationOf<{ answer: UnreadNotifications }> = {
  id: 'countUnreadNotifications',
  method: 'GET',
  path: '/notifications:countUnread',
  safe: true,
  response: unreadNotificationsSchema,
}

export const getNotification: OperationOf<{
  params: { notification_id: string }
  answer: Notification
}> = {
  id: 'getNotification',
  method: 'GET',
  path: '/notifications/{notification_id}',
  safe: true,
  response: notificationSchema,
}

export const markNotificationRead: OperationOf<{
  params: { notification_id: string }
  answer: Notification
}> = {
  id: 'markNotificationRead',
  method: 'POST',
  path: '/notifications/{notification_id}:markRead',
  safe: false,
  reasons: ['NOTIFICATION_NOT_FOUND'],
  response: notificationSchema,
}

export const markAllNotificationsRead: OperationOf<{
  body: MarkAllNotificationsRead
  answer: MarkedNotifications
}> = {
  id: 'markAllNotificationsRead',
  method: 'POST',
  path: '/notifications:markAllRead',
  safe: false,
  body: {},
  reasons: ['NOTIFICATION_NOT_FOUND', 'VALUE_INVALID'],
  response: markedNotificationsSchema,
}

export const streamNotifications: OperationOf<{ query: StreamNotificationsQuery; answer: Event }> =
  {
    id: 'streamNotifications',
    method: 'GET',
    path: '/notifications:stream',
    safe: true,
    streams: true,
    response: eventSchema,
  }
