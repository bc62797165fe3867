// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreateWebhookEndpoint,
  IssuedWebhookEndpoint,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  UpdateWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
  WebhookEndpointList,
} from '../types/webhooks.ts'

/**
 * Where the organization's events are sent, and what is on its way there. A receiver verifies them
 * with {@link verifyWebhook}.
 */
export class Webhooks {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create a webhook endpoint. Creates an endpoint to which the events of the caller's organization
   * are sent from now on. An organization has at most 10 endpoints.
   *
   * The `secret` is answered once: a repeated answer, see {@link wasReplayed}, has it no more.
   * After that, `rotateSecret` makes another.
   *
   * Roles: `admin`.
   *
   * @param body
   *   - `target_url`: The address to which events are sent: https, on the public internet, without
   *     user information or fragment. That of a chat room is never shown again.
   *   - `description` (optional): The purpose of the endpoint.
   *   - `event_types` (optional): The event types that are sent. Empty: all, including types that
   *     are added later.
   *   - `format` (optional): What a body is. `events`: the event. `text`: `{"text": "…"}`, as the
   *     chat rooms of Slack, Mattermost and Rocket.Chat take it, of each `notification.created`.
   *     Default: `events`. A chat room gets `notification.created` alone.
   *   - `content` (optional): What a chat room gets of a notification. `title`, the default: the
   *     sentence of its category, the order number, the severity and a link; no name and no amount.
   *     `full`: also its title and its body.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const issuedWebhookEndpoint = await client.webhooks.create({ target_url: 'https://hooks.example.com/vadium' })
   * ```
   */
  create(body: CreateWebhookEndpoint, options: RequestOptions = {}): Call<IssuedWebhookEndpoint> {
    return this.#requests.request(createWebhookEndpoint, { body }, options)
  }

  /**
   * List webhook endpoints. Lists the webhook endpoints of the caller's organization.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`.
   *
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const webhookEndpoint of client.webhooks.list()) console.log(webhookEndpoint.id)
   * ```
   */
  list(
    filter: ListWebhookEndpointsQuery = {},
    options: RequestOptions = {},
  ): PageList<WebhookEndpointList, WebhookEndpoint> {
    return this.#requests.list(listWebhookEndpoints, { query: filter }, options)
  }

  /**
   * Get a webhook endpoint. Returns one webhook endpoint, without its secret.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhooks.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(endpointId: string, options: RequestOptions = {}): Call<WebhookEndpoint> {
    return this.#requests.request(
      getWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Update a webhook endpoint. Changes the given members of an endpoint and keeps the others.
   * Pending deliveries go to the new address.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param body
   *   - `target_url` (optional): The address to which events are sent: https, on the public
   *     internet, without user information or fragment. That of a chat room is never shown again.
   *   - `description` (optional): The purpose of the endpoint. Null removes it.
   *   - `event_types` (optional): The event types that are sent. Empty: all, including types that
   *     are added later.
   *   - `format` (optional): Another format needs a `target_url` with it. What is pending in the
   *     old format is not sent any more.
   *   - `content` (optional): What a chat room gets of a notification. `title`, the default: the
   *     sentence of its category, the order number, the severity and a link; no name and no amount.
   *     `full`: also its title and its body.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhooks.update('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {  })
   * ```
   */
  update(
    endpointId: string,
    body: UpdateWebhookEndpoint,
    options: RequestOptions = {},
  ): Call<WebhookEndpoint> {
    return this.#requests.request(
      updateWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId }, body },
      options,
    )
  }

  /**
   * Enable a webhook endpoint. Enables an endpoint. Deliveries continue where they stopped, as far
   * back as events are stored.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhooks.enable('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  enable(endpointId: string, options: RequestOptions = {}): Call<WebhookEndpoint> {
    return this.#requests.request(
      enableWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Disable a webhook endpoint. Disables an endpoint. Nothing is sent until it is enabled again,
   * except attempts that are already under way.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhooks.disable('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  disable(endpointId: string, options: RequestOptions = {}): Call<WebhookEndpoint> {
    return this.#requests.request(
      disableWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Delete a webhook endpoint. Deletes an endpoint permanently, with its secret and its deliveries.
   * Returns its last state.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookEndpoint = await client.webhooks.delete('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  delete(endpointId: string, options: RequestOptions = {}): Call<WebhookEndpoint> {
    return this.#requests.request(
      deleteWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Rotate the secret of a webhook endpoint. Creates a new secret. For 24 hours, deliveries are
   * signed with both the old and the new secret.
   *
   * The `secret` is answered once: a repeated answer, see {@link wasReplayed}, has it no more.
   * After that, `rotateSecret` makes another.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const issuedWebhookEndpoint = await client.webhooks.rotateSecret('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  rotateSecret(endpointId: string, options: RequestOptions = {}): Call<IssuedWebhookEndpoint> {
    return this.#requests.request(
      rotateWebhookSecret,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Send a test event. Sends one event of the type webhook.test, or a text to a chat room. Returns
   * its delivery, which shows the outcome later.
   *
   * `getDelivery` answers what became of it.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_ENDPOINT_NOT_FOUND`: The webhook endpoint was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookDelivery = await client.webhooks.test('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  test(endpointId: string, options: RequestOptions = {}): Call<WebhookDelivery> {
    return this.#requests.request(
      testWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * List webhook deliveries. Lists the deliveries of webhooks, with their outcome, for as long as
   * events are stored.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`.
   *
   * @param filter
   *   - `webhook_endpoint_id` (optional): Only deliveries to this endpoint. A UUID.
   *   - `state` (optional): Only deliveries in this state.
   *   - `event_type` (optional): Only deliveries of this event type.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const webhookDelivery of client.webhooks.listDeliveries()) console.log(webhookDelivery.id)
   * ```
   */
  listDeliveries(
    filter: ListWebhookDeliveriesQuery = {},
    options: RequestOptions = {},
  ): PageList<WebhookDeliveryList, WebhookDelivery> {
    return this.#requests.list(listWebhookDeliveries, { query: filter }, options)
  }

  /**
   * Get a webhook delivery. Returns one delivery, by its `webhook-id`.
   *
   * Roles: `admin`.
   *
   * @param deliveryId The id of the delivery, which is its `webhook-id`. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_DELIVERY_NOT_FOUND`: The webhook delivery was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookDelivery = await client.webhooks.getDelivery('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  getDelivery(deliveryId: string, options: RequestOptions = {}): Call<WebhookDelivery> {
    return this.#requests.request(
      getWebhookDelivery,
      { params: { webhook_delivery_id: deliveryId } },
      options,
    )
  }

  /**
   * Resend a webhook delivery. Sends a delivery again at once, with the same `webhook-id`. Attempts
   * are counted from zero.
   *
   * Roles: `admin`.
   *
   * @param deliveryId The id of the delivery, which is its `webhook-id`. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_DELIVERY_NOT_FOUND`: The webhook delivery was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookDelivery = await client.webhooks.resend('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  resend(deliveryId: string, options: RequestOptions = {}): Call<WebhookDelivery> {
    return this.#requests.request(
      resendWebhookDelivery,
      { params: { webhook_delivery_id: deliveryId } },
      options,
    )
  }
}

const webhookEndpointMembers =
  'id target_url format content description event_types[] status disabled_reason' +
  ' disabled_time create_time last_success_time last_failure_time' +
  ' old_secret_expire_time'

const issuedWebhookEndpointMembers = 'webhook_endpoint{}'

const webhookDeliveryMembers =
  'id webhook_endpoint_id event_id event_type state attempts create_time' +
  ' next_attempt_time last_attempt_time last_status last_error'

export const createWebhookEndpoint: OperationOf<{
  body: CreateWebhookEndpoint
  answer: IssuedWebhookEndpoint
}> = new Write('createWebhookEndpoint', '/webhook-endpoints', issuedWebhookEndpointMembers, {})

export const listWebhookEndpoints: OperationOf<{
  query: ListWebhookEndpointsQuery
  answer: WebhookEndpointList
}> = new Read('listWebhookEndpoints', '/webhook-endpoints', 'webhook_endpoints[]')

export const getWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = new Read(
  'getWebhookEndpoint',
  '/webhook-endpoints/{webhook_endpoint_id}',
  webhookEndpointMembers,
)

export const updateWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  body: UpdateWebhookEndpoint
  answer: WebhookEndpoint
}> = new Write(
  'updateWebhookEndpoint',
  '/webhook-endpoints/{webhook_endpoint_id}:',
  webhookEndpointMembers,
  {},
)

export const enableWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = new Write(
  'enableWebhookEndpoint',
  '/webhook-endpoints/{webhook_endpoint_id}:',
  webhookEndpointMembers,
)

export const disableWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = new Write(
  'disableWebhookEndpoint',
  '/webhook-endpoints/{webhook_endpoint_id}:',
  webhookEndpointMembers,
)

export const deleteWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = new Write(
  'deleteWebhookEndpoint',
  '/webhook-endpoints/{webhook_endpoint_id}:',
  webhookEndpointMembers,
)

export const rotateWebhookSecret: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: IssuedWebhookEndpoint
}> = new Write(
  'rotateWebhookSecret',
  '/webhook-endpoints/{webhook_endpoint_id}:rotate-secret',
  issuedWebhookEndpointMembers,
)

export const testWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookDelivery
}> = new Write(
  'testWebhookEndpoint',
  '/webhook-endpoints/{webhook_endpoint_id}:',
  webhookDeliveryMembers,
)

export const listWebhookDeliveries: OperationOf<{
  query: ListWebhookDeliveriesQuery
  answer: WebhookDeliveryList
}> = new Read('listWebhookDeliveries', '/webhook-deliveries', 'webhook_deliveries[]')

export const getWebhookDelivery: OperationOf<{
  params: { webhook_delivery_id: string }
  answer: WebhookDelivery
}> = new Read(
  'getWebhookDelivery',
  '/webhook-deliveries/{webhook_delivery_id}',
  webhookDeliveryMembers,
)

export const resendWebhookDelivery: OperationOf<{
  params: { webhook_delivery_id: string }
  answer: WebhookDelivery
}> = new Write(
  'resendWebhookDelivery',
  '/webhook-deliveries/{webhook_delivery_id}:',
  webhookDeliveryMembers,
)
