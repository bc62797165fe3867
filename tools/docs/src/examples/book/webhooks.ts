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
import { type Stage, untilAnswer } from './stage.ts'

/** An endpoint from its creation to its end. */
export async function receiveWebhooks(stage: Stage): Promise<void> {
  const { tape, lender, receiver } = stage
  const target_url = `${receiver}/vadium`
  const { webhook_endpoint } = await tape.show(createWebhookEndpoint, lender, {
    body: { target_url, description: 'Our book', event_types: ['order.updated'] },
  })
  const params = { webhook_endpoint_id: webhook_endpoint.id }
  await tape.show(listWebhookEndpoints, lender, { query: { page_size: 2 } })
  const { id } = await tape.show(testWebhookEndpoint, lender, { params })
  const delivery = { params: { webhook_delivery_id: id } }
  const isDelivered = ({ state }: { state: string }) => state === 'delivered'
  await untilAnswer(stage, [getWebhookDelivery, lender, delivery], isDelivered)
  await tape.show(getWebhookDelivery, lender, delivery)
  await tape.show(listWebhookDeliveries, lender, { query: { state: 'delivered', page_size: 2 } })
  await tape.show(resendWebhookDelivery, lender, delivery)
  await untilAnswer(stage, [getWebhookDelivery, lender, delivery], isDelivered)
  await tape.show(updateWebhookEndpoint, lender, {
    params,
    body: { description: 'Our book, for the risk desk' },
  })
  await tape.show(rotateWebhookSecret, lender, { params })
  await tape.show(disableWebhookEndpoint, lender, { params })
  await tape.show(enableWebhookEndpoint, lender, { params })
  await tape.show(getWebhookEndpoint, lender, { params })
  await tape.show(deleteWebhookEndpoint, lender, { params })
}
