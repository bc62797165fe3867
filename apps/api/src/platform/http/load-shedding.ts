import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { headerNames } from '@vadium/schema'
import type { RequestMeter } from '../telemetry/request-meter.ts'
import { Refusal } from '../refusal.ts'
import { fixedHeaders } from './fixed-headers.ts'
import type { LoadLimit } from './load-limit.ts'
import { rateLimitHeaders } from './rate-limits.ts'
import { errorReply, jsonType, shedWaitMs } from './refuse.ts'

/** What says how the service is must be answered above all when there is too much to do. */
const neverShed = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

const shed = new Refusal('OVERLOADED', [], 'shed before it was looked at')

/** A body larger than this is not read to its end for the sake of its connection. */
const bodyBytesMax = 64 * 1024

interface Parts {
  readonly load: LoadLimit
  readonly meter: Pick<RequestMeter, 'refused'>
  /** The budget of an address, of which the headers of the answer speak. */
  readonly addressLimit: number
}

/**
 * Refuses what comes while as much is worked on as may be: before its path, its signature or its body is
 * looked at, and without a line in the log, so that a refusal costs next to nothing. It is counted.
 */
export class LoadShedding {
  readonly #parts: Parts
  readonly #headers: readonly string[]
  readonly #text: readonly [before: string, after: string]

  constructor(parts: Parts) {
    this.#parts = parts
    const { addressLimit: limit } = parts
    const state = { limit, remaining: 0, resetMs: shedWaitMs, exceeded: false }
    const { body } = errorReply(shed, placeholder)
    const [before = '', after = ''] = JSON.stringify(body).split(placeholder)
    this.#text = [before, after]
    this.#headers = Object.entries({
      ...rateLimitHeaders(state),
      ...fixedHeaders,
      [headerNames.retryAfter]: String(Math.ceil(shedWaitMs / 1000)),
      'Content-Type': jsonType,
      'Content-Length': String(before.length + randomUUID().length + after.length),
    }).flat()
  }

  /** Answers the request where it must be shed, and says whether it was. */
  sheds(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#parts.load.isReached || neverShed.test(request.url ?? '')) return false
    const requestId = randomUUID()
    const headers = [...this.#headers, headerNames.requestId, requestId]
    if (isLarge(request)) headers.push('Connection', 'close')
    response.writeHead(429, headers).end(this.#text.join(requestId))
    this.#parts.meter.refused(shed)
    return true
  }
}

const placeholder = '00000000-0000-0000-0000-000000000000'

/** What is left of a small body is read and dropped, and the connection serves the next request. */
function isLarge({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > bodyBytesMax
}
