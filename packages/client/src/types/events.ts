// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'
import type { ProviderLifecycle } from './transfers.ts'

/** A list of events. */
export interface EventList {
  /** The events, oldest first. */
  events: Event[]
  /** The event cursor to send as `after` in the next call. */
  next: string
  /**
   * Whether events after the cursor have been deleted. If true, read the resources again and
   * continue after `next`.
   */
  reset: boolean
}

/** One entry of an organization's event log. */
export interface Event {
  /**
   * An event cursor: a place in the organization's event log. Opaque; cursors cannot be compared.
   */
  id: string
  /** The event type. New types may be added: ignore types that you do not know. */
  type:
    | 'order.updated'
    | 'position.updated'
    | 'transfer.updated'
    | 'mark_to_market_request.updated'
    | 'order_request.updated'
    | 'close_out.updated'
    | 'document.created'
    | 'notification.created'
    | 'chat.updated'
    | 'account.updated'
    | 'credential.updated'
    | 'invitation.updated'
    | 'wallet.updated'
    | 'organization.updated'
    | 'agreement.updated'
    | 'approval.updated'
    | 'approval_policy.updated'
    | 'automation.updated'
    | 'calendar.updated'
    | 'counterparty_limits.updated'
    | 'mail_address.updated'
    | 'price_source.updated'
    | (string & {})
  /** When it happened. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** The organization, and one more member that depends on the event type. */
  data: EventData
}

/** The organization, and one more member that depends on the event type. */
export interface EventData {
  /** The organization whose log has the event. A UUID. */
  organization_id: string
  /** The creation of a resource, or a change of its state. */
  change?: StateChange
  /** A change of the state of a transfer at its provider, without a change of its status. */
  progress?: TransferProgress
  /** A document, with the digests of its content and its PDF. */
  document?: CreatedDocument
  /** Something that a member of the organization should look at. */
  notification?: Notification
  /** An entry of an order's chat. */
  entry?: ChatEntry
  /**
   * A change of an account, a credential, an invitation, a wallet, an organization, an agreement, a
   * price source, an approval policy, an automation, limits for a counterparty, a calendar or a
   * mail address.
   */
  administrative_change?: AdministrativeChange
  /** The creation of an approval, a decision, or a change of its state. */
  approval_change?: ApprovalChange
}

/** The creation of a resource, or a change of its state. */
export interface StateChange {
  /** The kind of resource, as in /state-machines. */
  resource:
    | 'order'
    | 'position'
    | 'transfer'
    | 'mark_to_market_request'
    | 'order_request'
    | 'close_out'
    | (string & {})
  /** The id of the resource. A UUID. */
  resource_id: string
  /** The order of the resource. A UUID. */
  order_id: string
  /** The action. `create`: the resource was created. */
  action: string
  /** The state before. Null if the resource was created. */
  from: string | null
  /** The state after. */
  to: string
  /** The organization that took the action. Null if it was the service or a custodian. A UUID. */
  by: string | null
}

/** A change of the state of a transfer at its provider, without a change of its status. */
export interface TransferProgress {
  /** The transfer. A UUID. */
  transfer_id: string
  /** The order of the transfer. A UUID. */
  order_id: string
  /** The state of the transfer at the provider. */
  provider_lifecycle: ProviderLifecycle
}

/** A document, with the digests of its content and its PDF. */
export interface CreatedDocument {
  /** The id of the document. A UUID. */
  id: string
  /**
   * confirmation: an order, as both sides accepted it, and again after a rerate, amend, extend or
   * substitution. margin_call_notice: a mark-to-market request, as it was created.
   * margin_statement: the open deals of a lender and a borrower, at a market cut.
   * close_out_statement: a close-out, as it was booked.
   */
  kind:
    | 'confirmation'
    | 'margin_call_notice'
    | 'margin_statement'
    | 'close_out_statement'
    | (string & {})
  /** Counts the documents of one subject: 1, 2, 3. */
  revision: number
  /** The order. Null for a margin statement, which is of several. A UUID. */
  order_id: string | null
  /**
   * The order, the mark-to-market request or the close-out that it is about. Null for a margin
   * statement. A UUID.
   */
  subject_id: string | null
  /**
   * The market cut of a margin statement. Null for other kinds. RFC 3339 in UTC, with milliseconds.
   */
  cut_time: string | null
  /** The SHA-256 of the canonical bytes of the content. */
  content_sha256: string
  /** The SHA-256 of the PDF. */
  pdf_sha256: string
}

/** Something that a member of the organization should look at. */
export interface Notification {
  /** The id of the notification. A UUID. */
  id: string
  /** The category. New categories may be added: show the name of one that you do not know. */
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
  /** The severity: `info`, `warning` or `critical`. */
  severity: 'info' | 'warning' | 'critical' | (string & {})
  /** One line for people. */
  title: string
  /** A few sentences for people. They may change; programs should not parse them. */
  body: string
  /** The resource that the notification is about. */
  link: NotificationLink
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** Whether the caller's account has marked it as read. */
  read: boolean
}

/** The resource that the notification is about. */
export interface NotificationLink {
  /** The kind of the linked resource. */
  resource:
    | 'order'
    | 'position'
    | 'transfer'
    | 'mark_to_market_request'
    | 'order_request'
    | 'close_out'
    | 'call_set'
    | 'price'
    | 'price_source'
    | 'credential'
    | 'invitation'
    | 'webhook'
    | 'account'
    | 'wallet'
    | 'organization'
    | 'agreement'
    | 'approval'
    | 'approval_policy'
    | 'automation'
    | 'calendar'
    | 'counterparty_limits'
    | 'mail_address'
    | (string & {})
  /**
   * The id of the linked resource. For a price, the symbol of the asset. For an automation or
   * limits, the id of the counterparty. For a calendar, its id.
   */
  id: string
  /** The order of the linked resource. Null if it has none. A UUID. */
  order_id: string | null
}

/** An entry of an order's chat. */
export interface ChatEntry {
  /** The id of the entry. A UUID. */
  id: string
  /** The order of the chat. A UUID. */
  order_id: string
  /** The number of the entry in its chat: 1, 2, 3, without gaps. */
  number: number
  /**
   * message: a person or a program wrote it. action: an order or a request awaits an answer.
   * default: a default was declared, or the deal was terminated.
   */
  kind: 'message' | 'action' | 'default' | (string & {})
  /** The organization that wrote, asked or declared. Null if the service wrote it. A UUID. */
  organization_id: string | null
  /** The account name of the author. Null if no account wrote it. */
  account_name: string | null
  /** The message, or what the action or the default is about. */
  text: string
  /** The action. Null in other entries. */
  action: ChatAction | null
  /** The close-out of the default. Null in other entries. A UUID. */
  close_out_id: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** An order or a request that awaits an answer, or has awaited one. */
export interface ChatAction {
  /** The kind of resource that awaits an answer, as in /state-machines. */
  resource: 'order' | 'mark_to_market_request' | 'order_request' | (string & {})
  /** The id of the resource. A UUID. */
  resource_id: string
  /** The state in which the resource awaits the answer. */
  awaits: string
  /** open: the resource awaits the answer. resolved: it has left that state, by any operation. */
  state: 'open' | 'resolved' | (string & {})
  /** The action that resolved it, as in /state-machines. Null while open. */
  resolution: string | null
  /** The organization that resolved it. Null while open, or if the service resolved it. A UUID. */
  resolved_by: string | null
  /** When it was resolved. Null while open. RFC 3339 in UTC, with milliseconds. */
  resolve_time: string | null
  /**
   * The answers that the caller may give here, as in the actions of the resource. In an event, only
   * the state and the side of the reader are considered, not the role, the time or the prices.
   */
  actions: AvailableAction[]
}

/**
 * A change of an account, a credential, an invitation, a wallet, an organization, an agreement, a
 * price source, an approval policy, an automation, limits for a counterparty, a calendar or a mail
 * address.
 */
export interface AdministrativeChange {
  /** The kind of the changed resource. */
  resource:
    | 'account'
    | 'credential'
    | 'invitation'
    | 'wallet'
    | 'organization'
    | 'agreement'
    | 'price_source'
    | 'approval_policy'
    | 'automation'
    | 'calendar'
    | 'counterparty_limits'
    | 'mail_address'
    | (string & {})
  /**
   * The id of the changed resource. For a wallet, its id at the custodian. For an approval policy,
   * the id of its organization. For an automation or limits, the id of the counterparty. For a
   * calendar, its id.
   */
  resource_id: string
  /**
   * The change. `release`: a held quote of the price source was released. `dismiss`: its last quote
   * was dismissed. New values may be added.
   */
  action:
    | 'create'
    | 'rotate'
    | 'revoke'
    | 'recover'
    | 'suspend'
    | 'activate'
    | 'amend'
    | 'propose'
    | 'withdraw'
    | 'accept'
    | 'confirm'
    | 'take_effect'
    | 'expire'
    | 'release'
    | 'dismiss'
    | 'retire'
    | 'verify'
    | 'update'
    | 'delete'
    | (string & {})
  /**
   * The organization that made the change. Null: the service itself, or a command of `vadium-api`
   * on the host of the database, made it. A UUID.
   */
  by: string | null
  /**
   * The credential that made the change. Null: the service itself, or a command of `vadium-api` on
   * the host of the database, made it. A UUID.
   */
  by_credential_id: string | null
}

/** The creation of an approval, a decision, or a change of its state. */
export interface ApprovalChange {
  /** The approval. A UUID. */
  approval_id: string
  /** The operation of the request. */
  operation: string
  /** The action. `create`: the approval was requested. */
  action: string
  /** The state before. Null if it was created. */
  from: string | null
  /** The state after. */
  to: string
  /** The account that acted. Null if it was the service. A UUID. */
  account_id: string | null
}

/** What `client.events.list` can be asked for. */
export interface ListEventsQuery {
  /** Only events of this type. Default: all. */
  type?:
    | 'order.updated'
    | 'position.updated'
    | 'transfer.updated'
    | 'mark_to_market_request.updated'
    | 'order_request.updated'
    | 'close_out.updated'
    | 'document.created'
    | 'notification.created'
    | 'chat.updated'
    | 'account.updated'
    | 'credential.updated'
    | 'invitation.updated'
    | 'wallet.updated'
    | 'organization.updated'
    | 'agreement.updated'
    | 'approval.updated'
    | 'approval_policy.updated'
    | 'automation.updated'
    | 'calendar.updated'
    | 'counterparty_limits.updated'
    | 'mail_address.updated'
    | 'price_source.updated'
    | undefined
  /**
   * Only events after this event cursor. Default: all stored events. Expected: the id of an event
   * that this organization was given.
   */
  after?: string | undefined
  /** The largest number of events, 1 to 1000. Default: 100. */
  limit?: number | undefined
}

/** What figures rest on and is no event: read again what follows from it. */
export interface Moved {
  /**
   * The assets whose price, or its time or state, may have changed, by symbol. Only those of open
   * positions of the organization, as with `in_positions` of `GET /prices`.
   */
  prices: string[]
  /** Whether the time of a sandbox may have changed. False if the service is not a sandbox. */
  clock: boolean
}

/** What `client.events.stream` can be asked for. */
export interface StreamEventsQuery {
  /** Only events of this type. Default: all. */
  type?:
    | 'order.updated'
    | 'position.updated'
    | 'transfer.updated'
    | 'mark_to_market_request.updated'
    | 'order_request.updated'
    | 'close_out.updated'
    | 'document.created'
    | 'notification.created'
    | 'chat.updated'
    | 'account.updated'
    | 'credential.updated'
    | 'invitation.updated'
    | 'wallet.updated'
    | 'organization.updated'
    | 'agreement.updated'
    | 'approval.updated'
    | 'approval_policy.updated'
    | 'automation.updated'
    | 'calendar.updated'
    | 'counterparty_limits.updated'
    | 'mail_address.updated'
    | 'price_source.updated'
    | undefined
  /**
   * Continues after this event cursor, like the header Last-Event-ID. Default: from now on.
   * Expected: the id of an event that this organization was given.
   */
  after?: string | undefined
  /**
   * Whether the stream also has frames of the event type `moved`, without an id, at most one a
   * second: they name what figures rest on and has moved. The first one names all of it. Default:
   * false.
   */
  moved?: boolean | undefined
}
