import type { MailDeliveryState, MailError } from '@vadium/schema'

/** How an attempt ended. */
export type MailAnswer =
  | { readonly outcome: 'sent'; readonly reply: string }
  /** The recipient or the message is refused for good. */
  | { readonly outcome: 'refused'; readonly reply: string }
  /** Everything else: it is no fault of the address, or passes. */
  | { readonly outcome: 'failed'; readonly reply: string | null; readonly error: MailError | null }
  /** Nothing was sent, because the address is not to receive this mail any more. */
  | { readonly outcome: 'undeliverable' }

/** What follows for a delivery. */
export interface AfterMail {
  readonly state: MailDeliveryState
  /** Unix milliseconds. Null: no attempt is planned. */
  readonly dueAtMs: number | null
}

const second = 1000
const pauseMsMax = 300 * second
/** No attempt starts later than this after the mail was created. */
export const triedForMs = 24 * 60 * 60 * second

/**
 * What follows for a delivery after an attempt that ended at `atMs`: 1, 2, 4 … 300 seconds after
 * each failure, until the end.
 */
export function afterMail(
  answer: MailAnswer,
  {
    atMs,
    attemptsBefore,
    endMs,
  }: { readonly atMs: number; readonly attemptsBefore: number; readonly endMs: number },
): AfterMail {
  if (answer.outcome === 'sent') return { state: 'SENT', dueAtMs: null }
  if (answer.outcome === 'refused') return { state: 'REFUSED', dueAtMs: null }
  // 2 ** 9 seconds are more than the longest pause.
  const dueAtMs = atMs + Math.min(2 ** Math.min(attemptsBefore, 9) * second, pauseMsMax)
  return answer.outcome === 'undeliverable' || dueAtMs > endMs
    ? { state: 'NOT_SENT', dueAtMs: null }
    : { state: 'QUEUED', dueAtMs }
}
