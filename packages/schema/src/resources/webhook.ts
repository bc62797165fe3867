import { type Static, Type } from '@sinclair/typebox'
import { enumeration, label } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { EventPosition, eventTypeNames } from './event.ts'

/** At most so many endpoints an organization. */
export const webhookEndpointsMax = 10

export const webhookTestType = 'webhook.test'

export const WebhookUrl = Type.String({
  pattern: '^https?://[\\x21\\x24-\\x5b\\x5d\\x5f\\x61-\\x7a\\x7e]+$',
  minLength: 10,
  maxLength: 2048,
  description:
    'Where events are sent: https, without user information or fragment, at an address of the public internet.',
  examples: ['https://hooks.example.com/vadium'],
  'x-expected': 'an address such as https://hooks.example.com/vadium',
})

export const WebhookDescription = label('What the endpoint is for.')

export const WebhookEventTypes = Type.Array(enumeration(eventTypeNames), {
  maxItems: 32,
  uniqueItems: true,
  description: 'The kinds of events that are sent. Empty: all, those to come included.',
})

export const webhookEndpointStatuses = ['enabled', 'disabled'] as const

/** Why an endpoint is disabled. */
export const webhookDisabledReasons = {
  REQUESTED: 'the organization disabled it',
  GONE: 'it answered 410',
  FAILING: 'nothing could be delivered to it for a day',
} as const
export type WebhookDisabledReason = keyof typeof webhookDisabledReasons

export const WebhookEndpoint = Type.Object(
  {
    id: Uuid,
    target_url: WebhookUrl,
    description: nullable(WebhookDescription, 'What the endpoint is for.'),
    event_types: WebhookEventTypes,
    status: enumeration(webhookEndpointStatuses, {
      description: 'Whether events are sent. What happens while it is disabled is sent afterwards.',
    }),
    disabled_reason: nullable(
      enumeration(Object.keys(webhookDisabledReasons) as WebhookDisabledReason[]),
      'Why it is disabled. Null: it is not.',
    ),
    disabled_time: nullable(Timestamp, 'Since when it is disabled. Null: it is not.'),
    create_time: Timestamp,
    last_success_time: nullable(Timestamp, 'When it last took something. Null: never yet.'),
    last_failure_time: nullable(Timestamp, 'When it last did not. Null: never yet.'),
    old_secret_expire_time: nullable(
      Timestamp,
      'Until when everything is signed with the secret before as well. Null: there is none.',
    ),
  },
  {
    title: 'WebhookEndpoint',
    additionalProperties: false,
    description: 'An address of an organization to which its events are sent.',
  },
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const IssuedWebhookEndpoint = Type.Object(
  {
    webhook_endpoint: WebhookEndpoint,
    secret: Type.Optional(
      Type.String({
        description:
          'With which everything to the endpoint is signed: `whsec_` and base64. Shown once: an answer that is repeated has it no more.',
      }),
    ),
  },
  { title: 'IssuedWebhookEndpoint', additionalProperties: false },
)
export type IssuedWebhookEndpoint = Static<typeof IssuedWebhookEndpoint>

export const webhookDeliveryStates = ['pending', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

/** Why an attempt had no answer. */
export const webhookErrors = {
  ADDRESS_REFUSED: 'the address is none of the public internet',
  NAME_NOT_RESOLVED: 'the name has no address',
  CONNECTION_FAILED: 'no connection, or it broke off',
  TLS_FAILED: 'no TLS, or no certificate that is good for the name',
  TIMED_OUT: 'no answer in time',
} as const
export type WebhookError = keyof typeof webhookErrors

export const WebhookDelivery = Type.Object(
  {
    id: Uuid,
    webhook_endpoint_id: Uuid,
    event_id: nullable(EventPosition, 'Where the event stands in the log. Null: it is a test.'),
    event_type: enumeration([...eventTypeNames, webhookTestType], {
      description: 'What is told. `webhook.test`: nothing has happened.',
    }),
    state: enumeration(webhookDeliveryStates, {
      description: 'Pending: tried until it is taken, for a day or so. A test is tried once.',
    }),
    attempts: Type.Integer({ description: 'How often it was tried, since it was last sent anew.' }),
    create_time: Timestamp,
    next_attempt_time: nullable(Timestamp, 'When it is tried next. Null: not again by itself.'),
    last_attempt_time: nullable(Timestamp, 'When it was last tried. Null: never yet.'),
    last_status: nullable(
      Type.Integer({ minimum: 100, maximum: 999 }),
      'The HTTP status of the last answer. Null: the last attempt had none.',
    ),
    last_error: nullable(
      enumeration(Object.keys(webhookErrors) as WebhookError[]),
      'Why the last attempt had no answer. Null: it had one.',
    ),
  },
  {
    title: 'WebhookDelivery',
    additionalProperties: false,
    description:
      'One event on its way to one endpoint. Its id is the `webhook-id` of every attempt.',
  },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>
