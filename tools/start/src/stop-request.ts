import { whenNpmIsGone } from './npm-script.ts'

/** The user's request to stop. */
export interface StopRequest {
  /** Aborted at the first request. */
  readonly requested: AbortSignal
  /** Aborted at the second request: stop at once. */
  readonly insisted: AbortSignal
}

/** Listens for Ctrl-C, for the signals that end a process, and for the end of `npm start`. */
export function listenForStop(): StopRequest {
  const first = new AbortController()
  const second = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const next = first.signal.aborted ? second : first
      next.abort()
    })
  }
  whenNpmIsGone(() => {
    first.abort()
  })
  return { requested: first.signal, insisted: second.signal }
}
