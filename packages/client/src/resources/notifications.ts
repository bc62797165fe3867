import {
  countUnreadNotifications,
  getNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  streamNotifications,
} from '@vadium/schema'
import type { Event, Notification } from '../answers.ts'
import type { EventStream, StreamOptions } from '../core/event-stream.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type NotificationList = Answer<typeof listNotifications>

/** What somebody of the organization of the caller should look at; what is read is so for its account alone. */
export class Notifications {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * What the preferences of the account let through, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listNotifications> = {},
    options: RequestOptions = {},
  ): PageList<NotificationList, Notification> {
    return this.#requests.list(listNotifications, { query: filter }, options)
  }

  /** How many the account has not marked as read, of those that its preferences let through. */
  countUnread(options: RequestOptions = {}): Promise<Answer<typeof countUnreadNotifications>> {
    return this.#requests.request(countUnreadNotifications, {}, options)
  }

  /**
   * One notification.
   *
   * @throws VadiumServiceError `NOTIFICATION_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(notificationId: string, options: RequestOptions = {}): Promise<Notification> {
    const params = { notification_id: notificationId }
    return this.#requests.request(getNotification, { params }, options)
  }

  /**
   * Marks one as read, for the account of the caller.
   *
   * @throws VadiumServiceError `NOTIFICATION_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  markRead(notificationId: string, options: RequestOptions = {}): Promise<Notification> {
    const params = { notification_id: notificationId }
    return this.#requests.request(markNotificationRead, { params }, options)
  }

  /**
   * Marks as read all that there are, or those up to one or up to a time, for the account of the caller.
   *
   * @throws VadiumServiceError `NOTIFICATION_NOT_FOUND`, `VALUE_INVALID`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  markAllRead(
    body: BodyInput<typeof markAllNotificationsRead> = {},
    options: RequestOptions = {},
  ): Promise<Answer<typeof markAllNotificationsRead>> {
    return this.#requests.request(markAllNotificationsRead, { body }, options)
  }

  /**
   * Each notification as it comes to be, as far as the preferences of the account let it through: the `notification` of
   * the `data` of an event. It connects again and goes on by itself, as the stream of events does.
   *
   * @throws VadiumServiceError for what will not pass with time, such as `EVENT_POSITION_INVALID`,
   *   `UNAUTHENTICATED`, `ROLE_NOT_PERMITTED`; VadiumStreamResetError, unless there is an `onReset`; VadiumAbortError.
   */
  stream(
    filter: QueryInput<typeof streamNotifications> = {},
    options: StreamOptions = {},
  ): EventStream<Event> {
    return this.#requests.stream(streamNotifications, { query: filter }, options)
  }
}
