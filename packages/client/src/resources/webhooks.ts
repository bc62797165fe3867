// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AnswerSchema, OperationOf } from '../core/operation.ts'
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
   * Create a webhook endpoint. Has the events of the organization sent to an address of its own,
   * from now on. At most 10 an organization.
   *
   * The `secret` is answered once: a repeated answer, see {@link wasReplayed}, has it no more.
   * After that, `rotateSecret` makes another.
   *
   * Roles: `admin`.
   *
   * @param body
   *   - `target_url`: Where events are sent: https, without user information or fragment, at an
   *     address of the public internet.
   *   - `description` (optional): What the endpoint is for.
   *   - `event_types` (optional): The kinds of events that are sent. Empty: all, those to come
   *     included.
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
  create(
    body: CreateWebhookEndpoint,
    options: RequestOptions = {},
  ): Promise<IssuedWebhookEndpoint> {
    return this.#requests.request(createWebhookEndpoint, { body }, options)
  }

  /**
   * List webhook endpoints. The addresses to which events of the organization are sent.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`.
   *
   * @param filter
   *   - `page_size` (optional): How many at the most, 1 to 1000; 100 unless given.
   *   - `page_token` (optional): The next_page_token of the page before.
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
   * Get a webhook endpoint. The endpoint with its state, without its secret.
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
  get(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(
      getWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Change a webhook endpoint. Changes what is given and leaves the rest. What is under way goes to
   * the new address.
   *
   * Roles: `admin`.
   *
   * @param endpointId The id of the webhook endpoint. A UUID.
   * @param body
   *   - `target_url` (optional): Where events are sent: https, without user information or
   *     fragment, at an address of the public internet.
   *   - `description` (optional): What it is for. Null: nothing said.
   *   - `event_types` (optional): The kinds of events that are sent. Empty: all, those to come
   *     included.
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
  ): Promise<WebhookEndpoint> {
    return this.#requests.request(
      updateWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId }, body },
      options,
    )
  }

  /**
   * Enable a webhook endpoint. Goes on where it stopped, as far back as the event log reaches.
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
  enable(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(
      enableWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Disable a webhook endpoint. Nothing more is sent until it is enabled; what is on its way at
   * this moment arrives.
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
  disable(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(
      disableWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Delete a webhook endpoint. For good, with its secret and its deliveries. Answers the endpoint
   * as it was last.
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
  delete(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(
      deleteWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Rotate the secret of a webhook endpoint. Makes a new secret. For 24 hours everything is signed
   * with the old one as well.
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
  rotateSecret(endpointId: string, options: RequestOptions = {}): Promise<IssuedWebhookEndpoint> {
    return this.#requests.request(
      rotateWebhookSecret,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * Send a test event. Sends an event of the kind webhook.test, once. What became of it is told by
   * its delivery.
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
  test(endpointId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.#requests.request(
      testWebhookEndpoint,
      { params: { webhook_endpoint_id: endpointId } },
      options,
    )
  }

  /**
   * List webhook deliveries. What was sent or is to be sent, and how it went, for as long as events
   * are kept.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`.
   *
   * @param filter
   *   - `webhook_endpoint_id` (optional): Only those to this endpoint. A UUID.
   *   - `state` (optional): Only those in this state.
   *   - `event_type` (optional): Only those of this kind of event.
   *   - `page_size` (optional): How many at the most, 1 to 1000; 100 unless given.
   *   - `page_token` (optional): The next_page_token of the page before.
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
   * Get a webhook delivery. What became of one delivery, by its `webhook-id`.
   *
   * Roles: `admin`.
   *
   * @param deliveryId The id of the webhook delivery. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WEBHOOK_DELIVERY_NOT_FOUND`: The webhook delivery was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const webhookDelivery = await client.webhooks.getDelivery('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  getDelivery(deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.#requests.request(
      getWebhookDelivery,
      { params: { webhook_delivery_id: deliveryId } },
      options,
    )
  }

  /**
   * Send a webhook delivery again. Under the same `webhook-id`, at once and as if for the first
   * time.
   *
   * Roles: `admin`.
   *
   * @param deliveryId The id of the webhook delivery. A UUID.
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
  resend(deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.#requests.request(
      resendWebhookDelivery,
      { params: { webhook_delivery_id: deliveryId } },
      options,
    )
  }
}

const issuedWebhookEndpointSchema: AnswerSchema = {
  required: ['webhook_endpoint'],
  properties: { webhook_endpoint: { type: 'object' } },
}

const webhookEndpointListSchema: AnswerSchema = {
  required: ['webhook_endpoints'],
  properties: { webhook_endpoints: { type: 'array' } },
}

const webhookEndpointSchema: AnswerSchema = {
  required: [
    'id',
    'target_url',
    'description',
    'event_types',
    'status',
    'disabled_reason',
    'disabled_time',
    'create_time',
    'last_success_time',
    'last_failure_time',
    'old_secret_expire_time',
  ],
  properties: { event_types: { type: 'array' } },
}

const webhookDeliverySchema: AnswerSchema = {
  required: [
    'id',
    'webhook_endpoint_id',
    'event_id',
    'event_type',
    'state',
    'attempts',
    'create_time',
    'next_attempt_time',
    'last_attempt_time',
    'last_status',
    'last_error',
  ],
}

const webhookDeliveryListSchema: AnswerSchema = {
  required: ['webhook_deliveries'],
  properties: { webhook_deliveries: { type: 'array' } },
}

export const createWebhookEndpoint: OperationOf<{
  body: CreateWebhookEndpoint
  answer: IssuedWebhookEndpoint
}> = {
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints',
  safe: false,
  body: {},
  reasons: ['VALUE_INVALID', 'INVALID_STATE'],
  response: issuedWebhookEndpointSchema,
}

export const listWebhookEndpoints: OperationOf<{
  query: ListWebhookEndpointsQuery
  answer: WebhookEndpointList
}> = {
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/webhook-endpoints',
  safe: true,
  response: webhookEndpointListSchema,
}

export const getWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = {
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: '/webhook-endpoints/{webhook_endpoint_id}',
  safe: true,
  response: webhookEndpointSchema,
}

export const updateWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  body: UpdateWebhookEndpoint
  answer: WebhookEndpoint
}> = {
  id: 'updateWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:update',
  safe: false,
  body: {},
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'VALUE_INVALID'],
  response: webhookEndpointSchema,
}

export const enableWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = {
  id: 'enableWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:enable',
  safe: false,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'INVALID_STATE'],
  response: webhookEndpointSchema,
}

export const disableWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = {
  id: 'disableWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:disable',
  safe: false,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'INVALID_STATE'],
  response: webhookEndpointSchema,
}

export const deleteWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookEndpoint
}> = {
  id: 'deleteWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:delete',
  safe: false,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  response: webhookEndpointSchema,
}

export const rotateWebhookSecret: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: IssuedWebhookEndpoint
}> = {
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:rotate-secret',
  safe: false,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  response: issuedWebhookEndpointSchema,
}

export const testWebhookEndpoint: OperationOf<{
  params: { webhook_endpoint_id: string }
  answer: WebhookDelivery
}> = {
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:test',
  safe: false,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'INVALID_STATE'],
  response: webhookDeliverySchema,
}

export const listWebhookDeliveries: OperationOf<{
  query: ListWebhookDeliveriesQuery
  answer: WebhookDeliveryList
}> = {
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhook-deliveries',
  safe: true,
  response: webhookDeliveryListSchema,
}

export const getWebhookDelivery: OperationOf<{
  params: { webhook_delivery_id: string }
  answer: WebhookDelivery
}> = {
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/webhook-deliveries/{webhook_delivery_id}',
  safe: true,
  response: webhookDeliverySchema,
}

export const resendWebhookDelivery: OperationOf<{
  params: { webhook_delivery_id: string }
  answer: WebhookDelivery
}> = {
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/webhook-deliveries/{webhook_delivery_id}:resend',
  safe: false,
  reasons: ['WEBHOOK_DELIVERY_NOT_FOUND', 'INVALID_STATE'],
  response: webhookDeliverySchema,
}
