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
  app.operation(listWebhookEndpoints, ({ asker, query }) =>
    lists.answer(listWebhookEndpoints, asker, query, 'webhook_endpoints', (after, pageSize) =>
      endpoints.page(asker, { after, pageSize }),
    ),
  )
  app.operation(getWebhookEndpoint, ({ asker, params }) =>
    endpoints.get(asker, params.webhook_endpoint_id),
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
  app.operation(listWebhookDeliveries, ({ asker, query }) =>
    lists.answer(listWebhookDeliveries, asker, query, 'webhook_deliveries', (after, pageSize) =>
      deliveries.page(asker, query, { after, pageSize }),
    ),
  )
  app.operation(getWebhookDelivery, ({ asker, params }) =>
    deliveries.get(asker, params.webhook_delivery_id),
  )
  app.operation(resendWebhookDelivery, ({ tx, params }) =>
    deliveries.resend(tx, params.webhook_delivery_id),
  )
  done()
}
