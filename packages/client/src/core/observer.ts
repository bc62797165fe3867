import { oneLine, type VadiumError } from './errors.ts'
import { isObject } from './reply.ts'
import { checkHeaders } from './request-headers.ts'
import type { TransportReply } from './transport.ts'

/** An attempt of a call. It is the same object in all events of the attempt. */
export interface RequestEvent {
  /** The id of the operation, such as `listTransfers`. */
  readonly operation: string
  readonly method: string
  /** The path without its query, the base path included. */
  readonly path: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
}

/** The status of an answer has arrived. Its body may still fail. */
export interface ResponseEvent {
  readonly request: RequestEvent
  readonly status: number
  readonly requestId: string | undefined
  readonly headers: TransportReply['headers']
  /** Milliseconds since the request was sent. */
  readonly durationMs: number
}

/** An attempt has ended without an answer. */
export interface FailureEvent {
  readonly request: RequestEvent
  readonly error: VadiumError
  readonly durationMs: number
}

/** The call is made again after a wait. */
export interface RetryEvent {
  /** The attempt that failed. */
  readonly request: RequestEvent
  readonly error: VadiumError
  readonly waitMs: number
}

/**
 * What a program does at each attempt, such as measuring it. An attempt that was sent has one
 * `onRequest`, and then one `onResponse` or one `onFailure`. An error of a hook does not end the
 * call: it is logged.
 */
export interface Hooks {
  /** Called before a request is sent. The headers that it returns are sent as well. */
  readonly onRequest?:
    | ((request: RequestEvent) => Readonly<Record<string, string>>)
    | ((request: RequestEvent) => void)
    | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  readonly onFailure?: ((event: FailureEvent) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

export const hookNames = ['onRequest', 'onResponse', 'onFailure', 'onRetry'] as const

/** Writes log lines, such as `console`. */
export type Logger = Readonly<
  Record<(typeof levels)[number], (message: string, facts: Readonly<LogFacts>) => void>
>

/**
 * What a log line says besides its text. It never contains a key, a signature, a query or a body.
 */
export interface LogFacts {
  operation: string
  attempt: number
  status?: number
  requestId?: string | undefined
  durationMs?: number
  reason?: string
  outcome?: string
  waitMs?: number
}

const levels = ['error', 'warn', 'info', 'debug'] as const

/**
 * What is logged: `error`: calls whose outcome is unknown. `warn`: retries, and errors of hooks as
 * well. `info`: answers and failed attempts as well. `debug`: requests as well.
 */
export type LogLevel = 'off' | (typeof levels)[number]

export interface LogSettings {
  /** Default: `warn` if a `logger` is given, otherwise `off`. */
  readonly logLevel?: LogLevel | undefined
  /** Default: `console`. */
  readonly logger?: Logger | undefined
}

/** Reports to the hooks and the log of a client what happens to its requests. */
export class Observer {
  readonly #hooks: Hooks
  readonly #logger: Logger
  /** How many levels are logged. */
  readonly #depth: number

  /** @throws TypeError for a level that does not exist. */
  constructor(settings: Hooks & LogSettings) {
    const { logger, logLevel = logger === undefined ? 'off' : 'warn' } = settings
    this.#hooks = settings
    this.#logger = logger ?? console
    this.#depth = ['off', ...levels].indexOf(logLevel)
    if (this.#depth < 0) throw new TypeError(`logLevel must be off or ${levels.join(' or ')}.`)
  }

  /** @returns the headers that the hook adds. */
  requested(request: RequestEvent): Readonly<Record<string, string>> {
    this.#log('debug', request, 'is sent')
    const headers = this.#run(request, () => {
      const added: unknown = this.#hooks.onRequest?.(request)
      return isObject(added) ? checkHeaders(added) : {}
    })
    return headers ?? {}
  }

  answered(event: ResponseEvent): void {
    const { request, status, requestId } = event
    const durationMs = Math.round(event.durationMs)
    this.#log('info', request, `was answered ${status}`, { status, requestId, durationMs })
    this.#run(request, () => this.#hooks.onResponse?.(event))
  }

  failed(event: FailureEvent): void {
    const { request, error } = event
    const durationMs = Math.round(event.durationMs)
    this.#log('info', request, `failed: ${error.reason}`, { ...factsOf(error), durationMs })
    this.#run(request, () => this.#hooks.onFailure?.(event))
  }

  retried(event: RetryEvent): void {
    const { request, error } = event
    const waitMs = Math.round(event.waitMs)
    const facts = { ...factsOf(error), waitMs }
    this.#log('warn', request, `is repeated in ${waitMs} ms: ${error.reason}`, facts)
    this.#run(request, () => this.#hooks.onRetry?.(event))
  }

  /** The call has ended with an error. */
  ended(request: RequestEvent, error: VadiumError): void {
    if (error.outcome !== 'unknown') return
    this.#log('error', request, `has an unknown outcome: ${error.reason}`, factsOf(error))
  }

  #run<Result>(request: RequestEvent, hook: () => Result): Result | undefined {
    // Without its message: it could contain anything.
    const warn = () => {
      this.#log('warn', request, 'made a hook throw')
    }
    try {
      const result = hook()
      // A hook may be asynchronous, but nothing waits for it.
      if (result instanceof Promise) result.catch(warn)
      return result
    } catch {
      warn()
      return undefined
    }
  }

  #log(
    level: (typeof levels)[number],
    { operation, method, path, attempt }: RequestEvent,
    what: string,
    facts: Partial<LogFacts> = {},
  ): void {
    if (levels.indexOf(level) >= this.#depth) return
    const line = oneLine(`vadium: ${method} ${path} ${what}`)
    this.#logger[level](line, { operation, attempt, ...facts })
  }
}

function factsOf({ reason, outcome, status, requestId }: VadiumError): Partial<LogFacts> {
  return { reason, outcome, ...(status !== undefined && { status }), requestId }
}
