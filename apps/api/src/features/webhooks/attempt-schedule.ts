import type { WebhookAnswer } from './webhook-sender.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after each failed attempt: a day in total, less some minutes. */
const pausesMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
]

/** In either direction, so that deliveries that failed together are not retried together. */
const jitter = 0.2

/** The longest pause that a receiver may request with `Retry-After`. */
const pauseMsMax = 8 * hour

/** No attempt starts later than this after the first one. */
const triedForMsMax = 30 * hour

/** What follows for a delivery after an attempt. */
export type AfterAttempt =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly dueAtMs: number }
  | { readonly state: 'failed' }

/** An attempt that was made. */
export interface Attempt {
  readonly answer: WebhookAnswer
  readonly atMs: number
  /** The number of earlier attempts. */
  readonly attemptsBefore: number
  readonly firstAtMs: number
  /** A test is attempted once, because its sender wants to know the result now. */
  readonly isTest: boolean
}

export const isDelivered = (answer: WebhookAnswer): boolean =>
  'status' in answer && answer.status >= 200 && answer.status < 300

/** Whether the receiver answered 410 Gone. */
export const isGone = (answer: WebhookAnswer): boolean =>
  'status' in answer && answer.status === 410

/** What follows for a delivery. `chance` from 0 to 1 decides the jitter. */
export function afterAttempt(attempt: Attempt, chance: number): AfterAttempt {
  const { answer, atMs, attemptsBefore, firstAtMs, isTest } = attempt
  if (isDelivered(answer)) return { state: 'delivered' }
  const pauseMs = pausesMs[attemptsBefore]
  if (pauseMs === undefined || isTest || isGone(answer)) return { state: 'failed' }
  const ownMs = Math.round(pauseMs * (1 - jitter + 2 * jitter * chance))
  const askedMs = 'status' in answer ? (answer.retryAfterMs ?? 0) : 0
  const dueAtMs = atMs + Math.max(ownMs, Math.min(askedMs, pauseMsMax))
  return dueAtMs - firstAtMs > triedForMsMax ? { state: 'failed' } : { state: 'pending', dueAtMs }
}
