import pino, { type DestinationStream, type Logger } from 'pino'
import { loggedError } from './logged-errors.ts'

/** A log whose lines are kept together and written in one go; `flush` at the end. */
export interface BatchedLog {
  readonly logger: Logger
  /** Writes what is still held, before the process ends, unless nobody reads it. */
  flush(): Promise<void>
}

const flushEveryMs = 250
const flushWaitMs = 1000

/**
 * One JSON line a record. Nothing of a request is logged but what the edge names: no header, no body
 * and no query, so no key and no signature; nothing of an error that could hold a password.
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
    // Where nobody reads, lines are dropped rather than kept without bound.
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
