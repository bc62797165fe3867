import { Webhook } from 'standardwebhooks'
import type { Event } from '../types/events.ts'

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

/** The webhook has an invalid signature, is more than five minutes off, or is not an event. */
export class VadiumWebhookError extends Error {
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
 * @throws VadiumWebhookError when the webhook is not valid. Answer with status 401; the service
 *   then sends it again.
 */
export function verifyWebhook(
  headers: ReceivedHeaders,
  body: string | Uint8Array,
  secret: string,
): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      headerOf(headers, name),
    ]),
  )
  let event: unknown
  try {
    event = new Webhook(secret).verify(text, signed)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new VadiumWebhookError(`The webhook could not be verified: ${reason}.`, { cause })
  }
  if (isEvent(event)) return event
  throw new VadiumWebhookError('The signature is valid, but the body is not an event.')
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
  if (typeof value !== 'object' || value === null) return false
  const { type, timestamp, data } = value as Partial<Record<keyof WebhookEvent, unknown>>
  return typeof type === 'string' && typeof timestamp === 'string' && typeof data === 'object'
}
