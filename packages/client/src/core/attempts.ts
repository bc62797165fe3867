import { stopwatch, withDeadline } from './deadline.ts'
import {
  addContext,
  markWriteUnknown,
  type Outcome,
  VadiumAbortError,
  VadiumError,
} from './errors.ts'
import { isSettled } from './idempotency.ts'
import type { Observer, RequestEvent } from './observer.ts'
import type { Operation } from './operation.ts'
import { decideRetry, needsSignature, type RetrySettings, serverTime } from './retry.ts'
import type { SigningClock } from './signing-clock.ts'

/** A call as each of its attempts sends it. Only the timestamp and the signature differ. */
export interface PreparedCall<O extends Operation> {
  readonly operation: O
  readonly target: string
  /** The target without its query. */
  readonly path: string
  readonly body: Uint8Array<ArrayBuffer> | undefined
  readonly accept: string
  /** All attempts carry the same key, so that the call takes effect once. */
  readonly idempotencyKey: string | undefined
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  readonly retries: RetrySettings
  readonly headers: Readonly<Record<string, string>>
}

/** An attempt as it is made: what of it has been sent and answered so far. */
export interface Attempt {
  readonly request: RequestEvent
  sentAt?: number
  isAnswered?: boolean
}

interface AttemptsParts {
  readonly clock: SigningClock
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly observer: Observer
}

/** Makes the attempts of calls, each with its time limit, until one succeeds or none would help. */
export class Attempts {
  readonly #parts: AttemptsParts

  constructor(parts: AttemptsParts) {
    this.#parts = parts
  }

  /** Waits while no request is running. An abort then leaves the given outcome. */
  async pause(ms: number, signal?: AbortSignal, outcome: Outcome = 'refused'): Promise<void> {
    try {
      await this.#parts.wait(ms, signal)
    } catch (cause) {
      if (signal?.aborted !== true) throw cause
      throw new VadiumAbortError(signal.reason, outcome)
    }
  }

  /** Makes a call until an attempt succeeds. */
  async repeat<Result>(
    call: PreparedCall<Operation>,
    run: (signal: AbortSignal, attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const { operation, signal, timeoutMs, retries, idempotencyKey } = call
    const { clock, observer } = this.#parts
    const elapsedMs = stopwatch()
    let request = requestEvent(call, 1)
    let wasSignedAgain = false
    let wasUnknown = false
    /** Waits until the next attempt. False if none follows. */
    const mayFollow = async (error: unknown, attempt: number) => {
      // The next call needs the server's time even when this call is not retried.
      const time = serverTime(error)
      if (time !== undefined) clock.follow(time)
      if (!(error instanceof VadiumError)) return false
      const random = Math.random()
      const failed = { error, attempt, elapsedMs: elapsedMs(), wasSignedAgain, random }
      const waitMs = decideRetry(failed, retries)
      if (waitMs === undefined) return false
      wasSignedAgain ||= needsSignature(error)
      wasUnknown ||= error.outcome === 'unknown'
      observer.retried({ request, error, waitMs })
      await this.pause(waitMs, signal, error.outcome)
      // The machine may have slept for longer than the service keeps the key.
      return elapsedMs() < retries.totalMsMax
    }
    try {
      for (let number = 1; ; number += 1) {
        request = requestEvent(call, number)
        const leftMs = Math.max(1, Math.ceil(retries.totalMsMax - elapsedMs()))
        try {
          return await this.once(call, request, Math.min(timeoutMs, leftMs), signal, run)
        } catch (error) {
          if (!(await mayFollow(error, number))) throw error
        }
      }
    } catch (error) {
      if (!(error instanceof VadiumError)) throw error
      if (idempotencyKey !== undefined && !isSettled(error, operation, wasUnknown)) {
        markWriteUnknown(error, idempotencyKey)
      }
      observer.ended(request, error)
      throw withContext(error, call)
    }
  }

  /** Makes one attempt. Its error names the request. */
  async once<Result>(
    call: PreparedCall<Operation>,
    request: RequestEvent,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal, attempt: Attempt) => Promise<Result>,
  ): Promise<Result> {
    const attempt: Attempt = { request }
    try {
      return await withDeadline(timeoutMs, signal, (signal) => run(signal, attempt))
    } catch (caught) {
      const error = withContext(caught, call)
      const { sentAt, isAnswered } = attempt
      if (error instanceof VadiumError && sentAt !== undefined && isAnswered !== true) {
        const durationMs = performance.now() - sentAt
        this.#parts.observer.failed({ request, error, durationMs })
      }
      throw error
    }
  }
}

export const requestEvent = (
  { operation: { id, method }, path }: PreparedCall<Operation>,
  attempt: number,
): RequestEvent => ({ operation: id, method, path, attempt })

/** The error of a call, which then names the request. */
export function withContext(
  error: unknown,
  { operation: { method }, path }: PreparedCall<Operation>,
): unknown {
  if (error instanceof VadiumError) addContext(error, `${method} ${path}`)
  return error
}
