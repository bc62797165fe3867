/** The user's request to stop. */
export interface StopRequest {
  /** Aborted at the first request. */
  readonly requested: AbortSignal
  /** Aborted at the second request: stop at once. */
  readonly insisted: AbortSignal
}

/** Listens for Ctrl-C, for the signals that end a process, and for the end of `npm start`. */
export function listenForStop(): StopRequest {
  const [first, second] = [new AbortController(), new AbortController()]
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const next = first.signal.aborted ? second : first
      next.abort()
    })
  }
  // No signal says that npm was killed. A process whose parent has ended gets another one.
  const { ppid } = process
  if (process.env['npm_lifecycle_event'] === 'start') {
    setInterval(() => {
      if (process.ppid !== ppid) first.abort()
    }, 500).unref()
  }
  return { requested: first.signal, insisted: second.signal }
}
