import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { eventTypeNames } from '../resources/event.ts'
import {
  IssuedWebhookEndpoint,
  WebhookDelivery,
  webhookDeliveryStates,
  WebhookDescription,
  WebhookEndpoint,
  webhookEndpointsMax,
  WebhookEventTypes,
  webhookTestType,
  WebhookUrl,
} from '../resources/webhook.ts'
import { Uuid } from '../scalars.ts'

const ofEndpoint = Type.Object({ webhook_endpoint_id: Uuid }, { additionalProperties: false })
const ofDelivery = Type.Object({ webhook_delivery_id: Uuid }, { additionalProperties: false })

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description: `Has the events of the organization sent to an address of its own, from now on. At most ${webhookEndpointsMax} an organization.`,
  command: ['webhooks', 'create'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  body: Type.Object(
    {
      target_url: WebhookUrl,
      description: Type.Optional(WebhookDescription),
      event_types: Type.Optional(WebhookEventTypes),
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
  description: 'The addresses to which events of the organization are sent.',
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
  description: 'The endpoint with its state, without its secret.',
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
  summary: 'Change a webhook endpoint',
  description:
    'Changes what is given and leaves the rest. What is under way goes to the new address.',
  command: ['webhooks', 'update'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofEndpoint,
  body: Type.Object(
    {
      target_url: Type.Optional(WebhookUrl),
      description: Type.Optional(
        nullable(WebhookDescription, 'What it is for. Null: nothing said.'),
      ),
      event_types: Type.Optional(WebhookEventTypes),
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
  description: 'Goes on where it stopped, as far back as the event log reaches.',
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
    'Nothing more is sent until it is enabled; what is on its way at this moment arrives.',
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
  description: 'For good, with its secret and its deliveries. Answers the endpoint as it was last.',
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
  description: 'Makes a new secret. For 24 hours everything is signed with the old one as well.',
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
  description: `Sends an event of the kind ${webhookTestType}, once. What became of it is told by its delivery.`,
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
  description: 'What was sent or is to be sent, and how it went, for as long as events are kept.',
  command: ['webhooks', 'list-deliveries'],
  group: 'webhooks',
  roles: ['admin'],
  safe: true,
  query: Type.Object(
    {
      webhook_endpoint_id: Type.Optional(described(Uuid, 'Only those to this endpoint.')),
      state: Type.Optional(
        enumeration(webhookDeliveryStates, { description: 'Only those in this state.' }),
      ),
      event_type: Type.Optional(
        enumeration([...eventTypeNames, webhookTestType], {
          description: 'Only those of this kind of event.',
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
  description: 'What became of one delivery, by its `webhook-id`.',
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
  summary: 'Send a webhook delivery again',
  description: 'Under the same `webhook-id`, at once and as if for the first time.',
  command: ['webhooks', 'resend'],
  group: 'webhooks',
  roles: ['admin'],
  safe: false,
  params: ofDelivery,
  response: WebhookDelivery,
  reasons: ['WEBHOOK_DELIVERY_NOT_FOUND', 'INVALID_STATE'],
})
