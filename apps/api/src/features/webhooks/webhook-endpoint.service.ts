import {
  type createWebhookEndpoint,
  type OperationBody,
  type updateWebhookEndpoint,
  type WebhookEndpoint,
  webhookEndpointsMax,
} from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/db/tenant.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AddressRules } from './address-rules.ts'
import { endpointSettings } from './endpoint-settings.ts'
import { newSecret, secretText } from './webhook-secret.ts'
import { ShownOnce } from '../../platform/writes/idempotency.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { WebhookEndpointRepository } from './webhook-endpoint.repository.ts'

interface Parts {
  readonly endpoints: WebhookEndpointRepository
  readonly addresses: AddressRules
  /** The clock of the machine. */
  readonly clock: Clock
  /** Numbers the committed events of an organization. */
  readonly numberEvents: (organizationId: string) => Promise<void>
  /** Wakes the workers: more events may have to be sent. */
  readonly wake: () => void
}

/** How long an old secret is still used for signatures. */
const overlapMs = 24 * 60 * 60 * 1000

/** The webhook endpoints of an organization. */
export class WebhookEndpointService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<WebhookEndpoint> | Refusal> {
    return this.#parts.endpoints.page(tenant, bounds)
  }

  async get(tenant: Tenant, id: string): Promise<WebhookEndpoint | Refusal> {
    return (await this.#parts.endpoints.find(tenant, id)) ?? notFound
  }

  async create(
    tx: WriteTransaction,
    body: OperationBody<typeof createWebhookEndpoint>,
  ): Promise<ShownOnce | Refusal> {
    const { addresses, endpoints, numberEvents, wake } = this.#parts
    const settings = endpointSettings(body, undefined, addresses)
    if (settings instanceof Refusal) return settings
    if ((await endpoints.countToAdd(tx)) >= webhookEndpointsMax) {
      const issue = `an organization has at most ${webhookEndpointsMax}: delete one first`
      return new Refusal('INVALID_STATE', [{ field: 'webhook_endpoints', issue }])
    }
    const secret = newSecret()
    // The endpoint receives later events only.
    await numberEvents(tx.organizationId)
    // Who numbers events before the commit does not see it.
    tx.afterCommit(wake)
    return issued(await endpoints.insert(tx, settings, secret, this.#now()), secret)
  }

  async update(
    tx: WriteTransaction,
    id: string,
    body: OperationBody<typeof updateWebhookEndpoint>,
  ): Promise<WebhookEndpoint | Refusal> {
    const { addresses, endpoints } = this.#parts
    const endpoint = await this.lock(tx, id)
    if (endpoint instanceof Refusal) return endpoint
    const settings = endpointSettings(body, endpoint, addresses)
    if (settings instanceof Refusal) return settings
    if (settings.format !== endpoint.format) await endpoints.endPending(tx, endpoint.id)
    return endpoints.change(tx, endpoint.id, settings)
  }

  async enable(tx: WriteTransaction, id: string): Promise<WebhookEndpoint | Refusal> {
    const { endpoints, wake } = this.#parts
    const endpoint = await this.lock(tx, id)
    if (endpoint instanceof Refusal) return endpoint
    if (endpoint.status === 'enabled') return invalidState('is already enabled')
    tx.afterCommit(wake)
    return endpoints.enable(tx, endpoint.id, this.#now())
  }

  async disable(tx: WriteTransaction, id: string): Promise<WebhookEndpoint | Refusal> {
    const endpoint = await this.lock(tx, id)
    if (endpoint instanceof Refusal) return endpoint
    if (endpoint.status === 'disabled') return invalidState('is already disabled')
    return this.#parts.endpoints.disable(tx, endpoint.id, this.#now())
  }

  async delete(tx: WriteTransaction, id: string): Promise<WebhookEndpoint | Refusal> {
    const endpoint = await this.lock(tx, id)
    if (endpoint instanceof Refusal) return endpoint
    await this.#parts.endpoints.remove(tx, endpoint.id, newSecret(), this.#now())
    return endpoint
  }

  async rotateSecret(tx: WriteTransaction, id: string): Promise<ShownOnce | Refusal> {
    const { clock, endpoints } = this.#parts
    const endpoint = await this.lock(tx, id)
    if (endpoint instanceof Refusal) return endpoint
    const secret = newSecret()
    const oldUntil = new Date(clock.now() + overlapMs).toISOString()
    return issued(await endpoints.rotate(tx, endpoint.id, secret, oldUntil), secret)
  }

  /** An endpoint of the caller's organization. It is locked, before any of its deliveries. */
  async lock(tx: WriteTransaction, id: string): Promise<WebhookEndpoint | Refusal> {
    return (await this.#parts.endpoints.lock(tx, id)) ?? notFound
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString()
  }
}

const notFound = new Refusal('WEBHOOK_ENDPOINT_NOT_FOUND')

/** The secret is shown in this answer only. */
function issued(webhook_endpoint: WebhookEndpoint, secret: Buffer): ShownOnce {
  return new ShownOnce({ webhook_endpoint, secret: secretText(secret) }, { webhook_endpoint })
}

function invalidState(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'webhook_endpoint_id', issue }])
}
