import type { IncomingMessage } from 'node:http'
import { headerNames, operations } from '@vadium/schema'

/** What a program reads besides the headers that browsers always show. */
const exposed = [
  headerNames.requestId,
  headerNames.rateLimit,
  headerNames.rateLimitRemaining,
  headerNames.rateLimitReset,
  headerNames.retryAfter,
  headerNames.link,
  headerNames.deprecation,
  headerNames.sunset,
  headerNames.idempotencyReplayed,
]

const accepted = [
  headerNames.apiKey,
  headerNames.timestamp,
  headerNames.signature,
  'Content-Type',
  headerNames.idempotencyKey,
  headerNames.lastEventId,
]

/** How long a browser may remember the answer to a preflight. No browser does so for longer. */
const preflightAgeSeconds = 7200

const preflightAnswer = {
  'Access-Control-Allow-Methods': [...new Set(operations.map(({ method }) => method))]
    .toSorted()
    .join(', '),
  'Access-Control-Allow-Headers': accepted.join(', '),
  'Access-Control-Max-Age': String(preflightAgeSeconds),
} as const

type Headers = Readonly<Record<string, string>>

/**
 * Lets pages of the given origins call the service (CORS). Without an origin it does nothing. The
 * headers name one of the given origins and never what the caller has sent, so that nothing can be
 * injected, and never `*` or credentials: a request is authenticated by its signature alone.
 */
export class CrossOrigin {
  readonly #origins: ReadonlyMap<string, Headers>

  constructor(origins: readonly string[]) {
    this.#origins = new Map(origins.map((origin) => [origin, answerHeaders(origin)]))
  }

  get isOn(): boolean {
    return this.#origins.size > 0
  }

  /** Headers of every answer, also for another origin: a cache must not mix up their answers. */
  headersFor({ headers }: Pick<IncomingMessage, 'headers'>): Headers {
    return this.#of(headers.origin)
  }

  /**
   * Headers of the answer to a request that could not be parsed, of which only bytes are known. If
   * they do not contain the origin and only one is allowed, the answer is for that one.
   */
  headersForBytes(bytes: Buffer | undefined): Headers {
    const [, origin] = originLine.exec(bytes?.toString('latin1') ?? '') ?? []
    const [only, ...others] = this.#origins.keys()
    return this.#of(origin ?? (others.length === 0 ? only : undefined))
  }

  /**
   * Headers of the answer to a preflight; undefined if the request is none. The preflight of an
   * origin that is not allowed is answered as well, without the headers that would allow it.
   */
  preflightHeaders(request: Pick<IncomingMessage, 'method' | 'headers'>): Headers | undefined {
    const { method, headers } = request
    const { origin } = headers
    const announced = headers['access-control-request-method']
    if (!this.isOn || method !== 'OPTIONS' || origin === undefined || announced === undefined) {
      return undefined
    }
    return this.#origins.has(origin) ? preflightAnswer : {}
  }

  #of(origin: string | undefined): Headers {
    if (!this.isOn) return {}
    return this.#origins.get(origin ?? '') ?? varied
  }
}

const originLine = /^origin:[ \t]*(\S{1,255})[ \t]*\r?$/im

const varied = { Vary: 'Origin' } as const

function answerHeaders(origin: string): Headers {
  return {
    ...varied,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposed.join(', '),
  }
}
