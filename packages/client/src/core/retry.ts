import { headerNames, timestampPattern } from '@vadium/schema/protocol'
import { VadiumAbortError, VadiumError, VadiumReplyError, VadiumServiceError } from './errors.ts'
import { adviceForReason, adviceForStatus, type RetryAdvice } from './retry-advice.ts'

/** When a call is sent again. Times are in milliseconds. */
export interface RetrySettings {
  /** How often a call is sent at the most, the first time included. 1 sends nothing twice. */
  readonly attemptsMax: number
  /** The wait after the first failure; it doubles with every further one. Jitter takes up to half. */
  readonly backOffMs: number
  /** The longest such wait. */
  readonly backOffMsMax: number
  /**
   * How long a call may take altogether, waits included. A `Retry-After` that does not fit ends the
   * call at once: a shorter wait would only be refused again.
   */
  readonly totalMsMax: number
}

export const retryDefaults: RetrySettings = {
  attemptsMax: 4,
  backOffMs: 200,
  backOffMsMax: 5_000,
  totalMsMax: 90_000,
}

/** A failure, and all that decides what comes of it. */
export interface FailedAttempt {
  readonly error: unknown
  /** Which attempt failed, from 1. */
  readonly attempt: number
  /** Time since the call began. */
  readonly elapsedMs: number
  /** Whether this call has already been signed again with the server's time. */
  readonly clockWasSet: boolean
  /** From 0 up to 1, for the jitter. */
  readonly random: number
}

/**
 * The one place that decides whether a call is sent again: the wait before the next attempt in
 * milliseconds, or undefined to give up. It goes by what the reason advises. A call that may have taken
 * effect is repeated as well: either it changes nothing, or it carries the same `Idempotency-Key` again.
 */
export function decideRetry(failed: FailedAttempt, settings: RetrySettings): number | undefined {
  const { error, attempt } = failed
  if (!(error instanceof VadiumError) || attempt >= settings.attemptsMax) return undefined
  const waitMs = waitBefore(error, failed, settings)
  if (waitMs === undefined || failed.elapsedMs + waitMs >= settings.totalMsMax) return undefined
  return waitMs
}

/** The wait before another attempt, for as many as there may be; undefined where none would help. */
export function waitBefore(
  error: VadiumError,
  { attempt, clockWasSet, random }: Pick<FailedAttempt, 'attempt' | 'clockWasSet' | 'random'>,
  settings: RetrySettings,
): number | undefined {
  const ceiling = Math.min(settings.backOffMs * 2 ** (attempt - 1), settings.backOffMsMax)
  const backOff = ceiling * (1 - random / 2)
  switch (adviceFor(error)) {
    case 'never':
      return undefined
    case 'resync_clock':
      return clockWasSet || serverTime(error) === undefined ? undefined : 0
    case 'after_wait':
    case 'back_off':
      // Jitter comes on top of what was asked for, or all who were refused would return together.
      return error.retryAfterMs === undefined ? backOff : error.retryAfterMs + backOff
  }
}

function adviceFor(error: VadiumError): RetryAdvice {
  if (error instanceof VadiumServiceError) {
    return adviceForReason(error.reason, error.code, error.status)
  }
  if (error instanceof VadiumReplyError) {
    return error.reason === 'REPLY_TOO_LARGE' ? 'never' : adviceForStatus(error.status)
  }
  return error instanceof VadiumAbortError ? 'never' : 'back_off'
}

/** The server's time in Unix milliseconds, when an error brings it along. */
export function serverTime(error: unknown): number | undefined {
  if (!(error instanceof VadiumServiceError)) return undefined
  if (adviceForReason(error.reason, error.code, error.status) !== 'resync_clock') return undefined
  const value = error.details.find(({ field }) => field === headerNames.timestamp)?.value
  return value !== undefined && timestampPattern.test(value) ? Number(value) : undefined
}
