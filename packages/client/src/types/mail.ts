// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { NotificationLink } from './events.ts'

/** An address to which notifications are mailed. */
export interface MailAddress {
  /** The id of the address. A UUID. */
  id: string
  /** The address. Null if it is deleted. */
  address: string | null
  /** The account that it belongs to. Null: it is shared by a desk. A UUID. */
  account_id: string | null
  /** The state, as in /state-machines. */
  state: 'UNVERIFIED' | 'ACTIVE' | 'SUSPENDED' | 'DELETED' | (string & {})
  /** Why it is suspended: `REFUSED` or `NO_CREDENTIAL`. Null if it is not. */
  suspension: 'REFUSED' | 'NO_CREDENTIAL' | (string & {}) | null
  /**
   * What is sent of a notification. `title`: the sentence of its category, the order number, the
   * severity and a link; no name and no amount. `full`: also its title and its body; only an admin
   * can choose it.
   */
  content: 'title' | 'full' | (string & {})
  /**
   * The categories that the account mutes. Defaults and close-outs, and changes of accounts,
   * credentials, invitations, wallets, organizations, agreements, price sources, approval policies,
   * automations, limits, calendars and mail addresses cannot be muted.
   */
  muted_categories: (
    | 'margin_call_reached'
    | 'liquidation_reached'
    | 'mark_to_market_to_answer'
    | 'order_request_to_answer'
    | 'transfer_failed'
    | 'collateral_received'
    | 'collateral_exchanged'
    | 'close_cancelled'
    | 'maturity_near'
    | 'default_ended'
    | 'transfer_late'
    | 'price_stale'
    | 'request_expiring'
    | 'credential_expiring'
    | 'webhook_disabled'
    | 'approval_to_decide'
    | 'approval_ended'
    | 'calendar_ending'
    | 'limit_exceeded'
    | 'automation_held'
    | (string & {})
  )[]
  /** Notifications of this severity or above are sent at once, and so is what cannot be muted. */
  immediate_severity: 'info' | 'warning' | 'critical' | (string & {})
  /** When the digest of a day is sent: what is not sent at once. Null: there is no digest. */
  digest_time: string | null
  /** The time zone of `digest_time`: a name of the IANA database. */
  time_zone: string
  /**
   * Until when the last code is valid. Null if none can be entered. RFC 3339 in UTC, with
   * milliseconds.
   */
  code_expire_time: string | null
  /** How many tries the code has left. Null if none can be entered. */
  code_tries_left: number | null
  /** When it was added. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What `client.mail.add` takes. */
export interface CreateMailAddress {
  /**
   * The address. Before the @ it has ASCII characters only. A domain with other characters is
   * stored in its ASCII form. Expected: a mail address such as desk@harbor.example.
   */
  address: string
  /** Whether it is an address of a desk and of no account; by an admin. Default: false. */
  shared?: boolean | undefined
  /**
   * What is sent of a notification. `title`: the sentence of its category, the order number, the
   * severity and a link; no name and no amount. `full`: also its title and its body; only an admin
   * can choose it.
   */
  content?: 'title' | 'full' | undefined
  /**
   * The categories that the account mutes. Defaults and close-outs, and changes of accounts,
   * credentials, invitations, wallets, organizations, agreements, price sources, approval policies,
   * automations, limits, calendars and mail addresses cannot be muted.
   */
  muted_categories?:
    | (
        | 'margin_call_reached'
        | 'liquidation_reached'
        | 'mark_to_market_to_answer'
        | 'order_request_to_answer'
        | 'transfer_failed'
        | 'collateral_received'
        | 'collateral_exchanged'
        | 'close_cancelled'
        | 'maturity_near'
        | 'default_ended'
        | 'transfer_late'
        | 'price_stale'
        | 'request_expiring'
        | 'credential_expiring'
        | 'webhook_disabled'
        | 'approval_to_decide'
        | 'approval_ended'
        | 'calendar_ending'
        | 'limit_exceeded'
        | 'automation_held'
      )[]
    | undefined
  /** Notifications of this severity or above are sent at once, and so is what cannot be muted. */
  immediate_severity?: 'info' | 'warning' | 'critical' | undefined
  /** When the digest of a day is sent: what is not sent at once. Null: there is no digest. */
  digest_time?: string | null | undefined
  /**
   * The time zone of `digest_time`: a name of the IANA database. Expected: a time zone such as
   * Europe/London.
   */
  time_zone?: string | undefined
}

/** A page of mail addresses. */
export interface MailAddressList {
  /** The items of this page. */
  mail_addresses: MailAddress[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.mail.list` can be asked for. */
export interface ListMailAddressesQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A mail address after a code was entered. */
export interface VerifiedMailAddress {
  /**
   * Whether the code was right. If not, `code_tries_left` of the address says how many tries are
   * left.
   */
  verified: boolean
  /** An address to which notifications are mailed. */
  mail_address: MailAddress
}

/** What `client.mail.verify` takes. */
export interface VerifyMailAddress {
  /** The code in the mail. Expected: the 8 digits of the mail. */
  code: string
}

/** What `client.mail.update` takes. */
export interface UpdateMailAddress {
  /**
   * What is sent of a notification. `title`: the sentence of its category, the order number, the
   * severity and a link; no name and no amount. `full`: also its title and its body; only an admin
   * can choose it.
   */
  content?: 'title' | 'full' | undefined
  /**
   * The categories that the account mutes. Defaults and close-outs, and changes of accounts,
   * credentials, invitations, wallets, organizations, agreements, price sources, approval policies,
   * automations, limits, calendars and mail addresses cannot be muted.
   */
  muted_categories?:
    | (
        | 'margin_call_reached'
        | 'liquidation_reached'
        | 'mark_to_market_to_answer'
        | 'order_request_to_answer'
        | 'transfer_failed'
        | 'collateral_received'
        | 'collateral_exchanged'
        | 'close_cancelled'
        | 'maturity_near'
        | 'default_ended'
        | 'transfer_late'
        | 'price_stale'
        | 'request_expiring'
        | 'credential_expiring'
        | 'webhook_disabled'
        | 'approval_to_decide'
        | 'approval_ended'
        | 'calendar_ending'
        | 'limit_exceeded'
        | 'automation_held'
      )[]
    | undefined
  /** Notifications of this severity or above are sent at once, and so is what cannot be muted. */
  immediate_severity?: 'info' | 'warning' | 'critical' | undefined
  /** When the digest of a day is sent: what is not sent at once. Null: there is no digest. */
  digest_time?: string | null | undefined
  /**
   * The time zone of `digest_time`: a name of the IANA database. Expected: a time zone such as
   * Europe/London.
   */
  time_zone?: string | undefined
}

/** One mail to one address, with the proof that it was sent. */
export interface MailDelivery {
  /** The id of the delivery, which is the `ENVID` of every attempt. A UUID. */
  id: string
  /** The address. A UUID. */
  mail_address_id: string
  /**
   * The SHA-256 of the address in lower case, as hexadecimal digits. It stays when the address is
   * deleted.
   */
  address_sha256: string
  /**
   * What was sent: one notification, the digest of a day, a test, or the farewell to a deleted
   * address.
   */
  kind: 'notification' | 'digest' | 'test' | 'farewell' | (string & {})
  /** The notification. Null for other kinds. A UUID. */
  notification_id: string | null
  /** The category of the notification. Null for other kinds. */
  category:
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
    | (string & {})
    | null
  /** What the notification is about. Null for other kinds. */
  link: NotificationLink | null
  /** The state, as in /state-machines. */
  state: 'QUEUED' | 'SENT' | 'REFUSED' | 'NOT_SENT' | (string & {})
  /** The number of attempts. */
  attempts: number
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When the next attempt is made. Null if none is planned. RFC 3339 in UTC, with milliseconds. */
  next_attempt_time: string | null
  /** When the last attempt ended. Null if there was none. RFC 3339 in UTC, with milliseconds. */
  last_attempt_time: string | null
  /** The Message-ID, the same in every attempt. */
  message_id: string
  /**
   * The SHA-256 of the bytes of the message, as hexadecimal digits. Null before the first attempt.
   */
  sha256: string | null
  /** The mail server of the last attempt. Null if there was none. */
  server: string | null
  /**
   * The SHA-256 of the certificate that the mail server showed in the last attempt, as hexadecimal
   * digits. Null without TLS.
   */
  certificate_sha256: string | null
  /** What the mail server last replied. Null if it did not. */
  reply: string | null
  /** Why it was not sent, or why the last attempt had no reply. Null if it had one. */
  error:
    | 'CONNECTION_FAILED'
    | 'TLS_FAILED'
    | 'LOGIN_FAILED'
    | 'TIMED_OUT'
    | 'UNANSWERED'
    | 'NOT_DELIVERABLE'
    | 'TOO_OLD'
    | 'QUEUE_FULL'
    | 'LOG_RESTORED'
    | (string & {})
    | null
}

/** A page of mail deliveries. */
export interface MailDeliveryList {
  /** The items of this page. */
  mail_deliveries: MailDelivery[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.mail.listDeliveries` can be asked for. */
export interface ListMailDeliveriesQuery {
  /** Only deliveries to this address. A UUID. */
  mail_address_id?: string | undefined
  /** Only deliveries in this state. */
  state?: 'QUEUED' | 'SENT' | 'REFUSED' | 'NOT_SENT' | undefined
  /**
   * Only deliveries of notifications about this resource, such as a mark-to-market request. A UUID.
   */
  resource_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
