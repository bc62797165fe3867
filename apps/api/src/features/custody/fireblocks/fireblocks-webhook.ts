import { type KeyObject, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { createRemoteJWKSet, errors, flattenedVerify } from 'jose'
import { CustodyUnavailableError } from '../custody-adapter.ts'

/** The keys that verify webhooks. Without a key no webhook is authentic. */
export interface WebhookKeys {
  /** For `Fireblocks-Signature`: RSA-SHA512 over the body, in base64. */
  readonly publicKey: KeyObject | undefined
  /** For `Fireblocks-Webhook-Signature`: a detached JWS over the body. The set contains its key. */
  readonly keySetUrl: string | undefined
}

const Event = Type.Object({
  data: Type.Object({ externalTxId: Type.String({ minLength: 1, maxLength: 128 }) }),
})

/**
 * Verifies webhooks of Fireblocks. While Fireblocks migrates from one signature to the other, it
 * sends both.
 */
export class FireblocksWebhooks {
  readonly #publicKey: KeyObject | undefined
  readonly #keySet: ReturnType<typeof createRemoteJWKSet> | undefined

  constructor({ publicKey, keySetUrl }: WebhookKeys) {
    this.#publicKey = publicKey
    this.#keySet =
      keySetUrl === undefined
        ? undefined
        : createRemoteJWKSet(new URL(keySetUrl), {
            timeoutDuration: 3000,
            cooldownDuration: 30_000,
          })
  }

  /**
   * The external ids in an authentic webhook. It must have at least one signature for which the
   * service has a key, and all such signatures must be valid. Undefined if it is not authentic.
   * @throws {CustodyUnavailableError} if the keys could not be fetched.
   */
  async read(
    headers: IncomingHttpHeaders,
    body: Uint8Array,
  ): Promise<readonly string[] | undefined> {
    const signature = headers['fireblocks-signature']
    const jws = headers['fireblocks-webhook-signature']
    const verdicts: boolean[] = []
    if (this.#publicKey !== undefined && signature !== undefined) {
      verdicts.push(isSigned(this.#publicKey, signature, body))
    }
    if (this.#keySet !== undefined && jws !== undefined) {
      verdicts.push(await isSignedByKeySet(this.#keySet, jws, body))
    }
    const isAuthentic = verdicts.length > 0 && verdicts.every(Boolean)
    return isAuthentic ? externalIds(body) : undefined
  }
}

function isSigned(key: KeyObject, header: string | string[], body: Uint8Array): boolean {
  if (typeof header !== 'string') return false
  const signature = Buffer.from(header, 'base64')
  // Node accepts several base64 texts for one signature. Only the canonical one is accepted here.
  if (signature.toString('base64') !== header) return false
  return verify('RSA-SHA512', body, key, signature)
}

async function isSignedByKeySet(
  keySet: ReturnType<typeof createRemoteJWKSet>,
  header: string | string[],
  body: Uint8Array,
): Promise<boolean> {
  const parts =
    typeof header === 'string' ? /^([\w-]{1,1000})\.\.([\w-]{1,2000})$/.exec(header) : null
  const [, protectedHeader, signature] = parts ?? []
  if (protectedHeader === undefined || signature === undefined) return false
  const payload = Buffer.from(body).toString('base64url')
  try {
    await flattenedVerify({ protected: protectedHeader, payload, signature }, keySet, {
      algorithms: ['RS512'],
    })
    return true
  } catch (error) {
    if (isForgery(error)) return false
    throw new CustodyUnavailableError('fetching the webhook keys failed', { cause: error })
  }
}

/** Whether the error comes from the webhook itself, not from fetching the keys. */
function isForgery(error: unknown): boolean {
  return (
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported
  )
}

function externalIds(body: Uint8Array): readonly string[] {
  try {
    const event: unknown = JSON.parse(Buffer.from(body).toString())
    return Value.Check(Event, event) ? [event.data.externalTxId] : []
  } catch {
    return []
  }
}
