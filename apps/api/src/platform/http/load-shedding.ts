import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { headerNames } from '@vadium/schema'
import type { RequestMeter } from '../telemetry/request-meter.ts'
import { Refusal } from '../refusal.ts'
import type { CrossOrigin } from './cross-origin.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { bodyBytesMax } from './json-body.ts'
import { rateLimitHeaders } from './rate-limits.ts'
import { errorReply, jsonType, shedWaitMs } from './refuse.ts'

const shed = new Refusal('OVERLOADED', [], 'shed before it was read')

interface Parts {
  readonly crossOrigin: CrossOrigin
  readonly meter: Pick<RequestMeter, 'refused'>
  /** The rate limit of an address, for the headers of the answer. */
  readonly addressLimit: number
}

/**
 * Sheds requests before their path, signature or body is read, and without a log line, so that a
 * refusal costs almost nothing. It is counted.
 */
export class LoadShedding {
  readonly #parts: Parts
  readonly #preflightHeaders: Readonly<Record<string, string>>
  readonly #headers: readonly string[]
  readonly #text: readonly [before: string, after: string]

  constructor(parts: Parts) {
    this.#parts = parts
    const { addressLimit: limit } = parts
    const state = { limit, remaining: 0, resetMs: shedWaitMs, exceeded: false }
    this.#preflightHeaders = { ...rateLimitHeaders(state), ...fixedHeaders }
    const { body } = errorReply(shed, placeholder)
    const [before = '', after = ''] = JSON.stringify(body).split(placeholder)
    this.#text = [before, after]
    this.#headers = Object.entries({
      ...this.#preflightHeaders,
      [headerNames.retryAfter]: String(Math.ceil(shedWaitMs / 1000)),
      'Content-Type': jsonType,
      'Content-Length': String(before.length + randomUUID().length + after.length),
    }).flat()
  }

  /** Answers the request with 429. */
  shed(request: IncomingMessage, response: ServerResponse): void {
    const requestId = randomUUID()
    const { crossOrigin } = this.#parts
    const forPage = Object.entries(crossOrigin.headersFor(request)).flat()
    const preflight = crossOrigin.preflightHeaders(request)
    if (preflight !== undefined) {
      // A page could not read a refusal of it. The request that it announces will be shed.
      const all = [
        ...Object.entries({ ...this.#preflightHeaders, ...preflight }).flat(),
        ...forPage,
      ]
      response.writeHead(204, [...all, headerNames.requestId, requestId]).end()
      return
    }
    const headers = [...this.#headers, ...forPage, headerNames.requestId, requestId]
    if (isLarge(request)) headers.push('Connection', 'close')
    response.writeHead(429, headers).end(this.#text.join(requestId))
    this.#parts.meter.refused(shed)
  }
}

const placeholder = '00000000-0000-0000-0000-000000000000'

/**
 * The rest of a small body is read and discarded, so that the connection serves the next request.
 */
function isLarge({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > bodyBytesMax
}
