import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../config/config.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import { EventCursors } from '../platform/events/event-cursors.ts'
import type { EventNumbering } from '../platform/events/event-numbering.ts'
import { WebhookDeliveryRepository } from '../features/webhooks/webhook-delivery.repository.ts'
import { WebhookDeliveryService } from '../features/webhooks/webhook-delivery.service.ts'
import { WebhookEndpointRepository } from '../features/webhooks/webhook-endpoint.repository.ts'
import { WebhookEndpointService } from '../features/webhooks/webhook-endpoint.service.ts'
import type { RecurringWork } from '../platform/recurring-work.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { Signal } from '../platform/signal.ts'
import { consoleUrlOf } from '../features/mail/mail-server.ts'
import { AddressRules } from '../features/webhooks/address-rules.ts'
import { guardedConnections, nameServers } from '../features/webhooks/guarded-connections.ts'
import { WebhookDeliverer } from '../features/webhooks/webhook-deliverer.ts'
import { WebhookFanOut } from '../features/webhooks/webhook-fan-out.ts'
import { WebhookSender } from '../features/webhooks/webhook-sender.ts'
import { startWebhooks } from '../features/webhooks/webhook-work.ts'
import type { Writes } from '../platform/writes/writes.ts'

interface Parts {
  readonly config: Config
  /** The clock of the machine, because receivers compare timestamps with real time. */
  readonly clock: Clock
  readonly database: TenantDatabase
  readonly logger: FastifyBaseLogger
  readonly numbering: EventNumbering
  readonly pageTokenKey: Uint8Array
  readonly pool: Pool
  readonly secretBox: SecretBox
  readonly writes: Writes
}

/** Webhook endpoints, their deliveries, and the workers that send them. */
export function composeWebhooks(parts: Parts) {
  const { config, clock, database, logger, numbering, pool, secretBox, writes } = parts
  const cursors = new EventCursors(parts.pageTokenKey)
  const eventSignal = new Signal()
  const deliverySignal = new Signal()
  const addresses = new AddressRules(config.WEBHOOK_ALLOWED_NETWORKS)
  const sender = new WebhookSender(guardedConnections(addresses, nameServers()))

  const endpoints = new WebhookEndpointService({
    endpoints: new WebhookEndpointRepository(database, secretBox),
    addresses,
    clock,
    numberEvents: (organizationId) => numbering.catchUp(organizationId),
    wake: () => {
      eventSignal.send()
      deliverySignal.send()
    },
  })
  const deliveries = new WebhookDeliveryService({
    deliveries: new WebhookDeliveryRepository(database),
    endpoints,
    clock,
    wake: () => deliverySignal.send(),
  })
  const fanOut = new WebhookFanOut({
    pool,
    writes,
    cursors,
    consoleUrl: consoleUrlOf(config),
    clock,
    logger,
  })
  const perEndpointMax = config.WEBHOOKS_PER_ENDPOINT_MAX
  const deliverer = new WebhookDeliverer({
    pool,
    writes,
    sender,
    clock,
    logger,
    perEndpointMax,
    secretBox,
  })
  return {
    endpoints,
    deliveries,
    fanOut,
    deliverer,
    /** To be called when an event log has grown that an endpoint may follow. */
    due: () => eventSignal.send(),
    start: (): RecurringWork => {
      const atOnce = config.WEBHOOKS_AT_ONCE
      const work = startWebhooks({ fanOut, deliverer, eventSignal, deliverySignal, logger, atOnce })
      return {
        stop: async () => {
          await work.stop()
          await sender.close()
        },
      }
    },
  }
}
