import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { WebhookEvent } from '../core/verify-webhook.ts'

/** A webhook as an endpoint receives it. */
export interface SignedWebhook {
  readonly headers: Readonly<
    Record<'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
  >
  readonly body: string
}

/** A secret in the form that an endpoint has. */
export function webhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * Signs a webhook as the service does.
 *
 * @param event The content. Text is sent unchanged, to test what is not an event.
 * @param options `secrets`: while a secret is being replaced, the service signs with both.
 */
export function signWebhook(
  event: WebhookEvent | string,
  secrets: string | readonly string[],
  { id = `msg_${randomUUID()}`, now = Date.now() }: { id?: string; now?: number } = {},
): SignedWebhook {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const at = new Date(now)
  const all = typeof secrets === 'string' ? [secrets] : secrets
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': all.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    },
    body,
  }
}
