import { VadiumAbortError, VadiumTimeoutError } from './errors.ts'

/** @throws VadiumAbortError if the signal has aborted: what would follow has no effect. */
export function refuseIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new VadiumAbortError(signal.reason, 'refused')
}

/**
 * Runs one attempt until it ends, its time limit passes, or the caller's signal aborts. At the
 * limit and at an abort it rejects at once, even if the attempt ignores the signal that it gets.
 *
 * @throws VadiumTimeoutError, VadiumAbortError, or what the attempt throws.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  refuseIfAborted(signal)
  const controller = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => {
      reject(controller.signal.reason as VadiumTimeoutError | VadiumAbortError)
    })
  })
  const abort = () => {
    controller.abort(new VadiumAbortError(signal?.reason, 'unknown'))
  }
  const timer = setTimeout(() => {
    controller.abort(new VadiumTimeoutError(timeoutMs))
  }, timeoutMs)
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([attempt(controller.signal), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * Returns a function that says how many milliseconds have passed, by the clock that is further on:
 * one of them stands still while the machine sleeps, and the other may be set back.
 */
export function stopwatch(): () => number {
  const [wall, steady] = [Date.now(), performance.now()]
  return () => Math.max(Date.now() - wall, performance.now() - steady)
}

/** Waits. When the signal aborts, it rejects at once with the reason of the signal. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
