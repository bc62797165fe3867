import { headerNames } from '@vadium/schema/protocol'
import type { TransportReply } from './transport.ts'

/** What the last answer said about the rate limit of the credential. */
export interface RateLimit {
  /** Requests in a window. */
  readonly limit: number
  /** Requests left in this window. */
  readonly remaining: number
  /** When the window ends, by the clock of this machine. */
  readonly resetAt: Date
}

/** The rate limit that an answer reports; undefined when it reports none. */
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

/** How long an answer asks to wait, in milliseconds: `Retry-After` in either of its two forms. */
export function readRetryAfterMs(
  headers: TransportReply['headers'],
  now: number,
): number | undefined {
  const text = headers.get(headerNames.retryAfter)
  if (text === null) return undefined
  const seconds = wholeNumber(text)
  if (seconds !== undefined) return seconds * 1000
  // Date.parse makes dates of almost anything; an HTTP date ends so.
  const time = text.endsWith(' GMT') ? Date.parse(text) : NaN
  return Number.isNaN(time) ? undefined : Math.max(0, time - now)
}

// Bounded, so that no header can make a date that does not exist.
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined
}
