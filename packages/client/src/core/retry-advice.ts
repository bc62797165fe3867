import { reasonsWithAdviceOfTheirOwn } from '../types/errors.ts'

/**
 * What a client does about an error: `never`, the same call would be refused again; `after_wait`, the answer says
 * when; `resync_clock`, it signs again with the server's time, which is in the details; `back_off`, the outcome is
 * unknown, so it repeats what is safe to repeat.
 */
export type RetryAdvice = 'never' | 'after_wait' | 'resync_clock' | 'back_off'

const ownAdvice: Readonly<Record<string, RetryAdvice>> = reasonsWithAdviceOfTheirOwn

/**
 * What to do about an error that the service answered: what its code and status say, unless its reason says
 * something else. So it is for a reason that this version does not know, too.
 */
export function adviceForReason(reason: string, code: string, status: number): RetryAdvice {
  if (Object.hasOwn(ownAdvice, reason)) return ownAdvice[reason] ?? 'never'
  if (code === 'RESOURCE_EXHAUSTED' || status === 429) return 'after_wait'
  if (code === 'INTERNAL' || status >= 500) return 'back_off'
  return 'never'
}

/** What to do about an answer that is not the service's: of a proxy before it, most likely. */
export function adviceForStatus(status: number): RetryAdvice {
  if (status === 429) return 'after_wait'
  const mayPass = status >= 500 || status === 408 || (status >= 200 && status < 300)
  return mayPass ? 'back_off' : 'never'
}
