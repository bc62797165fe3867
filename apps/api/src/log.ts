import pino, { type Logger } from 'pino'

/** A log whose lines are kept together and written in one go; `flush` at the end. */
export interface BatchedLog {
  readonly logger: Logger
  /** Writes what is still held, before the process ends. */
  flush(): void
}

const flushEveryMs = 250

/**
 * One JSON line a record on standard output. Nothing of a request is logged but what is named here: no
 * header, no body, no query, so no key and no signature.
 */
export function openLog(level: string): BatchedLog {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 16 * 1024 })
  const timer = setInterval(() => destination.flush(), flushEveryMs)
  timer.unref()
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        req: (request: { method?: string; url?: string; ip?: string }) => ({
          method: request.method,
          path: request.url?.split('?', 1)[0]?.slice(0, 256),
          address: request.ip,
        }),
        res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      },
    },
    destination,
  )
  return {
    logger,
    flush: () => {
      clearInterval(timer)
      destination.flushSync()
    },
  }
}
