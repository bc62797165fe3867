import { readFileSync } from 'node:fs'

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
  const before = parents()
  if (process.env['npm_lifecycle_event'] === 'start') {
    setInterval(() => {
      if (parents() !== before) first.abort()
    }, 500).unref()
  }
  return { requested: first.signal, insisted: second.signal }
}

/** The parent of this process, and that of its shell, in which npm runs a script. */
function parents(): string {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${/^\d+ \((?:sh|dash|bash)\) \S (\d+)/.exec(stat)?.[1]}`
  } catch {
    return String(process.ppid)
  }
}
