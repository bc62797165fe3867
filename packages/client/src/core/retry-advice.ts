import { reasonsWithAdviceOfTheirOwn } from '../types/errors.ts'

/**
 * How a client retries after an error.
 * `never`: the call would be refused again.
 * `after_wait`: retry after the time that the answer gives.
 * `sign_again`: sign once more, at another time.
 * `resync_clock`: sign once more, at the server's time, which is in the details.
 * `back_off`: the outcome is unknown; retry with growing waits if a retry is safe.
 */
export type RetryAdvice = 'never' | 'after_wait' | 'sign_again' | 'resync_clock' | 'back_off'

const ownAdvice: Readonly<Record<string, RetryAdvice>> = reasonsWithAdviceOfTheirOwn

/**
 * The advice for an error of the service: that of its reason, or else that of its code and status.
 * Reasons that this version does not know are handled by code and status.
 */
export function adviceForReason(reason: string, code: string, status: number): RetryAdvice {
  if (Object.hasOwn(ownAdvice, reason)) return ownAdvice[reason] ?? 'never'
  if (code === 'RESOURCE_EXHAUSTED' || status === 429) return 'after_wait'
  if (code === 'INTERNAL' || status >= 500) return 'back_off'
  return 'never'
}

/** The advice for an answer that is not from the service but, most likely, from a proxy. */
export function adviceForStatus(status: number): RetryAdvice {
  if (status === 429) return 'after_wait'
  const mayPass = status >= 500 || status === 408 || (status >= 200 && status < 300)
  return mayPass ? 'back_off' : 'never'
}
