// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Notification } from './events.ts'

/** A page of notifications. */
export interface NotificationList {
  /** The items of this page. */
  notifications: Notification[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.notifications.list` can be asked for. */
export interface ListNotificationsQuery {
  /** Only notifications that the account has not marked as read, or only those that it has. */
  unread?: boolean | undefined
  /** Only notifications of this category. */
  category?:
    | 'margin_call_reached'
    | 'liquidation_reached'
    | 'mark_to_market_to_answer'
    | 'order_request_to_answer'
    | 'transfer_failed'
    | 'collateral_received'
    | 'collateral_exchanged'
    | 'close_cancelled'
    | 'maturity_near'
    | 'default_declared'
    | 'close_out_changed'
    | 'default_ended'
    | 'transfer_late'
    | 'price_stale'
    | 'price_source_changed'
    | 'request_expiring'
    | 'credential_expiring'
    | 'webhook_disabled'
    | 'approval_to_decide'
    | 'approval_ended'
    | 'account_changed'
    | 'credential_changed'
    | 'invitation_changed'
    | 'wallet_changed'
    | 'organization_changed'
    | 'approval_policy_changed'
    | 'agreement_changed'
    | 'automation_changed'
    | 'calendar_changed'
    | 'calendar_ending'
    | 'counterparty_limits_changed'
    | 'limit_exceeded'
    | 'mail_address_changed'
    | 'automation_held'
    | undefined
  /** Only notifications of this severity. */
  severity?: 'info' | 'warning' | 'critical' | undefined
  /** Whether to include notifications that the preferences mute. Default: false. */
  include_muted?: boolean | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** How many notifications are unread. */
export interface UnreadNotifications {
  /** The number of unread notifications, at most 10,000. */
  unread: number
  /** Whether there are more than 10,000. */
  has_more: boolean
}

/** How many notifications were marked as read. */
export interface MarkedNotifications {
  /** The number of notifications that were unread before. */
  marked: number
}

/** What `client.notifications.markAllRead` takes. */
export interface MarkAllNotificationsRead {
  /** Only this notification and older ones. A UUID. */
  until_id?: string | undefined
  /** Only notifications created at this time or before. RFC 3339 in UTC, with milliseconds. */
  until_time?: string | undefined
}

/** What `client.notifications.stream` can be asked for. */
export interface StreamNotificationsQuery {
  /**
   * Continues after this event cursor, like the header Last-Event-ID. Default: from now on.
   * Expected: the id of an event that this organization was given.
   */
  after?: string | undefined
}
