import pino, { type DestinationStream, type Logger } from 'pino'
import { loggedError } from './logged-errors.ts'

/** A log that buffers its lines. Call `flush` at the end. */
export interface BatchedLog {
  readonly logger: Logger
  /** Writes the buffered lines, unless nobody reads the output. */
  flush(): Promise<void>
}

const flushEveryMs = 250
const flushWaitMs = 1000

/**
 * One JSON line for each record. Of a request only what the edge plugin names is logged: no header,
 * body or query, so no key and no signature. Of an error nothing is logged that could contain a
 * password.
 */
export function createLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => loggedError(error) },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}

const kilobyte = 1024

/** The log of the process, on standard output. */
export function openLog(level: string): BatchedLog {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: 8 * kilobyte,
    // If nobody reads the output, lines are dropped rather than kept without a bound.
    maxLength: 16 * kilobyte * kilobyte,
  })
  const timer = setInterval(() => destination.flush(), flushEveryMs)
  timer.unref()
  return {
    logger: createLogger(level, destination),
    flush: () => {
      clearInterval(timer)
      return new Promise((resolve) => {
        setTimeout(resolve, flushWaitMs).unref()
        destination.flush(() => resolve())
      })
    },
  }
}
