import type { Components } from './openapi-components.ts'
import { webhookBodies, webhookName } from './resources/webhook-body.ts'

type Json = Record<string, unknown>

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const headers = [
  header(
    'webhook-id',
    'Identifies the delivery. Process each once.',
    '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
  ),
  header('webhook-timestamp', 'When it was sent, in Unix seconds.', '1772452800'),
  header(
    'webhook-signature',
    'Signatures of Standard Webhooks, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const responses = {
  204: { description: 'Received. So is any other status from 200 to 299.' },
  410: { description: 'The endpoint no longer exists. The service disables it.' },
}

const received = (id: string, summary: string, description: string, schema: unknown): Json => ({
  operationId: id,
  summary,
  description,
  tags: ['Webhooks'],
  // It is signed with the secret of the endpoint, and not as a request to the service is.
  security: [],
  parameters: headers,
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses,
})

/** What the service sends to webhook endpoints with the format `events`, by the event types. */
export function webhooks(components: Components): Json {
  const all = [...webhookBodies].map(([type, body]) => {
    const { description = '' } = body
    const id = `receive${webhookName(type)}`
    return [type, { post: received(id, type, description, components.reference(body)) }] as const
  })
  return Object.fromEntries(all)
}

/** What creates an endpoint has its webhooks as callbacks. */
export function webhookCallbacks(components: Components): Json {
  const bodies = [...webhookBodies.values()].map((body) => components.reference(body))
  const description =
    'Sends an event to the endpoint. The type of the event says which body it has.'
  const post = received('receiveEvent', 'Send an event', description, { anyOf: bodies })
  return { event: { '{$request.body#/target_url}': { post } } }
}
