// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import type { EventStream, StreamOptions } from '../core/event-stream.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
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
   * List notifications. Lists the notifications of the caller's organization, newest first, without
   * those that the preferences of the caller's account mute. A notification must match all given
   * filters.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `unread` (optional): Only notifications that the account has not marked as read, or only
   *     those that it has.
   *   - `category` (optional): Only notifications of this category.
   *   - `severity` (optional): Only notifications of this severity.
   *   - `include_muted` (optional): Whether to include notifications that the preferences mute.
   *     Default: false.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
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
   * Count unread notifications. Counts the notifications that the caller's account has not marked
   * as read, without those that its preferences mute.
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
  countUnread(options: RequestOptions = {}): Call<UnreadNotifications> {
    return this.#requests.request(countUnreadNotifications, {}, options)
  }

  /**
   * Get a notification. Returns one notification, even if the preferences of the account mute it.
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
  get(notificationId: string, options: RequestOptions = {}): Call<Notification> {
    return this.#requests.request(
      getNotification,
      { params: { notification_id: notificationId } },
      options,
    )
  }

  /**
   * Mark a notification as read. Marks one notification as read, for the caller's account only. It
   * cannot be marked as unread.
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
  markRead(notificationId: string, options: RequestOptions = {}): Call<Notification> {
    return this.#requests.request(
      markNotificationRead,
      { params: { notification_id: notificationId } },
      options,
    )
  }

  /**
   * Mark notifications as read. Marks all notifications as read, or those up to a notification or a
   * time, for the caller's account only.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `until_id` (optional): Only this notification and older ones. A UUID.
   *   - `until_time` (optional): Only notifications created at this time or before. RFC 3339 in
   *     UTC, with milliseconds.
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
  ): Call<MarkedNotifications> {
    return this.#requests.request(markAllNotificationsRead, { body }, options)
  }

  /**
   * Stream notifications. Streams new notifications as server-sent events, without those that the
   * preferences of the caller's account mute.
   *
   * Iterate over it: each event comes once, in order. It connects again by itself, and continues
   * after the last event that it gave.
   *
   * The notification is the `notification` in the `data` of an event.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `after` (optional): Continues after this event cursor, like the header Last-Event-ID.
   *     Default: from now on.
   * @param options What ends the stream, and what is called at a reset or an interruption.
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

const notificationMembers = 'id category severity title body link{} create_time read'

export const listNotifications: OperationOf<{
  query: ListNotificationsQuery
  answer: NotificationList
}> = new Read('listNotifications', '/notifications', 'notifications[]')

export const countUnreadNotifications: OperationOf<{ answer: UnreadNotifications }> = new Read(
  'countUnreadNotifications',
  '/notifications:countUnread',
  'unread has_more',
)

export const getNotification: OperationOf<{
  params: { notification_id: string }
  answer: Notification
}> = new Read('getNotification', '/notifications/{notification_id}', notificationMembers)

export const markNotificationRead: OperationOf<{
  params: { notification_id: string }
  answer: Notification
}> = new Write(
  'markNotificationRead',
  '/notifications/{notification_id}:markRead',
  notificationMembers,
)

export const markAllNotificationsRead: OperationOf<{
  body: MarkAllNotificationsRead
  answer: MarkedNotifications
}> = new Write('markAllNotificationsRead', '/notifications:markAllRead', 'marked', {})

export const streamNotifications: OperationOf<{ query: StreamNotificationsQuery; answer: Event }> =
  new Read('streamNotifications', '/notifications:', 'id type time data{}', { streams: true })
