import {
  type listWebhookDeliveries,
  type OperationQuery,
  type WebhookDelivery,
  webhookTestType,
} from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/db/tenant.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { WebhookDeliveryRepository } from './webhook-delivery.repository.ts'
import { roomBody, roomTestText } from './room-text.ts'
import type { WebhookEndpointService } from './webhook-endpoint.service.ts'

interface Parts {
  readonly deliveries: WebhookDeliveryRepository
  readonly endpoints: WebhookEndpointService
  /** The clock of the machine. */
  readonly clock: Clock
  /** Wakes the worker that sends deliveries. */
  readonly wake: () => void
}

/** The webhook deliveries of an organization. */
export class WebhookDeliveryService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  page(
    tenant: Tenant,
    query: OperationQuery<typeof listWebhookDeliveries>,
    bounds: PageBounds,
  ): Promise<ListPage<WebhookDelivery> | Refusal> {
    return this.#parts.deliveries.page(tenant, query, bounds)
  }

  async get(tenant: Tenant, id: string): Promise<WebhookDelivery | Refusal> {
    return (await this.#parts.deliveries.find(tenant, id)) ?? notFound
  }

  /** Sends a test event to one endpoint. */
  async test(tx: WriteTransaction, endpointId: string): Promise<WebhookDelivery | Refusal> {
    const endpoint = await this.#lockEnabled(tx, endpointId)
    if (endpoint instanceof Refusal) return endpoint
    const time = this.#now()
    const data = { organization_id: tx.organizationId, webhook_endpoint_id: endpoint.id }
    const event = { type: webhookTestType, timestamp: time, data }
    tx.afterCommit(this.#parts.wake)
    return this.#parts.deliveries.insertTest(tx, {
      id: tx.ids.next(),
      endpointId: endpoint.id,
      type: webhookTestType,
      format: endpoint.format,
      payload: endpoint.format === 'text' ? roomBody(roomTestText) : JSON.stringify(event),
      time,
    })
  }

  async resend(tx: WriteTransaction, id: string): Promise<WebhookDelivery | Refusal> {
    const { deliveries, wake } = this.#parts
    const made = await deliveries.madeFor(tx, id)
    if (made === undefined) return notFound
    const endpoint = await this.#lockEnabled(tx, made.endpointId)
    // The endpoint was deleted meanwhile, and the delivery with it.
    if (endpoint instanceof Refusal)
      return endpoint.reason === 'INVALID_STATE' ? endpoint : notFound
    if (endpoint.format !== made.format) {
      const issue = `was made in the format ${made.format}, which its endpoint has no more`
      return new Refusal('INVALID_STATE', [{ field: 'webhook_delivery_id', issue }])
    }
    tx.afterCommit(wake)
    return deliveries.resend(tx, id, this.#now())
  }

  async #lockEnabled(tx: WriteTransaction, endpointId: string) {
    const endpoint = await this.#parts.endpoints.lock(tx, endpointId)
    if (endpoint instanceof Refusal || endpoint.status === 'enabled') return endpoint
    const issue = 'is disabled: enable it first'
    return new Refusal('INVALID_STATE', [{ field: 'webhook_endpoint_id', issue }])
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString()
  }
}

const notFound = new Refusal('WEBHOOK_DELIVERY_NOT_FOUND')
