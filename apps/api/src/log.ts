import pino, { type DestinationStream, type Logger } from 'pino'

/** A log whose lines are kept together and written in one go; `flush` at the end. */
export interface BatchedLog {
  readonly logger: Logger
  /** Writes what is still held, before the process ends. */
  flush(): void
}

const flushEveryMs = 250

/**
 * One JSON line a record. Nothing of a request is logged but what the edge names: no header, no body
 * and no query, so no key and no signature.
 */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}

/** The log of the process, on standard output. */
export function openLog(level: string): BatchedLog {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 16 * 1024 })
  const timer = setInterval(() => destination.flush(), flushEveryMs)
  timer.unref()
  return {
    logger: createLogger(level, destination),
    flush: () => {
      clearInterval(timer)
      destination.flushSync()
    },
  }
}
