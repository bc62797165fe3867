import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookDelivery,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@vadium/schema'
import type { IssuedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type EndpointList = Answer<typeof listWebhookEndpoints>
type DeliveryList = Answer<typeof listWebhookDeliveries>

/**
 * Where events of the organization are sent, and what is on its way there. Who receives them verifies them with
 * {@link verifyWebhook}.
 */
export class Webhooks {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Has events sent to an address of the organization, from now on.
   *
   * The `secret` is answered once: an answer that is repeated, see {@link wasReplayed}, has it no more; then
   * `rotateSecret` gives another.
   *
   * @throws VadiumServiceError `VALUE_INVALID`, `INVALID_STATE`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createWebhookEndpoint>,
    options: RequestOptions = {},
  ): Promise<IssuedWebhookEndpoint> {
    return this.#requests.request(createWebhookEndpoint, { body }, options)
  }

  /**
   * The endpoints of the organization.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listWebhookEndpoints> = {},
    options: RequestOptions = {},
  ): PageList<EndpointList, WebhookEndpoint> {
    return this.#requests.list(listWebhookEndpoints, { query: filter }, options)
  }

  /**
   * One endpoint, without its secret.
   *
   * @throws VadiumServiceError `WEBHOOK_ENDPOINT_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(getWebhookEndpoint, of(endpointId), options)
  }

  /**
   * Changes what is given, and leaves the rest.
   *
   * @throws VadiumServiceError `WEBHOOK_ENDPOINT_NOT_FOUND`, `VALUE_INVALID`; and what every call
   *   may throw: see {@link VadiumError}.
   */
  update(
    endpointId: string,
    body: BodyInput<typeof updateWebhookEndpoint>,
    options: RequestOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.#requests.request(updateWebhookEndpoint, { ...of(endpointId), body }, options)
  }

  /**
   * Enables an endpoint, which goes on where it stopped, as far back as the event log reaches.
   *
   * @throws VadiumServiceError `WEBHOOK_ENDPOINT_NOT_FOUND`, `INVALID_STATE`; and what every call
   *   may throw: see {@link VadiumError}.
   */
  enable(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(enableWebhookEndpoint, of(endpointId), options)
  }

  /**
   * Disables an endpoint: nothing more is sent until it is enabled.
   *
   * @throws VadiumServiceError `WEBHOOK_ENDPOINT_NOT_FOUND`, `INVALID_STATE`; and what every call
   *   may throw: see {@link VadiumError}.
   */
  disable(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(disableWebhookEndpoint, of(endpointId), options)
  }

  /**
   * Deletes an endpoint for good, with its secret and its deliveries.
   *
   * @throws VadiumServiceError `WEBHOOK_ENDPOINT_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  delete(endpointId: string, options: RequestOptions = {}): Promise<WebhookEndpoint> {
    return this.#requests.request(deleteWebhookEndpoint, of(endpointId), options)
  }

  /**
   * Makes a new secret. For 24 hours everything is signed with the old one as well.
   *
   * As in `create`, the `secret` is answered once.
   *
   * @throws VadiumServiceError `WEBHOOK_ENDPOINT_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  rotateSecret(endpointId: string, options: RequestOptions = {}): Promise<IssuedWebhookEndpoint> {
    return this.#requests.request(rotateWebhookSecret, of(endpointId), options)
  }

  /**
   * Sends an event of the kind `webhook.test`, once. `getDelivery` tells what became of it.
   *
   * @throws VadiumServiceError `WEBHOOK_ENDPOINT_NOT_FOUND`, `INVALID_STATE`; and what every call
   *   may throw: see {@link VadiumError}.
   */
  test(endpointId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.#requests.request(testWebhookEndpoint, of(endpointId), options)
  }

  /**
   * What was sent or is to be sent, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  listDeliveries(
    filter: QueryInput<typeof listWebhookDeliveries> = {},
    options: RequestOptions = {},
  ): PageList<DeliveryList, WebhookDelivery> {
    return this.#requests.list(listWebhookDeliveries, { query: filter }, options)
  }

  /**
   * One delivery, by its `webhook-id`.
   *
   * @throws VadiumServiceError `WEBHOOK_DELIVERY_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  getDelivery(deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    const params = { webhook_delivery_id: deliveryId }
    return this.#requests.request(getWebhookDelivery, { params }, options)
  }

  /**
   * Sends a delivery again, under the same `webhook-id`, at once and as if for the first time.
   *
   * @throws VadiumServiceError `WEBHOOK_DELIVERY_NOT_FOUND`, `INVALID_STATE`; and what every call
   *   may throw: see {@link VadiumError}.
   */
  resend(deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    const params = { webhook_delivery_id: deliveryId }
    return this.#requests.request(resendWebhookDelivery, { params }, options)
  }
}

const of = (endpointId: string) => ({ params: { webhook_endpoint_id: endpointId } })
