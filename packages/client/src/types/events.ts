// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'
import type { ProviderLifecycle } from './transfers.ts'

/** A list of events. */
export interface EventList {
  /** The events, the oldest first. */
  events: Event[]
  /** Where to go on: the `after` of the next call. */
  next: string
  /**
   * What came after the position is no longer kept: read the resources anew, and go on after
   * `next`.
   */
  reset: boolean
}

/** Something that happened and concerns the organization. */
export interface Event {
  /**
   * A position in the log of the organization. Opaque; positions are not to be compared with one
   * another.
   */
  id: string
  /** What happened. More kinds may come: pass over those that you do not know. */
  type:
    | 'order.updated'
    | 'position.updated'
    | 'transfer.updated'
    | 'mark_to_market_request.updated'
    | 'order_request.updated'
    | 'notification.created'
    | 'chat.updated'
    | 'account.updated'
    | 'credential.updated'
    | 'wallet.updated'
    | 'organization.updated'
    | 'agreement.updated'
    | 'price_source.updated'
    | (string & {})
  /** When it happened. RFC 3339 in UTC, with milliseconds. */
  time: string
  /** The reader, and what the kind of event carries. */
  data: EventData
}

/** The reader, and what the kind of event carries. */
export interface EventData {
  /** The id of the organization. A UUID. */
  organization_id: string
  /** The state that changed. */
  change?: StateChange
  /** How far a transfer is at its provider, without a change of its status. */
  progress?: TransferProgress
  /** Something that somebody of the organization should look at. */
  notification?: Notification
  /** Something that stands in the thread of an order. */
  entry?: ChatEntry
  /** A change of who an organization is, of how it may act, or of whose word a price is. */
  administrative_change?: AdministrativeChange
}

/** A move of a resource from one state to another. */
export interface StateChange {
  /** What moved, as /state-machines names it. */
  resource:
    'order' | 'position' | 'transfer' | 'mark_to_market_request' | 'order_request' | (string & {})
  /** The id of the resource. A UUID. */
  resource_id: string
  /** The id of the order. A UUID. */
  order_id: string
  /** What was done. `create`: it came to be. */
  action: string
  /** The state it was in. Null where it came to be. */
  from: string | null
  /** The state it is in since. */
  to: string
  /** The organization that did it. Null: the service, or a custodian. A UUID. */
  by: string | null
}

/** How far a transfer is at its provider, without a change of its status. */
export interface TransferProgress {
  /** The id of the transfer. A UUID. */
  transfer_id: string
  /** The id of the order. A UUID. */
  order_id: string
  /** State of the transfer at the provider. */
  provider_lifecycle: ProviderLifecycle
}

/** Something that somebody of the organization should look at. */
export interface Notification {
  /** The id of the notification. A UUID. */
  id: string
  /** What it is about. More may come: show those that you do not know as they are. */
  category:
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
    | (string & {})
  /** How much it matters: `info`, `warning` or `critical`. */
  severity: 'info' | 'warning' | 'critical' | (string & {})
  /** One line for people. */
  title: string
  /** Some sentences for people. No program should read them. */
  body: string
  /** What the notification is about. */
  link: NotificationLink
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** Whether the account of the caller has marked it as read. */
  read: boolean
}

/** What the notification is about. */
export interface NotificationLink {
  /** What it is. */
  resource:
    | 'order'
    | 'position'
    | 'transfer'
    | 'mark_to_market_request'
    | 'order_request'
    | 'price'
    | 'price_source'
    | 'credential'
    | 'webhook'
    | 'account'
    | 'wallet'
    | 'organization'
    | 'agreement'
    | (string & {})
  /** Its id. Of a price, the symbol of the asset. */
  id: string
  /** The order to which it belongs. Null: to none. A UUID. */
  order_id: string | null
}

/** Something that stands in the thread of an order. */
export interface ChatEntry {
  /** The id of the chat entry. A UUID. */
  id: string
  /** The id of the order. A UUID. */
  order_id: string
  /** Its place in the thread: 1, 2, 3, without a gap. */
  number: number
  /** message: somebody wrote it. action: something awaits an answer. */
  kind: 'message' | 'action' | (string & {})
  /** The side that wrote or asked. Null where a book was taken over, or the service did. A UUID. */
  organization_id: string | null
  /** The name of the person or program. Null where there was none. */
  account_name: string | null
  /** What was written; of an action, what it is about. */
  text: string
  /** What awaits an answer. Null in a message. */
  action: ChatAction | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
}

/** What awaits an answer in the thread of an order, or awaited one. */
export interface ChatAction {
  /** What awaits an answer, as /state-machines names it. */
  resource: 'order' | 'mark_to_market_request' | 'order_request' | (string & {})
  /** The id of the resource. A UUID. */
  resource_id: string
  /** The state of the resource in which the answer is awaited. */
  awaits: string
  /** resolved: the resource has moved on, wherever that was done. */
  state: 'open' | 'resolved' | (string & {})
  /** The action by which it has moved on, as /state-machines names it. Null while open. */
  resolution: string | null
  /** The organization that did it. Null while open, or where it was the service. A UUID. */
  resolved_by: string | null
  /** When that was. Null while open. RFC 3339 in UTC, with milliseconds. */
  resolve_time: string | null
  /**
   * How the caller may resolve it here, as the actions of the resource itself say. In an event only
   * state and side decide: role, time and prices may differ for each reader.
   */
  actions: AvailableAction[]
}

/** A change of who an organization is, of how it may act, or of whose word a price is. */
export interface AdministrativeChange {
  /** What was changed. */
  resource:
    | 'account'
    | 'credential'
    | 'wallet'
    | 'organization'
    | 'agreement'
    | 'price_source'
    | (string & {})
  /** Its id. Of a wallet, that at its custodian. */
  resource_id: string
  /** What was done to it. More may come. */
  action: 'create' | 'rotate' | 'revoke' | 'suspend' | 'activate' | 'amend' | (string & {})
  /** The organization that did it. Null: the command vadium-api bootstrap. A UUID. */
  by: string | null
  /** The credential that did it. Null: the same command. A UUID. */
  by_credential_id: string | null
}

/** What `client.events.list` can be asked for. */
export interface ListEventsQuery {
  /** Only events of this kind. All unless given. */
  type?:
    | 'order.updated'
    | 'position.updated'
    | 'transfer.updated'
    | 'mark_to_market_request.updated'
    | 'order_request.updated'
    | 'notification.created'
    | 'chat.updated'
    | 'account.updated'
    | 'credential.updated'
    | 'wallet.updated'
    | 'organization.updated'
    | 'agreement.updated'
    | 'price_source.updated'
    | undefined
  /**
   * Only what came after this position. All that is kept unless given. Expected: the id of an event
   * that this organization was given.
   */
  after?: string | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  limit?: number | undefined
}

/** What `client.events.stream` can be asked for. */
export interface StreamEventsQuery {
  /** Only events of this kind. All unless given. */
  type?:
    | 'order.updated'
    | 'position.updated'
    | 'transfer.updated'
    | 'mark_to_market_request.updated'
    | 'order_request.updated'
    | 'notification.created'
    | 'chat.updated'
    | 'account.updated'
    | 'credential.updated'
    | 'wallet.updated'
    | 'organization.updated'
    | 'agreement.updated'
    | 'price_source.updated'
    | undefined
  /**
   * Goes on after this position, as the header Last-Event-ID does. From now on unless given.
   * Expected: the id of an event that this organization was given.
   */
  after?: string | undefined
}
