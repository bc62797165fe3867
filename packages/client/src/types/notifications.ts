// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Notification } from './events.ts'

/** A page of notifications. */
export interface NotificationList {
  /** The notifications of this page. */
  notifications: Notification[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.notifications.list` can be asked for. */
export interface ListNotificationsQuery {
  /** Only those that the account has not, or has, marked as read. */
  unread?: boolean | undefined
  /** Only of this category. */
  category?:
    | 'margin_call_reached'
    | 'liquidation_reached'
    | 'mark_to_market_to_answer'
    | 'order_request_to_answer'
    | 'transfer_failed'
    | 'price_stale'
    | 'price_source_changed'
    | 'request_expiring'
    | 'credential_expiring'
    | 'webhook_disabled'
    | 'account_changed'
    | 'credential_changed'
    | 'wallet_changed'
    | 'organization_changed'
    | 'agreement_changed'
    | undefined
  /** Only of this severity. */
  severity?: 'info' | 'warning' | 'critical' | undefined
  /** Also what the preferences do not let through. */
  include_muted?: boolean | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** How many notifications are unread. */
export interface UnreadNotifications {
  /** At the most 10,000. */
  unread: number
  /** There are more than that. */
  has_more: boolean
}

/** How many notifications were marked. */
export interface MarkedNotifications {
  /** How many were not marked before. */
  marked: number
}

/** What `client.notifications.markAllRead` takes. */
export interface MarkAllNotificationsRead {
  /** This one, and what a list has after it. A UUID. */
  until_id?: string | undefined
  /** What was created then, or before. RFC 3339 in UTC, with milliseconds. */
  until_time?: string | undefined
}

/** What `client.notifications.stream` can be asked for. */
export interface StreamNotificationsQuery {
  /**
   * Goes on after this position, as the header Last-Event-ID does. From now on unless given.
   * Expected: the id of an event that this organization was given.
   */
  after?: string | undefined
}
