import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { eventTypeNames } from '../resources/event.ts'
import { MailContentName } from '../resources/mail.ts'
import {
  IssuedWebhookEndpoint,
  WebhookDelivery,
  webhookDeliveryStates,
  WebhookDescription,
  WebhookEndpoint,
  webhookEndpointsMax,
  WebhookEventTypes,
  WebhookFormatName,
  webhookTestType,
  WebhookUrl,
} from '../resources/webhook.ts'
import { Uuid } from '../scalars.ts'

/** That of a chat room is a secret, which no list of processes should show. */
const givenUrl: typeof WebhookUrl = {
  ...WebhookUrl,
  description: `${WebhookUrl.description ?? ''} That of a chat room is never shown again.`,
  'x-secret': true,
}

const text = {
  format: Type.Optional(
    described(
      WebhookFormatName,
      `${WebhookFormatName.description ?? ''} Default: \`events\`. A chat room gets \`notification.created\` alone.`,
    ),
  ),
  content: Type.Optional(
    described(
      MailContentName,
      'What a chat room gets of a notification. `title`, the default: the sentence of its category, the order number, the severity and a link; no name and no amount. `full`: also its title and its body.',
    ),
  ),
}

const ofEndpoint = Type.Object(
  { webhook_endpoint_id: described(Uuid, 'The id of the webhook endpoint.') },
  { additionalProperties: false },
)
const ofDelivery = Type.Object(
  { webhook_delivery_id: described(Uuid, 'The id of the delivery, which is its `webhook-id`.') },
  { additionalProperties: false },
)

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description: `Creates an endpoint to which the events of the caller's organization are sent from now on. An organization has at most ${webhookEndpointsMax} endpoints.`,
  command: ['webhooks', 'create'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  body: Type.Object(
    {
      target_url: givenUrl,
      description: Type.Optional(WebhookDescription),
      event_types: Type.Optional(WebhookEventTypes),
      ...text,
    },
    { title: 'CreateWebhookEndpoint', additionalProperties: false },
  ),
  response: IssuedWebhookEndpoint,
  reasons: ['VALUE_INVALID', 'INVALID_STATE'],
})

export const listWebhookEndpoints = operation({
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/webhook-endpoints',
  summary: 'List webhook endpoints',
  description: "Lists the webhook endpoints of the caller's organization.",
  command: ['webhooks', 'list'],
  group: 'webhooks',
  roles: ['admin'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('WebhookEndpointList', 'webhook_endpoints', WebhookEndpoint),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getWebhookEndpoint = operation({
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: '/webhook-endpoints/{webhook_endpoint_id}',
  summary: 'Get a webhook endpoint',
  description: 'Returns one webhook endpoint, without its secret.',
  command: ['webhooks', 'get'],
  group: 'webhooks',
  roles: ['admin'],
  safe: true,
  params: ofEndpoint,
  response: WebhookEndpoint,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
})

export const updateWebhookEndpoint = operation({
  id: 'updateWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:update',
  summary: 'Update a webhook endpoint',
  description:
    'Changes the given members of an endpoint and keeps the others. Pending deliveries go to the new address.',
  command: ['webhooks', 'update'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofEndpoint,
  body: Type.Object(
    {
      target_url: Type.Optional(givenUrl),
      description: Type.Optional(
        nullable(
          WebhookDescription,
          'The purpose of the endpoint. Null removes it.',
          'Settlement events',
        ),
      ),
      event_types: Type.Optional(WebhookEventTypes),
      format: Type.Optional(
        described(
          WebhookFormatName,
          'Another format needs a `target_url` with it. What is pending in the old format is not sent any more.',
        ),
      ),
      content: text.content,
    },
    { title: 'UpdateWebhookEndpoint', additionalProperties: false },
  ),
  response: WebhookEndpoint,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'VALUE_INVALID'],
})

export const enableWebhookEndpoint = operation({
  id: 'enableWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:enable',
  summary: 'Enable a webhook endpoint',
  description:
    'Enables an endpoint. Deliveries continue where they stopped, as far back as events are stored.',
  command: ['webhooks', 'enable'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofEndpoint,
  response: WebhookEndpoint,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'INVALID_STATE'],
})

export const disableWebhookEndpoint = operation({
  id: 'disableWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:disable',
  summary: 'Disable a webhook endpoint',
  description:
    'Disables an endpoint. Nothing is sent until it is enabled again, except attempts that are already under way.',
  command: ['webhooks', 'disable'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofEndpoint,
  response: WebhookEndpoint,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'INVALID_STATE'],
})

export const deleteWebhookEndpoint = operation({
  id: 'deleteWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:delete',
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes an endpoint permanently, with its secret and its deliveries. Returns its last state.',
  command: ['webhooks', 'delete'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofEndpoint,
  response: WebhookEndpoint,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
})

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:rotate-secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Creates a new secret. For 24 hours, deliveries are signed with both the old and the new secret.',
  command: ['webhooks', 'rotate-secret'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofEndpoint,
  response: IssuedWebhookEndpoint,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
})

export const testWebhookEndpoint = operation({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{webhook_endpoint_id}:test',
  summary: 'Send a test event',
  description: `Sends one event of the type ${webhookTestType}, or a text to a chat room. Returns its delivery, which shows the outcome later.`,
  command: ['webhooks', 'test'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofEndpoint,
  response: WebhookDelivery,
  reasons: ['WEBHOOK_ENDPOINT_NOT_FOUND', 'INVALID_STATE'],
})

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhook-deliveries',
  summary: 'List webhook deliveries',
  description:
    'Lists the deliveries of webhooks, with their outcome, for as long as events are stored.',
  command: ['webhooks', 'list-deliveries'],
  group: 'webhooks',
  roles: ['admin'],
  safe: true,
  query: Type.Object(
    {
      webhook_endpoint_id: Type.Optional(described(Uuid, 'Only deliveries to this endpoint.')),
      state: Type.Optional(
        enumeration(webhookDeliveryStates, { description: 'Only deliveries in this state.' }),
      ),
      event_type: Type.Optional(
        enumeration([...eventTypeNames, webhookTestType], {
          description: 'Only deliveries of this event type.',
        }),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('WebhookDeliveryList', 'webhook_deliveries', WebhookDelivery),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getWebhookDelivery = operation({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/webhook-deliveries/{webhook_delivery_id}',
  summary: 'Get a webhook delivery',
  description: 'Returns one delivery, by its `webhook-id`.',
  command: ['webhooks', 'get-delivery'],
  group: 'webhooks',
  roles: ['admin'],
  safe: true,
  params: ofDelivery,
  response: WebhookDelivery,
  reasons: ['WEBHOOK_DELIVERY_NOT_FOUND'],
})

export const resendWebhookDelivery = operation({
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/webhook-deliveries/{webhook_delivery_id}:resend',
  summary: 'Resend a webhook delivery',
  description:
    'Sends a delivery again at once, with the same `webhook-id`. Attempts are counted from zero.',
  command: ['webhooks', 'resend'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofDelivery,
  response: WebhookDelivery,
  reasons: ['WEBHOOK_DELIVERY_NOT_FOUND', 'INVALID_STATE'],
})
