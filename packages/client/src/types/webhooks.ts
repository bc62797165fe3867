// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A webhook endpoint, and its secret. */
export interface IssuedWebhookEndpoint {
  /** An address of an organization to which its events are sent. */
  webhook_endpoint: WebhookEndpoint
  /**
   * With which everything to the endpoint is signed: `whsec_` and base64. Shown once: an answer
   * that is repeated has it no more.
   */
  secret?: string
}

/** An address of an organization to which its events are sent. */
export interface WebhookEndpoint {
  /** The id of the webhook endpoint. A UUID. */
  id: string
  /**
   * Where events are sent: https, without user information or fragment, at an address of the public
   * internet.
   */
  target_url: string
  /** What the endpoint is for. */
  description: string | null
  /** The kinds of events that are sent. Empty: all, those to come included. */
  event_types: (
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
  )[]
  /** Whether events are sent. What happens while it is disabled is sent afterwards. */
  status: 'enabled' | 'disabled' | (string & {})
  /** Why it is disabled. Null: it is not. */
  disabled_reason: 'REQUESTED' | 'GONE' | 'FAILING' | (string & {}) | null
  /** Since when it is disabled. Null: it is not. RFC 3339 in UTC, with milliseconds. */
  disabled_time: string | null
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it last took something. Null: never yet. RFC 3339 in UTC, with milliseconds. */
  last_success_time: string | null
  /** When it last did not. Null: never yet. RFC 3339 in UTC, with milliseconds. */
  last_failure_time: string | null
  /**
   * Until when everything is signed with the secret before as well. Null: there is none. RFC 3339
   * in UTC, with milliseconds.
   */
  old_secret_expire_time: string | null
}

/** What `client.webhooks.create` takes. */
export interface CreateWebhookEndpoint {
  /**
   * Where events are sent: https, without user information or fragment, at an address of the public
   * internet. Expected: an address such as https://hooks.example.com/vadium.
   */
  target_url: string
  /**
   * What the endpoint is for. Expected: 1 to 200 visible characters on one line, without space at
   * either end.
   */
  description?: string | undefined
  /** The kinds of events that are sent. Empty: all, those to come included. */
  event_types?:
    | (
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
      )[]
    | undefined
}

/** A page of webhook endpoints. */
export interface WebhookEndpointList {
  /** The webhook endpoints of this page. */
  webhook_endpoints: WebhookEndpoint[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.webhooks.list` can be asked for. */
export interface ListWebhookEndpointsQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** What `client.webhooks.update` takes. */
export interface UpdateWebhookEndpoint {
  /**
   * Where events are sent: https, without user information or fragment, at an address of the public
   * internet. Expected: an address such as https://hooks.example.com/vadium.
   */
  target_url?: string | undefined
  /** What it is for. Null: nothing said. */
  description?: string | null | undefined
  /** The kinds of events that are sent. Empty: all, those to come included. */
  event_types?:
    | (
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
      )[]
    | undefined
}

/** One event on its way to one endpoint. Its id is the `webhook-id` of every attempt. */
export interface WebhookDelivery {
  /** The id of the webhook delivery. A UUID. */
  id: string
  /** The id of the webhook endpoint. A UUID. */
  webhook_endpoint_id: string
  /** Where the event stands in the log. Null: it is a test. */
  event_id: string | null
  /** What is told. `webhook.test`: nothing has happened. */
  event_type:
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
    | 'webhook.test'
    | (string & {})
  /** Pending: tried until it is taken, for a day or so. A test is tried once. */
  state: 'pending' | 'delivered' | 'failed' | (string & {})
  /** How often it was tried, since it was last sent anew. */
  attempts: number
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it is tried next. Null: not again by itself. RFC 3339 in UTC, with milliseconds. */
  next_attempt_time: string | null
  /** When it was last tried. Null: never yet. RFC 3339 in UTC, with milliseconds. */
  last_attempt_time: string | null
  /** The HTTP status of the last answer. Null: the last attempt had none. */
  last_status: number | null
  /** Why the last attempt had no answer. Null: it had one. */
  last_error:
    | 'ADDRESS_REFUSED'
    | 'NAME_NOT_RESOLVED'
    | 'CONNECTION_FAILED'
    | 'TLS_FAILED'
    | 'TIMED_OUT'
    | (string & {})
    | null
}

/** A page of webhook deliveries. */
export interface WebhookDeliveryList {
  /** The webhook deliveries of this page. */
  webhook_deliveries: WebhookDelivery[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.webhooks.listDeliveries` can be asked for. */
export interface ListWebhookDeliveriesQuery {
  /** Only those to this endpoint. A UUID. */
  webhook_endpoint_id?: string | undefined
  /** Only those in this state. */
  state?: 'pending' | 'delivered' | 'failed' | undefined
  /** Only those of this kind of event. */
  event_type?:
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
    | 'webhook.test'
    | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}
