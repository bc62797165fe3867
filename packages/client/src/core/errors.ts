import type { Approval } from '../types/approvals.ts'
import type { ErrorCode, ErrorDetail, ErrorReason } from '../types/errors.ts'
import { causeText, mayPass, NotSentError } from './not-sent.ts'
import { adviceForReason } from './retry-advice.ts'

/** The reasons that the SDK itself reports, each with its canonical code as in the service. */
const clientReasons = {
  TIMED_OUT: 'DEADLINE_EXCEEDED',
  CONNECTION_NOT_MADE: 'UNAVAILABLE',
  CONNECTION_LOST: 'UNAVAILABLE',
  REQUEST_NOT_SENT: 'FAILED_PRECONDITION',
  ABORTED_BY_CALLER: 'CANCELLED',
  REPLY_MALFORMED: 'DATA_LOSS',
  REPLY_TOO_LARGE: 'DATA_LOSS',
  STREAM_RESET: 'DATA_LOSS',
  APPROVAL_REQUIRED: 'FAILED_PRECONDITION',
} as const

export type ClientErrorReason = keyof typeof clientReasons | ApprovalEnd

/** How an approval ends without effect. */
export type ApprovalEnd =
  | 'APPROVAL_FAILED'
  | 'APPROVAL_REJECTED'
  | 'APPROVAL_EXPIRED'
  | 'APPROVAL_WITHDRAWN'
export type ClientErrorCode = (typeof clientReasons)[keyof typeof clientReasons]

/**
 * `refused`: the request had no effect and will have none. `unknown`: the request may have taken
 * effect, because no answer arrived or the answer does not say. `awaits_approval`: the request has
 * had no effect yet, and takes effect once other accounts have approved it.
 */
export type Outcome = 'refused' | 'unknown' | 'awaits_approval'

interface ErrorFacts {
  readonly message: string
  readonly outcome: Outcome
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly details?: readonly ErrorDetail[] | undefined
  readonly cause?: unknown
}

type ErrorReasonFacts =
  | { readonly code: string; readonly reason: string }
  /** The code follows from the reason. */
  | { readonly code?: undefined; readonly reason: keyof typeof clientReasons }

/**
 * The base class of every error of a call. Arguments that cannot be sent give a TypeError or a
 * RangeError instead.
 */
export abstract class VadiumError extends Error {
  /** The canonical code, such as `RESOURCE_EXHAUSTED`. A newer service may send others. */
  declare readonly code: ErrorCode | ClientErrorCode | (string & {})
  /** The stable reason, for programs to decide by. A newer service may send others. */
  declare readonly reason: ErrorReason | ClientErrorReason | (string & {})
  /** Whether the request was refused, may have taken effect, or awaits approval. */
  declare readonly outcome: Outcome
  /**
   * The key of a write whose outcome is unknown. Within a day, repeat the call with this
   * `idempotencyKey`: it takes effect if it has not yet, and otherwise returns the first answer.
   */
  readonly idempotencyKey: string | undefined
  /** The HTTP status. Undefined when no answer arrived. */
  declare readonly status: number | undefined
  /** The id of the request in the logs of the service. Undefined when no answer gave one. */
  declare readonly requestId: string | undefined
  /** How long to wait before the next attempt, as the answer asks, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /** The fields that are wrong, each with what is wrong with it. May be empty. */
  declare readonly details: readonly ErrorDetail[]
  /**
   * What went wrong, in one sentence. `message` has the fields, the request and its id as well, so
   * that it suffices as a log line.
   */
  declare readonly summary: string

  constructor(facts: ErrorFacts & ErrorReasonFacts) {
    super(facts.message, facts.cause === undefined ? undefined : facts)
    this.code = facts.code ?? clientReasons[facts.reason]
    this.reason = facts.reason
    this.outcome = facts.outcome
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.details = facts.details ?? []
    this.summary = facts.message
  }

  static {
    this.prototype.name = 'VadiumError'
  }
}

/** The error in the body of an answer of the service. */
export interface ServiceErrorAnswer {
  readonly code: string
  readonly reason: string
  readonly message: string
  readonly details?: readonly ErrorDetail[] | undefined
}

/** What the status line and the headers of an answer say. */
export interface AnswerFacts {
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined
  /** The origin of the service. Undefined where no connection can fail any more. */
  readonly service?: string | undefined
}

/** The service answered with an error. The outcome is `refused`, except after an internal error. */
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

/** The answer is not JSON, lacks expected members, or is too large. */
export class VadiumReplyError extends VadiumError {
  declare readonly reason: 'REPLY_MALFORMED' | 'REPLY_TOO_LARGE'
  declare readonly status: number

  constructor(
    reason: 'REPLY_MALFORMED' | 'REPLY_TOO_LARGE',
    message: string,
    facts: AnswerFacts,
    cause?: unknown,
  ) {
    super({ ...facts, reason, message, cause, outcome: 'unknown' })
  }

  static {
    this.prototype.name = 'VadiumReplyError'
  }
}

/** No answer, or no further chunk of an export or a stream, arrived in time. */
export class VadiumTimeoutError extends VadiumError {
  declare readonly reason: 'TIMED_OUT'
  /** The limit that passed, in milliseconds. */
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super({
      reason: 'TIMED_OUT',
      message: `The service did not answer within ${timeoutMs} ms.`,
      outcome: 'unknown',
    })
    this.timeoutMs = timeoutMs
  }

  static {
    this.prototype.name = 'VadiumTimeoutError'
  }
}

/**
 * The exchange with the service failed. `CONNECTION_NOT_MADE`: nothing was sent, which may pass.
 * `REQUEST_NOT_SENT`: nothing was sent, because of a fault that stays, such as a certificate that
 * is not trusted. Both have the outcome `refused`. `CONNECTION_LOST`: any failure after that, with
 * the outcome `unknown`. `cause` is the transport's own error.
 */
export class VadiumConnectionError extends VadiumError {
  declare readonly reason: 'CONNECTION_NOT_MADE' | 'CONNECTION_LOST' | 'REQUEST_NOT_SENT'

  /** @param error What the transport rejected with. */
  constructor(error: unknown, peers: Peers = {}) {
    const wasSent = !(error instanceof NotSentError)
    const cause = wasSent ? error : error.cause
    const notSent = mayPass(cause) ? 'CONNECTION_NOT_MADE' : 'REQUEST_NOT_SENT'
    const reason = wasSent ? 'CONNECTION_LOST' : notSent
    super({
      reason,
      message: connectionMessage(reason, cause, peers),
      outcome: wasSent ? 'unknown' : 'refused',
      cause,
    })
  }

  static {
    this.prototype.name = 'VadiumConnectionError'
  }
}

/** The origins of the service and, in a browser, of the page that makes a call. */
export interface Peers {
  readonly service?: string | undefined
  readonly page?: string | undefined
}

function connectionMessage(
  reason: VadiumConnectionError['reason'],
  cause: unknown,
  { service, page }: Peers,
): string {
  const host = service === undefined ? 'the service' : new URL(service).host
  const what = {
    CONNECTION_NOT_MADE: `The client could not connect to ${host}`,
    REQUEST_NOT_SENT: `The request to ${host} was not sent`,
    CONNECTION_LOST: `The connection to ${host} was lost before the answer was complete`,
  }[reason]
  const because = causeText(cause)
  const text = because === '' ? what : `${what}: ${because}`
  const message = text.endsWith('?') ? text : `${text}.`
  if (page === undefined || page === service) return message
  return `${message} The service may not allow pages of ${page} (CORS_ORIGINS).`
}

/** The caller's signal ended the call. `cause` is the reason of the signal. */
export class VadiumAbortError extends VadiumError {
  declare readonly reason: 'ABORTED_BY_CALLER'

  constructor(cause: unknown, outcome: Outcome) {
    super({
      reason: 'ABORTED_BY_CALLER',
      message: 'The signal aborted the call.',
      outcome,
      cause,
    })
  }

  static {
    this.prototype.name = 'VadiumAbortError'
  }
}

/**
 * The service no longer keeps the next events of a stream that has no `onReset`. Read the resources
 * again, then start a stream after the event cursor in `position`.
 */
export class VadiumStreamResetError extends VadiumError {
  declare readonly reason: 'STREAM_RESET'
  readonly position: string

  constructor(position: string) {
    super({
      reason: 'STREAM_RESET',
      message: `The next events are no longer kept. Read the resources again, then resume after ${position}.`,
      outcome: 'refused',
    })
    this.position = position
  }

  static {
    this.prototype.name = 'VadiumStreamResetError'
  }
}

/**
 * The write needs the approval of other accounts. It has had no effect yet. The same call under the
 * same `idempotencyKey` throws the same error; a call under another key makes another request.
 */
export class ApprovalRequiredError extends VadiumError {
  declare readonly reason: 'APPROVAL_REQUIRED'
  /** The request as it was stored, and who has decided so far. */
  readonly approval: Approval

  constructor(approval: Approval, facts?: AnswerFacts) {
    super({
      ...facts,
      reason: 'APPROVAL_REQUIRED',
      message: `The request has no effect yet. client.approvals.wait('${approval.id}') waits until other accounts have approved it.`,
      outcome: 'awaits_approval',
    })
    this.approval = approval
  }

  static {
    this.prototype.name = 'ApprovalRequiredError'
  }
}

/** The error that a call rejects with. Any other error of a transport is a failed connection. */
export function asCallError(error: unknown, peers: Peers): VadiumError {
  return error instanceof VadiumError ? error : new VadiumConnectionError(error, peers)
}

/** Adds the wrong fields, the request and its id to the message of an error, and to its stack. */
export function addContext(error: VadiumError, asked: string): void {
  const { summary, message, details, status, reason, requestId, stack } = error
  if (message !== summary) return
  const fields = details.map(({ field, issue }) => ` ${field}: ${issue}.`).join('')
  const facts = [
    asked,
    status === undefined ? reason : `${status} ${reason}`,
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ]
  error.message = oneLine(`${summary}${fields} (${facts.join(', ')})`)
  if (stack !== undefined) error.stack = stack.replace(summary, () => error.message)
}

/** A text on one line, whatever a proxy has sent: no line of a log can be forged. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** Marks a failed write as possibly done, and gives the key to repeat it with. */
export function markWriteUnknown(error: VadiumError, idempotencyKey: string): void {
  Object.assign(error, { outcome: 'unknown' satisfies Outcome, idempotencyKey })
}
