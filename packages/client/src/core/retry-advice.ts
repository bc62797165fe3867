import { type ErrorReason, errorReasons, type RetryAdvice } from '@vadium/schema'

export function isKnownReason(reason: string): reason is ErrorReason {
  return Object.hasOwn(errorReasons, reason)
}

/**
 * What to do about an error that the service answered. Its reason says so. A reason that this
 * version does not know is judged by its code and status, as the service only ever adds reasons.
 */
export function adviceForReason(reason: string, code: string, status: number): RetryAdvice {
  if (isKnownReason(reason)) return errorReasons[reason].retry
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
