import { Webhook } from 'standardwebhooks'
import type { Event } from '../types/events.ts'

/** What a webhook tells. */
export interface WebhookEvent {
  /** Where the event stands in the log: the `after` of `client.events.list`. A test has none. */
  readonly id?: string
  /** Such as `order.updated`; `webhook.test` of a test. More kinds may come. */
  readonly type: Event['type'] | 'webhook.test'
  /** When it happened, RFC 3339. */
  readonly timestamp: string
  readonly data: Event['data']
}

/** What was received is not from whoever knows the secret, not of these five minutes, or no event. */
export class VadiumWebhookError extends Error {
  static {
    this.prototype.name = 'VadiumWebhookError'
  }
}

/** The headers of a request as a server has them: of Node, or of the fetch standard. */
type ReceivedHeaders = PlainHeaders | FetchHeaders

type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

interface FetchHeaders {
  get(name: string): string | null
}

/**
 * Verifies what a webhook endpoint received, and reads it. The signature is that of Standard Webhooks; its time may be
 * five minutes off the clock of this machine, either way.
 *
 * The same `webhook-id` can come more than once: whatever is done with an event is done once an id.
 *
 * @param headers All headers of the request.
 * @param body The body as it came, byte for byte: not what a JSON parser has made of it.
 * @param secret The secret of the endpoint, `whsec_…`.
 * @throws VadiumWebhookError where it cannot be believed. Answer 401, and it is sent again.
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
  throw new VadiumWebhookError('The webhook is signed well, but it is no event.')
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
