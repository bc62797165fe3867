import type { ErrorCode, ErrorDetail, ErrorReason } from '../types/errors.ts'
import { adviceForReason } from './retry-advice.ts'

/** What the SDK itself can say about a call, in the canonical names that the service uses. */
const clientReasons = {
  TIMED_OUT: 'DEADLINE_EXCEEDED',
  CONNECTION_NOT_MADE: 'UNAVAILABLE',
  CONNECTION_LOST: 'UNAVAILABLE',
  ABORTED_BY_CALLER: 'CANCELLED',
  REPLY_MALFORMED: 'DATA_LOSS',
  REPLY_TOO_LARGE: 'DATA_LOSS',
  STREAM_RESET: 'DATA_LOSS',
} as const

export type ClientErrorReason = keyof typeof clientReasons
export type ClientErrorCode = (typeof clientReasons)[ClientErrorReason]

/**
 * `refused`: nothing was done, and nothing will be. `unknown`: the request may have taken effect,
 * because no answer came or the answer does not say.
 */
export type Outcome = 'refused' | 'unknown'

interface ErrorFacts {
  readonly message: string
  readonly code: string
  readonly reason: string
  readonly outcome: Outcome
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly details?: readonly ErrorDetail[] | undefined
  readonly cause?: unknown
}

/** Everything that a call rejects with, except a TypeError or a RangeError for arguments that make no call. */
export abstract class VadiumError extends Error {
  /** The canonical name, such as `RESOURCE_EXHAUSTED`. A newer service may have others. */
  readonly code: ErrorCode | ClientErrorCode | (string & {})
  /** The precise and stable reason: what programs decide by. A newer service may have others. */
  readonly reason: ErrorReason | ClientErrorReason | (string & {})
  /** Whether the request was refused, or may have taken effect. */
  readonly outcome: Outcome
  /**
   * The key of a write of which the outcome is unknown. The same call with this `idempotencyKey`, within
   * a day, asks again: it takes effect if it has not yet, and otherwise answers what it did.
   */
  readonly idempotencyKey: string | undefined
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined
  /** Finds the request in the logs of the service; undefined when no answer named one. */
  readonly requestId: string | undefined
  /** How long the answer asks to wait before another try, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** What is wrong with which field, where that helps. */
  readonly details: readonly ErrorDetail[]

  constructor(facts: ErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.reason = facts.reason
    this.outcome = facts.outcome
    this.idempotencyKey = undefined
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.details = facts.details ?? []
  }

  static {
    this.prototype.name = 'VadiumError'
  }
}

/** An error that the service answered, in its own form. */
export interface ServiceErrorAnswer {
  readonly code: string
  readonly reason: string
  readonly message: string
  readonly details?: readonly ErrorDetail[] | undefined
}

/** What an answer says besides its body. */
export interface AnswerFacts {
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
}

/** The service answered with an error. `reason` says which; a refusal unless it failed inside. */
export class VadiumServiceError extends VadiumError {
  declare readonly status: number

  constructor(answer: ServiceErrorAnswer, facts: AnswerFacts) {
    const advice = adviceForReason(answer.reason, answer.code, facts.status)
    super({ ...answer, ...facts, outcome: advice === 'back_off' ? 'unknown' : 'refused' })
  }

  static {
    this.prototype.name = 'VadiumServiceError'
  }
}

/** An answer came, but not one of this service's: not JSON, not the expected members, too large. */
export class VadiumReplyError extends VadiumError {
  declare readonly reason: 'REPLY_MALFORMED' | 'REPLY_TOO_LARGE'
  declare readonly status: number

  constructor(
    reason: 'REPLY_MALFORMED' | 'REPLY_TOO_LARGE',
    message: string,
    facts: AnswerFacts,
    cause?: unknown,
  ) {
    super({ ...facts, reason, code: clientReasons[reason], message, cause, outcome: 'unknown' })
  }

  static {
    this.prototype.name = 'VadiumReplyError'
  }
}

/** No answer came in time, or an export or a stream stood still for as long. */
export class VadiumTimeoutError extends VadiumError {
  declare readonly reason: 'TIMED_OUT'
  /** How long was waited, in milliseconds. */
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super({
      reason: 'TIMED_OUT',
      code: clientReasons.TIMED_OUT,
      message: `No answer, or no more of it, came within ${timeoutMs} ms.`,
      outcome: 'unknown',
    })
    this.timeoutMs = timeoutMs
  }

  static {
    this.prototype.name = 'VadiumTimeoutError'
  }
}

/**
 * The connection could not be made (`CONNECTION_NOT_MADE`, outcome `refused`: nothing was sent) or
 * was lost (`CONNECTION_LOST`, outcome `unknown`). `cause` is the transport's own error.
 */
export class VadiumConnectionError extends VadiumError {
  declare readonly reason: 'CONNECTION_NOT_MADE' | 'CONNECTION_LOST'

  constructor(cause: unknown) {
    const made = !nothingWasSent(cause)
    const reason = made ? 'CONNECTION_LOST' : 'CONNECTION_NOT_MADE'
    super({
      reason,
      code: clientReasons[reason],
      message: made
        ? 'The connection to the service was lost before the answer was complete.'
        : 'No connection to the service could be made.',
      outcome: made ? 'unknown' : 'refused',
      cause,
    })
  }

  static {
    this.prototype.name = 'VadiumConnectionError'
  }
}

/** The caller's signal ended the call. `cause` is the reason that the signal carries. */
export class VadiumAbortError extends VadiumError {
  declare readonly reason: 'ABORTED_BY_CALLER'

  constructor(cause: unknown, outcome: Outcome) {
    super({
      reason: 'ABORTED_BY_CALLER',
      code: clientReasons.ABORTED_BY_CALLER,
      message: 'The call was aborted by its signal.',
      outcome,
      cause,
    })
  }

  static {
    this.prototype.name = 'VadiumAbortError'
  }
}

/**
 * What a stream was to go on with is no longer kept, and it has no `onReset` that provides for that. Read the
 * resources anew, then begin a stream after `position`.
 */
export class VadiumStreamResetError extends VadiumError {
  declare readonly reason: 'STREAM_RESET'
  readonly position: string

  constructor(position: string) {
    super({
      reason: 'STREAM_RESET',
      code: clientReasons.STREAM_RESET,
      message: `Events were missed that are no longer kept. Read the resources anew, then go on after ${position}.`,
      outcome: 'refused',
    })
    this.position = position
  }

  static {
    this.prototype.name = 'VadiumStreamResetError'
  }
}

/** What a call is to reject with: whatever else a transport fails with, the connection is what failed. */
export function asCallError(error: unknown): VadiumError {
  return error instanceof VadiumError ? error : new VadiumConnectionError(error)
}

/** Tells of a write that failed what may have come of it, and the key under which to ask again. */
export function tellOfWrite(error: VadiumError, idempotencyKey: string): void {
  Object.assign(error, { outcome: 'unknown' satisfies Outcome, idempotencyKey })
}

// Failures that come before the first byte of a request has been written.
const connectionNotMade: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

// `fetch` hides the error of the socket one level down, in `cause`.
function nothingWasSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && connectionNotMade.has(error.code)) return true
  return nothingWasSent(error.cause)
}
