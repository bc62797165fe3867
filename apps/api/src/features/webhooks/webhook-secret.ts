import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const secretBytes = 32

export const newSecret = (): Buffer => randomBytes(secretBytes)

/** The secret in the form that receivers use. */
export const secretText = (secret: Buffer) => `whsec_${secret.toString('base64')}`

/**
 * The headers of an attempt. It is signed with each secret, so a receiver that knows one of them
 * can verify it.
 */
export function signedHeaders(
  message: { readonly id: string; readonly body: string; readonly atMs: number },
  secrets: readonly Buffer[],
): Record<string, string> {
  const at = new Date(message.atMs)
  const signatures = secrets.map((secret) =>
    new Webhook(secret.toString('base64')).sign(message.id, at, message.body),
  )
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.atMs / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
