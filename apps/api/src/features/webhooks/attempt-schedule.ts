import type { WebhookAnswer } from './webhook-sender.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after each attempt in vain: together a day, all but some minutes. */
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

/** Either way, so that what failed together is not tried again together. */
const jitter = 0.2

/** Whatever a receiver asks for, it is not waited longer for the next attempt. */
const pauseMsMax = 8 * hour

/** From the first attempt on: nothing is begun later. */
const triedForMsMax = 30 * hour

/** How a delivery goes on after an attempt. */
export type AfterAttempt =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly dueAtMs: number }
  | { readonly state: 'failed' }

/** An attempt that has been made. */
export interface Attempt {
  readonly answer: WebhookAnswer
  readonly atMs: number
  /** Those before it. */
  readonly attemptsBefore: number
  readonly firstAtMs: number
  /** Tried once: whoever sends a test wants to know how it went, and not that it goes well tomorrow. */
  readonly isTest: boolean
}

export const isDelivered = (answer: WebhookAnswer): boolean =>
  'status' in answer && answer.status >= 200 && answer.status < 300

/** It says that it is there no more. */
export const isGone = (answer: WebhookAnswer): boolean =>
  'status' in answer && answer.status === 410

/** `chance` is from 0 to 1, and decides on the jitter. */
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
