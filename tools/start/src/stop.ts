import { readFileSync } from 'node:fs'

/**
 * Listens for Ctrl-C, for the signals that end a process, and for the end of `npm start`. At a
 * second request this process ends at once, and so does the service.
 *
 * @returns aborted at the first request.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The next start finds a local PostgreSQL that still runs.
      if (stop.signal.aborted) process.exit(130)
      stop.abort()
    })
  }
  // No signal says that npm was killed. A process whose parent has ended gets another one.
  const before = parents()
  if (process.env['npm_lifecycle_event'] === 'start') {
    setInterval(() => {
      if (parents() !== before) stop.abort()
    }, 500).unref()
  }
  return stop.signal
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
