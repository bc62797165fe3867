import {
  createWebhookEndpoint,
  getWebhookDelivery,
  getWebhookEndpoint,
  listWebhookDeliveries,
  type OperationBody,
  updateWebhookEndpoint,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@vadium/schema'
import { appendEvents } from './appended-events.ts'
import { Book, type Key, type Party } from './book.ts'
import { succeed } from './call.ts'
import { type RunningService, startService } from './service.ts'

/** What of this machine webhooks may be sent to in a test. */
export const ownMachine = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }

/**
 * Two organizations that have their events sent, without a book that anything would happen in by
 * itself.
 */
export class WebhookWorld {
  readonly book = new Book()
  readonly harbor: Party = this.book.party('harbor')
  readonly quay: Party = this.book.party('quay')
  readonly admin: Key = this.harbor.credential('admin')
  readonly otherAdmin: Key = this.quay.credential('admin')
  #service: RunningService | undefined

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the service has not been started')
    return this.#service
  }

  async start(settings: Readonly<Record<string, string>> = ownMachine): Promise<void> {
    this.#service = await startService({ scenario: this.book.scenario, settings })
  }

  async close(): Promise<void> {
    await this.#service?.close()
  }

  /** Writes events into the log of an organization, numbered from 1 on. */
  async happen(count: number, type = 'order.updated', party = this.harbor): Promise<void> {
    const organizationId = party.id
    await appendEvents(
      this.service.database,
      Array.from({ length: count }, (_, i) => ({ organizationId, type, data: { n: i + 1 } })),
      this.now,
    )
  }

  get now(): string {
    return new Date(this.service.clock.now()).toISOString()
  }

  pass(ms: number): void {
    this.service.clock.set(new Date(this.service.clock.now() + ms).toISOString())
  }

  /**
   * Makes deliveries of all events there are, and attempts all that is due. How many attempts were
   * made.
   */
  async work(): Promise<number> {
    const { fanOut, deliverer } = this.service.services.webhooks
    while ((await fanOut.run()) > 0);
    return deliverer.runDue()
  }

  async endpoint(
    body: OperationBody<typeof createWebhookEndpoint>,
    key = this.admin,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const { webhook_endpoint, secret } = await succeed(this.service, createWebhookEndpoint, {
      key,
      body,
    })
    if (secret === undefined) throw new Error('the secret was not shown')
    return { id: webhook_endpoint.id, secret }
  }

  update(id: string, body: OperationBody<typeof updateWebhookEndpoint>): Promise<WebhookEndpoint> {
    const params = { webhook_endpoint_id: id }
    return succeed(this.service, updateWebhookEndpoint, { key: this.admin, params, body })
  }

  get(id: string): Promise<WebhookEndpoint> {
    const params = { webhook_endpoint_id: id }
    return succeed(this.service, getWebhookEndpoint, { key: this.admin, params })
  }

  async deliveries(endpointId: string): Promise<WebhookDelivery[]> {
    const query = { webhook_endpoint_id: endpointId, page_size: 1000 }
    const list = await succeed(this.service, listWebhookDeliveries, { key: this.admin, query })
    return list.webhook_deliveries
  }

  delivery(id: string): Promise<WebhookDelivery> {
    const params = { webhook_delivery_id: id }
    return succeed(this.service, getWebhookDelivery, { key: this.admin, params })
  }
}
