import type { WebhookError } from '@vadium/schema'
import { type Agent, request } from 'undici'
import { AddressRefusedError, NameNotResolvedError } from './guarded-connections.ts'
import { signedHeaders } from './webhook-secret.ts'

/** A webhook and its target. */
export interface WebhookMessage {
  readonly id: string
  readonly url: string
  /** JSON. */
  readonly body: string
  readonly secrets: readonly Buffer[]
  /** Unix milliseconds. */
  readonly atMs: number
}

/** The result of an attempt. Nothing else of an answer is kept. */
export type WebhookAnswer =
  | { readonly status: number; readonly retryAfterMs: number | undefined }
  | { readonly error: WebhookError }

/** The time limit of an attempt, including name resolution, connection and answer. */
const attemptMsMax = 15_000
/** The rest of a longer answer is not read. */
const answerBytesMax = 16_384

/** Sends webhooks to the addresses that organizations have given. */
export class WebhookSender {
  readonly #connections: Agent
  readonly #attemptMsMax: number

  constructor(connections: Agent, msMax = attemptMsMax) {
    this.#connections = connections
    this.#attemptMsMax = msMax
  }

  async send(message: WebhookMessage): Promise<WebhookAnswer> {
    const signal = AbortSignal.timeout(this.#attemptMsMax)
    try {
      const { statusCode, headers, body } = await request(message.url, {
        method: 'POST',
        dispatcher: this.#connections,
        signal,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'vadium-webhooks',
          ...signedHeaders(message, message.secrets),
        },
        body: message.body,
      })
      // The status decides. How the body ends does not matter.
      await body.dump({ limit: answerBytesMax, signal }).catch(() => undefined)
      return {
        status: statusCode,
        retryAfterMs: readRetryAfter(headers['retry-after'], message.atMs),
      }
    } catch (error) {
      return { error: signal.aborted ? 'TIMED_OUT' : kindOf(error) }
    }
  }

  close(): Promise<void> {
    return this.#connections.destroy()
  }
}

const tlsCodes = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_)/

function kindOf(error: unknown): WebhookError {
  if (error instanceof AddressRefusedError) return 'ADDRESS_REFUSED'
  if (error instanceof NameNotResolvedError) return 'NAME_NOT_RESOLVED'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'TIMED_OUT'
  return tlsCodes.test(code) ? 'TLS_FAILED' : 'CONNECTION_FAILED'
}

/** The only date form in use: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * How long an answer asks to wait, in milliseconds. Undefined if the header is missing or has
 * another form.
 */
function readRetryAfter(
  header: string | readonly string[] | undefined,
  nowMs: number,
): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  if (!httpDate.test(header)) return undefined
  const ms = Date.parse(header) - nowMs
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
