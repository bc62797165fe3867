// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A webhook endpoint with its new secret. */
export interface IssuedWebhookEndpoint {
  /** An address of an organization to which its events are sent. */
  webhook_endpoint: WebhookEndpoint
  /**
   * The secret that signs deliveries: `whsec_` and base64. It is shown once: a replayed answer does
   * not have it.
   */
  secret?: string
}

/** An address of an organization to which its events are sent. */
export interface WebhookEndpoint {
  /** The id of the endpoint. A UUID. */
  id: string
  /**
   * The address to which events are sent. Of a chat room it is shown without its path: who knows
   * that can write to the room.
   */
  target_url: string
  /**
   * What a body is. `events`: the event. `text`: `{"text": "…"}`, as the chat rooms of Slack,
   * Mattermost and Rocket.Chat take it, of each `notification.created`.
   */
  format: 'events' | 'text' | (string & {})
  /**
   * What a chat room gets of a notification: `title` has no name and no amount. Null for the format
   * `events`.
   */
  content: 'title' | 'full' | (string & {}) | null
  /** The purpose of the endpoint. Null if it has none. */
  description: string | null
  /** The event types that are sent. Empty: all, including types that are added later. */
  event_types: (
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
  )[]
  /** Whether events are sent. Events of the time in which it is disabled are sent afterwards. */
  status: 'enabled' | 'disabled' | (string & {})
  /** Why the endpoint is disabled. Null if it is enabled. */
  disabled_reason: 'REQUESTED' | 'GONE' | 'FAILING' | (string & {}) | null
  /** When the endpoint was disabled. Null if it is enabled. RFC 3339 in UTC, with milliseconds. */
  disabled_time: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When a delivery last succeeded. Null if none has. RFC 3339 in UTC, with milliseconds. */
  last_success_time: string | null
  /** When a delivery attempt last failed. Null if none has. RFC 3339 in UTC, with milliseconds. */
  last_failure_time: string | null
  /**
   * Until when deliveries are also signed with the old secret. Null if there is no old secret. RFC
   * 3339 in UTC, with milliseconds.
   */
  old_secret_expire_time: string | null
}

/** What `client.webhooks.create` takes. */
export interface CreateWebhookEndpoint {
  /**
   * The address to which events are sent: https, on the public internet, without user information
   * or fragment. That of a chat room is never shown again. Expected: an address such as
   * https://hooks.example.com/vadium.
   */
  target_url: string
  /**
   * The purpose of the endpoint. Expected: 1 to 200 visible characters on one line, without space
   * at either end.
   */
  description?: string | undefined
  /** The event types that are sent. Empty: all, including types that are added later. */
  event_types?:
    | (
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
      )[]
    | undefined
  /**
   * What a body is. `events`: the event. `text`: `{"text": "…"}`, as the chat rooms of Slack,
   * Mattermost and Rocket.Chat take it, of each `notification.created`. Default: `events`. A chat
   * room gets `notification.created` alone.
   */
  format?: 'events' | 'text' | undefined
  /**
   * What a chat room gets of a notification. `title`, the default: the sentence of its category,
   * the order number, the severity and a link; no name and no amount. `full`: also its title and
   * its body.
   */
  content?: 'title' | 'full' | undefined
}

/** A page of webhook endpoints. */
export interface WebhookEndpointList {
  /** The items of this page. */
  webhook_endpoints: WebhookEndpoint[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.webhooks.list` can be asked for. */
export interface ListWebhookEndpointsQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** What `client.webhooks.update` takes. */
export interface UpdateWebhookEndpoint {
  /**
   * The address to which events are sent: https, on the public internet, without user information
   * or fragment. That of a chat room is never shown again. Expected: an address such as
   * https://hooks.example.com/vadium.
   */
  target_url?: string | undefined
  /** The purpose of the endpoint. Null removes it. */
  description?: string | null | undefined
  /** The event types that are sent. Empty: all, including types that are added later. */
  event_types?:
    | (
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
      )[]
    | undefined
  /**
   * Another format needs a `target_url` with it. What is pending in the old format is not sent any
   * more.
   */
  format?: 'events' | 'text' | undefined
  /**
   * What a chat room gets of a notification. `title`, the default: the sentence of its category,
   * the order number, the severity and a link; no name and no amount. `full`: also its title and
   * its body.
   */
  content?: 'title' | 'full' | undefined
}

/** The delivery of one event to one endpoint. Its id is the `webhook-id` of every attempt. */
export interface WebhookDelivery {
  /** The id of the delivery: the `webhook-id` of every attempt. A UUID. */
  id: string
  /** The endpoint. A UUID. */
  webhook_endpoint_id: string
  /** The event cursor of the event. Null for a test. */
  event_id: string | null
  /** The event type. `webhook.test`: a test without an event. */
  event_type:
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
    | 'webhook.test'
    | (string & {})
  /**
   * pending: attempts continue for about a day. delivered: the endpoint has answered with success.
   * failed: no attempt is planned. A test has one attempt.
   */
  state: 'pending' | 'delivered' | 'failed' | (string & {})
  /** The number of attempts since the delivery was created or resent. */
  attempts: number
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When the next attempt is made. Null if none is planned. RFC 3339 in UTC, with milliseconds. */
  next_attempt_time: string | null
  /** When the last attempt was made. Null if there was none. RFC 3339 in UTC, with milliseconds. */
  last_attempt_time: string | null
  /** The HTTP status of the last attempt. Null if it had no answer. */
  last_status: number | null
  /** Why the last attempt had no answer, or why there is none any more. Null if it had one. */
  last_error:
    | 'ADDRESS_REFUSED'
    | 'NAME_NOT_RESOLVED'
    | 'CONNECTION_FAILED'
    | 'TLS_FAILED'
    | 'TIMED_OUT'
    | 'FORMAT_CHANGED'
    | (string & {})
    | null
}

/** A page of webhook deliveries. */
export interface WebhookDeliveryList {
  /** The items of this page. */
  webhook_deliveries: WebhookDelivery[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.webhooks.listDeliveries` can be asked for. */
export interface ListWebhookDeliveriesQuery {
  /** Only deliveries to this endpoint. A UUID. */
  webhook_endpoint_id?: string | undefined
  /** Only deliveries in this state. */
  state?: 'pending' | 'delivered' | 'failed' | undefined
  /** Only deliveries of this event type. */
  event_type?:
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
    | 'webhook.test'
    | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
