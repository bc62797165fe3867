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
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { WebhookDeliveryService } from './webhook-delivery.service.ts'
import type { WebhookEndpointService } from './webhook-endpoint.service.ts'

interface Options {
  readonly webhooks: {
    readonly endpoints: WebhookEndpointService
    readonly deliveries: WebhookDeliveryService
  }
  readonly lists: Lists
}

export const webhookRoutes: FastifyPluginCallback<Options> = (
  app,
  { webhooks: { endpoints, deliveries }, lists },
  done,
) => {
  app.operation(createWebhookEndpoint, ({ tx, body }) => endpoints.create(tx, body))
  app.operation(listWebhookEndpoints, ({ caller, query }) =>
    lists.answer(listWebhookEndpoints, caller, query, 'webhook_endpoints', (after, pageSize) =>
      endpoints.page(caller, { after, pageSize }),
    ),
  )
  app.operation(getWebhookEndpoint, ({ caller, params }) =>
    endpoints.get(caller, params.webhook_endpoint_id),
  )
  app.operation(updateWebhookEndpoint, ({ tx, params, body }) =>
    endpoints.update(tx, params.webhook_endpoint_id, body),
  )
  app.operation(enableWebhookEndpoint, ({ tx, params }) =>
    endpoints.enable(tx, params.webhook_endpoint_id),
  )
  app.operation(disableWebhookEndpoint, ({ tx, params }) =>
    endpoints.disable(tx, params.webhook_endpoint_id),
  )
  app.operation(deleteWebhookEndpoint, ({ tx, params }) =>
    endpoints.delete(tx, params.webhook_endpoint_id),
  )
  app.operation(rotateWebhookSecret, ({ tx, params }) =>
    endpoints.rotateSecret(tx, params.webhook_endpoint_id),
  )
  app.operation(testWebhookEndpoint, ({ tx, params }) =>
    deliveries.test(tx, params.webhook_endpoint_id),
  )
  app.operation(listWebhookDeliveries, ({ caller, query }) =>
    lists.answer(listWebhookDeliveries, caller, query, 'webhook_deliveries', (after, pageSize) =>
      deliveries.page(caller, query, { after, pageSize }),
    ),
  )
  app.operation(getWebhookDelivery, ({ caller, params }) =>
    deliveries.get(caller, params.webhook_delivery_id),
  )
  app.operation(resendWebhookDelivery, ({ tx, params }) =>
    deliveries.resend(tx, params.webhook_delivery_id),
  )
  done()
}
