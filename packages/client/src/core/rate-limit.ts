import { headerNames } from '@vadium/schema/protocol'
import type { TransportReply } from './transport.ts'

/** The rate limit of the credential, as the last answer reported it. */
export interface RateLimit {
  /** Requests in a window. */
  readonly limit: number
  /** Requests left in this window. */
  readonly remaining: number
  /** When the window ends, by the client's clock. */
  readonly resetAt: Date
}

/** Reads the rate limit from the headers of an answer. Undefined if they have none. */
export function readRateLimit(
  headers: TransportReply['headers'],
  now: number,
): RateLimit | undefined {
  const limit = wholeNumber(headers.get(headerNames.rateLimit))
  const remaining = wholeNumber(headers.get(headerNames.rateLimitRemaining))
  const resetSeconds = wholeNumber(headers.get(headerNames.rateLimitReset))
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return undefined
  return { limit, remaining, resetAt: new Date(now + resetSeconds * 1000) }
}

/** Reads `Retry-After`, in seconds or as an HTTP date. Returns milliseconds. */
export function readRetryAfterMs(
  headers: TransportReply['headers'],
  now: number,
): number | undefined {
  const text = headers.get(headerNames.retryAfter)
  if (text === null) return undefined
  const seconds = wholeNumber(text)
  if (seconds !== undefined) return seconds * 1000
  // Date.parse accepts almost any text; every HTTP date ends in GMT.
  const time = text.endsWith(' GMT') ? Date.parse(text) : NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

// At most 10 digits: a larger number would make an invalid date.
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}
