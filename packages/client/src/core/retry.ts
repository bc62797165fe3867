import { headerNames, timestampPattern } from '@vadium/schema/protocol'
import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import {
  VadiumConnectionError,
  VadiumError,
  VadiumReplyError,
  VadiumServiceError,
  VadiumTimeoutError,
} from './errors.ts'
import { checkOptions } from './options.ts'
import { adviceForReason, adviceForStatus, type RetryAdvice } from './retry-advice.ts'

/** When a failed call is retried. Times are in milliseconds. */
export interface RetrySettings {
  /** The most attempts of a call, including the first. 1 disables retries. Default: 4. */
  readonly attemptsMax: number
  /**
   * The wait after the first failure. It doubles after each further failure, and a random part of
   * up to half is subtracted. Default: 200.
   */
  readonly backOffMs: number
  /** The longest such wait. Default: 5,000. */
  readonly backOffMsMax: number
  /**
   * Limit for the whole call, including waits and the time that the machine sleeps. A `Retry-After`
   * beyond it ends the call at once, because the service would refuse an earlier attempt. Default:
   * 90,000.
   */
  readonly totalMsMax: number
}

export const retryDefaults: RetrySettings = {
  attemptsMax: 4,
  backOffMs: 200,
  backOffMsMax: 5_000,
  totalMsMax: 90_000,
}

// Programs with the same key that signed the same request in the same millisecond, of which the
// service accepts one, must not do so again.
const SIGN_AGAIN_MS_MAX = 100

// The service keeps an idempotency key for a day. A retry after that would take effect again.
const REPEATING_MS_MAX = 12 * 3_600_000

/**
 * The settings with those that are given in place of the defaults.
 *
 * @throws TypeError for a setting that does not exist, RangeError for one out of bounds.
 */
export function retrySettings(
  retries: Partial<RetrySettings> | false,
  defaults = retryDefaults,
): RetrySettings {
  const given: Readonly<Record<string, number | undefined>> =
    retries === false ? { attemptsMax: 1 } : { ...retries }
  checkOptions('retries', given, Object.keys(retryDefaults))
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const settings = { ...defaults, ...set }
  withinBounds('retries.attemptsMax', settings.attemptsMax, 100)
  withinBounds('retries.totalMsMax', settings.totalMsMax, REPEATING_MS_MAX)
  withinBounds('retries.backOffMsMax', settings.backOffMsMax, TIMER_MS_MAX)
  withinBounds('retries.backOffMs', settings.backOffMs, TIMER_MS_MAX)
  return settings
}

/** A failed attempt, with everything that decides whether another follows. */
export interface FailedAttempt {
  readonly error: VadiumError
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** Milliseconds since the call began. */
  readonly elapsedMs: number
  /** Whether this call has already been repeated only to be signed again. */
  readonly wasSignedAgain: boolean
  /** From 0 to below 1. Varies the wait. */
  readonly random: number
}

/**
 * Decides whether a call is retried. Returns the wait before the next attempt in milliseconds, or
 * undefined to end the call. A call that may have taken effect is retried too: it either only
 * reads, or carries the same `Idempotency-Key` again.
 */
export function decideRetry(failed: FailedAttempt, settings: RetrySettings): number | undefined {
  if (failed.attempt >= settings.attemptsMax) return undefined
  const waitMs = waitBefore(failed.error, failed, settings)
  if (waitMs === undefined || failed.elapsedMs + waitMs >= settings.totalMsMax) return undefined
  return waitMs
}

/**
 * The wait before another attempt, without a limit of attempts. Undefined if a retry cannot help.
 */
export function waitBefore(
  error: VadiumError,
  { attempt, wasSignedAgain, random }: Pick<FailedAttempt, 'attempt' | 'wasSignedAgain' | 'random'>,
  settings: Pick<RetrySettings, 'backOffMs' | 'backOffMsMax'>,
): number | undefined {
  const ceiling = Math.min(settings.backOffMs * 2 ** (attempt - 1), settings.backOffMsMax)
  const backOff = ceiling * (1 - random / 2)
  switch (adviceFor(error)) {
    case 'never':
      return undefined
    case 'sign_again':
      return wasSignedAgain ? undefined : Math.ceil(random * SIGN_AGAIN_MS_MAX)
    case 'resync_clock':
      return wasSignedAgain || serverTime(error) === undefined ? undefined : 0
    case 'after_wait':
    case 'back_off':
      // The random wait is added, or all refused clients would return at the same time.
      return error.retryAfterMs === undefined ? backOff : error.retryAfterMs + backOff
  }
}

/** Whether a call that failed so is repeated only to be signed again, which helps once at most. */
export function needsSignature(error: VadiumError): boolean {
  return adviceFor(error) === 'sign_again' || serverTime(error) !== undefined
}

function adviceFor(error: VadiumError): RetryAdvice {
  if (error instanceof VadiumServiceError) {
    return adviceForReason(error.reason, error.code, error.status)
  }
  if (error instanceof VadiumReplyError) {
    return error.reason === 'REPLY_TOO_LARGE' ? 'never' : adviceForStatus(error.status)
  }
  if (error instanceof VadiumConnectionError) {
    return error.reason === 'REQUEST_NOT_SENT' ? 'never' : 'back_off'
  }
  return error instanceof VadiumTimeoutError ? 'back_off' : 'never'
}

/** The server's time in Unix milliseconds, if the error reports it. */
export function serverTime(error: unknown): number | undefined {
  if (!(error instanceof VadiumError) || adviceFor(error) !== 'resync_clock') return undefined
  const value = error.details.find(({ field }) => field === headerNames.timestamp)?.value
  return value !== undefined && timestampPattern.test(value) ? Number(value) : undefined
}
