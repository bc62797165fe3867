import { Webhook } from 'standardwebhooks'
import type { Event } from '../types/events.ts'
import { VadiumError } from './errors.ts'
import { isObject } from './reply.ts'

/** The content of a webhook. */
export interface WebhookEvent {
  /** The event cursor, for `after` of `client.events.list`. A test event has none. */
  readonly id?: string
  /** The type, such as `order.updated`, or `webhook.test` for a test event. Types may be added. */
  readonly type: Event['type'] | 'webhook.test'
  /** When the event happened, RFC 3339. */
  readonly timestamp: string
  readonly data: Event['data']
}

/** The reasons, each with its canonical code. */
const webhookReasons = {
  WEBHOOK_SECRET_MALFORMED: 'INVALID_ARGUMENT',
  WEBHOOK_BODY_PARSED: 'INVALID_ARGUMENT',
  WEBHOOK_HEADERS_MISSING: 'UNAUTHENTICATED',
  WEBHOOK_TIME_OUT_OF_WINDOW: 'UNAUTHENTICATED',
  WEBHOOK_SIGNATURE_INVALID: 'UNAUTHENTICATED',
  WEBHOOK_BODY_INVALID: 'INVALID_ARGUMENT',
} as const

export type WebhookErrorReason = keyof typeof webhookReasons

/**
 * A webhook cannot be accepted. Two reasons are mistakes of the receiver, to be answered with 500:
 * `WEBHOOK_SECRET_MALFORMED` and `WEBHOOK_BODY_PARSED`. The others are about the request, to be
 * answered with 401. A signature by a well-formed secret of another endpoint cannot be
 * distinguished from a forged one: both are `WEBHOOK_SIGNATURE_INVALID`.
 */
export class VadiumWebhookError extends VadiumError {
  declare readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason, message: string, cause?: unknown) {
    super({ reason, code: webhookReasons[reason], message, outcome: 'refused', cause })
  }

  static {
    this.prototype.name = 'VadiumWebhookError'
  }
}

/** The headers of a received request, from Node or from the Fetch standard. */
type ReceivedHeaders = PlainHeaders | FetchHeaders

type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

interface FetchHeaders {
  get(name: string): string | null
}

/**
 * Verifies a webhook that an endpoint received, and returns its content. The signature is that of
 * Standard Webhooks. Its timestamp may differ from the clock of this machine by up to five minutes.
 *
 * The same `webhook-id` can arrive more than once: process each id once.
 *
 * @param headers All headers of the request.
 * @param body The body byte for byte as received, not parsed.
 * @param secret The secret of the endpoint, `whsec_…`.
 * @throws VadiumWebhookError when the webhook is not valid, see there. The service sends it again.
 */
export function verifyWebhook(
  headers: ReceivedHeaders,
  body: string | Uint8Array,
  secret: string,
): WebhookEvent {
  checkSecret(secret)
  const text = textOf(body)
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      headerOf(headers, name),
    ]),
  )
  const missing = Object.keys(signed).filter((name) => signed[name] === '')
  if (missing.length > 0) {
    const message = `The webhook has no header ${missing.join(', ')}.`
    throw new VadiumWebhookError('WEBHOOK_HEADERS_MISSING', message)
  }
  let event: unknown
  try {
    event = new Webhook(secret).verify(text, signed)
  } catch (cause) {
    throw notVerified(cause)
  }
  if (isEvent(event)) return event
  throw invalidBody()
}

const secretForm = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function checkSecret(secret: string): void {
  if (typeof secret === 'string' && secretForm.test(secret)) return
  throw new VadiumWebhookError(
    'WEBHOOK_SECRET_MALFORMED',
    'The secret of an endpoint is whsec_ and base64.',
  )
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new VadiumWebhookError(
    'WEBHOOK_BODY_PARSED',
    'The body must be the text or bytes that were received, not parsed: in Express, use express.raw().',
  )
}

function notVerified(cause: unknown): VadiumWebhookError {
  if (cause instanceof SyntaxError) return invalidBody(cause)
  const why = cause instanceof Error ? cause.message : ''
  if (why.includes('timestamp')) {
    const message = 'The time of the webhook is more than five minutes off.'
    return new VadiumWebhookError('WEBHOOK_TIME_OUT_OF_WINDOW', message, cause)
  }
  return new VadiumWebhookError(
    'WEBHOOK_SIGNATURE_INVALID',
    'No signature fits: it is forged, or of another secret, or the body has been changed.',
    cause,
  )
}

function invalidBody(cause?: unknown): VadiumWebhookError {
  const message = 'The signature is valid, but the body is not an event.'
  return new VadiumWebhookError('WEBHOOK_BODY_INVALID', message, cause)
}

function headerOf(headers: ReceivedHeaders, name: string): string {
  if (isOfFetch(headers)) return headers.get(name) ?? ''
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : ''
}

function isOfFetch(headers: ReceivedHeaders): headers is FetchHeaders {
  return typeof headers.get === 'function'
}

function isEvent(value: unknown): value is WebhookEvent {
  if (!isObject(value)) return false
  const { type, timestamp, data } = value
  return typeof type === 'string' && typeof timestamp === 'string' && isObject(data)
}
