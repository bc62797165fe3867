import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, label } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { EventPosition, eventTypeNames } from './event.ts'
import { MailContentName } from './mail.ts'

/** The largest number of endpoints of an organization. */
export const webhookEndpointsMax = 10

export const webhookTestType = 'webhook.test'

export const WebhookUrl = Type.String({
  pattern: '^https?://[\\x21\\x24-\\x5b\\x5d\\x5f\\x61-\\x7a\\x7e]+$',
  minLength: 10,
  maxLength: 2048,
  description:
    'The address to which events are sent: https, on the public internet, without user information or fragment.',
  examples: ['https://hooks.example.com/vadium'],
  'x-expected': 'an address such as https://hooks.example.com/vadium',
})

export const WebhookDescription = label('The purpose of the endpoint.', 200, 'Settlement events')

export const WebhookEventTypes = Type.Array(enumeration(eventTypeNames), {
  maxItems: 32,
  uniqueItems: true,
  description: 'The event types that are sent. Empty: all, including types that are added later.',
})

export const webhookFormats = {
  events: 'each event as JSON, for a program',
  text: 'each notification as a text, for a chat room',
} as const
export type WebhookFormat = keyof typeof webhookFormats

const formatNames: readonly WebhookFormat[] = ['events', 'text']

export const WebhookFormatName = enumeration(formatNames, {
  description:
    'What a body is. `events`: the event. `text`: `{"text": "…"}`, as the chat rooms of Slack, Mattermost and Rocket.Chat take it, of each `notification.created`.',
})

/** The only event type that chat rooms get. */
export const roomEventType = 'notification.created'

export const webhookEndpointStatuses = ['enabled', 'disabled'] as const

/** Why an endpoint is disabled, as part of a sentence. */
export const webhookDisabledReasons = {
  REQUESTED: 'the organization disabled it',
  GONE: 'it answered 410',
  FAILING: 'deliveries to it failed for a day',
} as const
export type WebhookDisabledReason = keyof typeof webhookDisabledReasons

export const WebhookEndpoint = Type.Object(
  {
    id: described(Uuid, 'The id of the endpoint.'),
    target_url: described(
      WebhookUrl,
      'The address to which events are sent. Of a chat room it is shown without its path: who knows that can write to the room.',
    ),
    format: WebhookFormatName,
    content: nullable(
      MailContentName,
      'What a chat room gets of a notification: `title` has no name and no amount. Null for the format `events`.',
      'title',
    ),
    description: nullable(
      WebhookDescription,
      'The purpose of the endpoint. Null if it has none.',
      'Settlement events',
    ),
    event_types: WebhookEventTypes,
    status: enumeration(webhookEndpointStatuses, {
      description:
        'Whether events are sent. Events of the time in which it is disabled are sent afterwards.',
    }),
    disabled_reason: nullable(
      enumeration(Object.keys(webhookDisabledReasons) as WebhookDisabledReason[]),
      'Why the endpoint is disabled. Null if it is enabled.',
    ),
    disabled_time: nullable(Timestamp, 'When the endpoint was disabled. Null if it is enabled.'),
    create_time: described(Timestamp, 'When it was created.'),
    last_success_time: nullable(Timestamp, 'When a delivery last succeeded. Null if none has.'),
    last_failure_time: nullable(
      Timestamp,
      'When a delivery attempt last failed. Null if none has.',
    ),
    old_secret_expire_time: nullable(
      Timestamp,
      'Until when deliveries are also signed with the old secret. Null if there is no old secret.',
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
          'The secret that signs deliveries: `whsec_` and base64. It is shown once: a replayed answer does not have it.',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
    ),
  },
  {
    title: 'IssuedWebhookEndpoint',
    additionalProperties: false,
    description: 'A webhook endpoint with its new secret.',
  },
)
export type IssuedWebhookEndpoint = Static<typeof IssuedWebhookEndpoint>

export const webhookDeliveryStates = ['pending', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

/** Why an attempt had no answer, as part of a sentence. */
export const webhookErrors = {
  ADDRESS_REFUSED: 'the address is not on the public internet',
  NAME_NOT_RESOLVED: 'the name has no address',
  CONNECTION_FAILED: 'the connection failed or broke',
  TLS_FAILED: 'TLS failed, or the certificate is not valid for the name',
  TIMED_OUT: 'the endpoint did not answer in time',
  FORMAT_CHANGED: 'the endpoint got another format before it was delivered',
} as const
export type WebhookError = keyof typeof webhookErrors

export const WebhookDelivery = Type.Object(
  {
    id: described(Uuid, 'The id of the delivery: the `webhook-id` of every attempt.'),
    webhook_endpoint_id: described(Uuid, 'The endpoint.'),
    event_id: nullable(EventPosition, 'The event cursor of the event. Null for a test.'),
    event_type: enumeration([...eventTypeNames, webhookTestType], {
      description: 'The event type. `webhook.test`: a test without an event.',
    }),
    state: enumeration(webhookDeliveryStates, {
      description:
        'pending: attempts continue for about a day. delivered: the endpoint has answered with success. failed: no attempt is planned. A test has one attempt.',
    }),
    attempts: Type.Integer({
      description: 'The number of attempts since the delivery was created or resent.',
      examples: [1],
    }),
    create_time: described(Timestamp, 'When it was created.'),
    next_attempt_time: nullable(
      Timestamp,
      'When the next attempt is made. Null if none is planned.',
    ),
    last_attempt_time: nullable(
      Timestamp,
      'When the last attempt was made. Null if there was none.',
    ),
    last_status: nullable(
      Type.Integer({ minimum: 100, maximum: 999 }),
      'The HTTP status of the last attempt. Null if it had no answer.',
      200,
    ),
    last_error: nullable(
      enumeration(Object.keys(webhookErrors) as WebhookError[]),
      'Why the last attempt had no answer, or why there is none any more. Null if it had one.',
    ),
  },
  {
    title: 'WebhookDelivery',
    additionalProperties: false,
    description:
      'The delivery of one event to one endpoint. Its id is the `webhook-id` of every attempt.',
  },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>
