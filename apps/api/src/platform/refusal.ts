import type { ErrorDetail, ErrorReason } from '@vadium/schema'

/** A request that is not carried out: a value, not an exception, with a stable reason. */
export class Refusal {
  readonly reason: ErrorReason
  readonly details: readonly ErrorDetail[]
  /** For the log alone: what was really wrong, where the caller must not be told. */
  readonly cause: string | undefined

  /** The same request was refused before, and this is that refusal. */
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

/** A refusal that ends by itself: the same request may be taken after a wait. */
export class ThrottledRefusal extends Refusal {
  readonly waitMs: number

  constructor(reason: ErrorReason, details: readonly ErrorDetail[], waitMs: number) {
    super(reason, details)
    this.waitMs = waitMs
  }
}
