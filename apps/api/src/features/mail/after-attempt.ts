import type { MailDeliveryState, MailError } from '@vadium/schema'

/** How an attempt ended. */
export type MailAnswer =
  | { readonly outcome: 'sent'; readonly reply: string }
  /** Refused for good. Whether it says something of the address, and not of this mail only. */
  | { readonly outcome: 'refused'; readonly reply: string; readonly isOfAddress: boolean }
  /** Everything else: it is no fault of the address, or passes. */
  | { readonly outcome: 'failed'; readonly reply: string | null; readonly error: MailError | null }
  /** Nothing was sent, and nothing will be. */
  | { readonly outcome: 'undeliverable'; readonly error: MailError }

/** What follows for a delivery. */
export interface AfterMail {
  readonly state: MailDeliveryState
  /** Unix milliseconds. Null: no attempt is planned. */
  readonly dueAtMs: number | null
}

const second = 1000
const minute = 60 * second
const pauseMsMax = 5 * minute
/** No attempt starts later than this after the mail was created. */
export const triedForMs = 24 * 60 * minute
/** How often, and after how long, a mail is sent again that may have been sent. */
const copies = { max: 3, pauseMs: 30 * minute } as const

/** What is known of a delivery, before and after an attempt that ended at `atMs`. */
export interface TriedMail {
  readonly atMs: number
  readonly endMs: number
  readonly attemptsBefore: number
  /** Attempts after which the server had the whole mail, and did not answer. */
  readonly unansweredBefore: number
}

/**
 * What follows for a delivery after an attempt: another one, 1, 2, 4 … 300 seconds after each
 * failure, until the end. A server that had the whole mail may have sent it, so it gets few copies.
 */
export function afterMail(answer: MailAnswer, tried: TriedMail): AfterMail {
  if (answer.outcome === 'sent') return { state: 'SENT', dueAtMs: null }
  if (answer.outcome === 'refused') return { state: 'REFUSED', dueAtMs: null }
  const { atMs, endMs, attemptsBefore, unansweredBefore } = tried
  // 2 ** 9 seconds are more than the longest pause.
  const pauseMs = isUnanswered(answer)
    ? copies.pauseMs
    : Math.min(2 ** Math.min(attemptsBefore, 9) * second, pauseMsMax)
  const isLastCopy = isUnanswered(answer) && unansweredBefore >= copies.max
  return answer.outcome === 'undeliverable' || isLastCopy || atMs + pauseMs > endMs
    ? { state: 'NOT_SENT', dueAtMs: null }
    : { state: 'QUEUED', dueAtMs: atMs + pauseMs }
}

/** Whether the server had the whole mail, and did not answer. */
export const isUnanswered = (answer: MailAnswer): boolean =>
  answer.outcome === 'failed' && answer.error === 'UNANSWERED'
