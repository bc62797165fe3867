import type { ErrorDetail, ErrorReason } from '@vadium/schema'
import type { FullShare } from './shares.ts'

/** A request that is refused, with a stable reason. It is a value, not an exception. */
export class Refusal {
  readonly reason: ErrorReason
  readonly details: readonly ErrorDetail[]
  /** For the log only: the actual cause, which the caller must not learn. */
  readonly cause: string | undefined

  /** This is the stored refusal of the same request, which was sent before. */
  readonly replayed: boolean

  constructor(
    reason: ErrorReason,
    details: readonly ErrorDetail[] = [],
    cause?: string,
    replayed = false,
  ) {
    this.reason = reason
    this.details = details
    this.cause = cause
    this.replayed = replayed
  }
}

/** The organization already has all that it may have at once of what its request needs. */
export class OwnShareRefusal extends Refusal {
  constructor(cause: string) {
    super('OVERLOADED', [], cause)
  }
}

/** The refusal of a request that finds a limit reached. */
export function refusalOfFull(share: FullShare, cause: string): Refusal {
  return share === 'organization'
    ? new OwnShareRefusal(cause)
    : new Refusal('OVERLOADED', [], cause)
}

/** A temporary refusal: the same request may succeed after `waitMs`. */
export class ThrottledRefusal extends Refusal {
  readonly waitMs: number

  constructor(reason: ErrorReason, details: readonly ErrorDetail[], waitMs: number) {
    super(reason, details)
    this.waitMs = waitMs
  }
}
