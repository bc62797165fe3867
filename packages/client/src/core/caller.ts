import { carriesBody, headerNames } from '@vadium/schema/protocol'
import pRetry from 'p-retry'
import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import { withDeadline } from './deadline.ts'
import {
  type AnswerFacts,
  ApprovalRequiredError,
  asCallError,
  markWriteUnknown,
  type Outcome,
  VadiumAbortError,
  VadiumError,
} from './errors.ts'
import { exportedItems, exportedText, exportFormatOf, mediaTypes } from './export.ts'
import { EventStream, type StreamOptions } from './event-stream.ts'
import { idempotencyKeyOf, isSettled, noteReplay } from './idempotency.ts'
import type { Answer, Operation } from './operation.ts'
import type {
  ListItem,
  RequestInput,
  RequestOptions,
  Requests,
  UntypedInput,
} from './operation-call.ts'
import type { OpenReply } from './open-reply.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { answerFacts, decodeReply, errorReply, readBody } from './reply.ts'
import { decideRetry, type RetrySettings, serverTime } from './retry.ts'
import type { SigningClock } from './signing-clock.ts'
import { headersOf, inputToSign, type Signer } from './signing.ts'
import { type BaseUrl, encodePath, encodeQuery } from './target.ts'
import type { Transport, TransportReply } from './transport.ts'

/** What a caller needs to send requests. */
export interface CallerParts {
  readonly baseUrl: BaseUrl
  readonly transport: Transport
  readonly signer: Signer
  readonly clock: SigningClock
  readonly now: () => number
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly timeoutMs: number
  readonly replyBytesMax: number
  readonly retries: RetrySettings
}

/** A call as each of its attempts sends it. Only the timestamp and the signature differ. */
interface PreparedCall<O extends Operation> {
  readonly operation: O
  readonly target: string
  readonly body: Uint8Array<ArrayBuffer> | undefined
  readonly accept: string
  /** All attempts carry the same key, so that the call takes effect once. */
  readonly idempotencyKey: string | undefined
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

/** Makes every call: encodes it once, then signs, sends and reads it until the retries end. */
export class Caller implements Omit<Requests, 'list'> {
  readonly #parts: CallerParts
  #rateLimit: RateLimit | undefined

  constructor(parts: CallerParts) {
    this.#parts = parts
  }

  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  /** Waits while no request is running. An abort then leaves the given outcome. */
  async pause(ms: number, signal?: AbortSignal, outcome: Outcome = 'refused'): Promise<void> {
    try {
      await this.#parts.wait(ms, signal)
    } catch (cause) {
      if (signal?.aborted !== true) throw cause
      throw new VadiumAbortError(signal.reason, outcome)
    }
  }

  async close(): Promise<void> {
    await this.#parts.transport.close?.()
  }

  async request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Promise<Answer<O>> {
    if (exportFormatOf(input) === 'csv') {
      throw new TypeError(`To read ${operation.id} as CSV, use exportText.`)
    }
    const call = this.#prepare(operation, input, options, mediaTypes.json)
    const { replyBytesMax } = this.#parts
    return this.#repeat(call, async (signal) => {
      const { reply, facts } = await this.#send(call, signal)
      const answer = decodeReply(operation, await readBody(reply, replyBytesMax, facts), facts)
      noteReplay(answer, reply.headers)
      if (answer instanceof ApprovalRequiredError) throw answer
      return answer
    })
  }

  async *exportText<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, undefined> {
    const format = exportFormatOf(input)
    const { json, csv } = mediaTypes
    // Errors are always JSON.
    const accept = format === 'csv' ? `${csv}, ${json}` : json
    const call = this.#prepare(operation, input, options, accept)
    const opened = await this.#repeat(call, (signal) => this.#open(call, signal))
    yield* exportedText(opened, format, call)
  }

  exportItems<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): AsyncGenerator<ListItem<Answer<O>>, void, undefined> {
    if (exportFormatOf(input) === 'csv') {
      throw new TypeError(`To read ${operation.id} as CSV, use exportText.`)
    }
    const text = this.exportText(operation, input, options)
    return exportedItems(operation, text, this.#parts.replyBytesMax)
  }

  stream<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: StreamOptions = {},
  ): EventStream<Answer<O> & object> {
    if (operation.streams !== true) throw new TypeError(`${operation.id} does not return a stream.`)
    const { clock, retries, timeoutMs } = this.#parts
    const { json, stream } = mediaTypes
    // Keeps the other query parameters: only the event cursor changes from attempt to attempt.
    const { query = {}, params }: UntypedInput = input
    const after = 'after' in query ? query.after : undefined
    return new EventStream(operation, after, {
      options,
      retries,
      pause: (ms, signal) => this.pause(ms, signal),
      readyMsMax: timeoutMs,
      follow: (time) => {
        clock.follow(time)
      },
      // Errors are JSON. Each attempt prepares its own call, because the event cursor is signed.
      open: (after, signal) => {
        const untyped: Operation = operation
        const accept = `${stream}, ${json}`
        const call = this.#prepare(untyped, { params, query: { ...query, after } }, {}, accept)
        return withDeadline(call.timeoutMs, signal, (signal) => this.#open(call, signal))
      },
    })
  }

  #prepare<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    { signal, timeoutMs = this.#parts.timeoutMs, idempotencyKey }: RequestOptions,
    accept: string,
  ): PreparedCall<O> {
    withinBounds('timeoutMs', timeoutMs, TIMER_MS_MAX)
    const query = encodeQuery(input.query ?? {})
    const path = this.#parts.baseUrl.path + encodePath(operation.path, input.params ?? {})
    // An operation with a body gets one even when the caller sets none of its members.
    const content: unknown = input.body ?? (operation.body === undefined ? undefined : {})
    const sendsBody = carriesBody(operation.method) && content !== undefined
    return {
      operation,
      target: query === '' ? path : `${path}?${query}`,
      body: sendsBody ? new TextEncoder().encode(JSON.stringify(content)) : undefined,
      accept,
      idempotencyKey: idempotencyKeyOf(operation, idempotencyKey),
      signal,
      timeoutMs,
    }
  }

  async #repeat<Result>(
    { operation, signal, timeoutMs, idempotencyKey }: PreparedCall<Operation>,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { retries, clock } = this.#parts
    const startedAt = performance.now()
    const elapsedMs = () => performance.now() - startedAt
    let clockWasSet = false
    let wasUnknown = false

    const limited = () =>
      withDeadline(
        Math.min(timeoutMs, Math.max(1, Math.ceil(retries.totalMsMax - elapsedMs()))),
        signal,
        attempt,
      )
    const repeated = pRetry(limited, {
      retries: retries.attemptsMax - 1,
      // decideRetry chooses each wait, so p-retry must not add its own.
      minTimeout: 0,
      shouldRetry: async ({ error, attemptNumber }) => {
        const failed = {
          error,
          attempt: attemptNumber,
          elapsedMs: elapsedMs(),
          clockWasSet,
          random: Math.random(),
        }
        const waitMs = decideRetry(failed, retries)
        if (waitMs === undefined || !(error instanceof VadiumError)) return false
        clockWasSet ||= serverTime(error) !== undefined
        wasUnknown ||= error.outcome === 'unknown'
        await this.pause(waitMs, signal, error.outcome)
        return true
      },
      onFailedAttempt: ({ error }) => {
        // The next call needs the server's time even when this call is not retried.
        const time = serverTime(error)
        if (time !== undefined) clock.follow(time)
      },
    })
    return repeated.catch((error: unknown) => {
      if (error instanceof VadiumError && idempotencyKey !== undefined) {
        if (!isSettled(error, operation, wasUnknown)) markWriteUnknown(error, idempotencyKey)
      }
      throw error
    })
  }

  /** Signs and sends a call. Returns when the status has arrived. */
  async #send(
    { operation: { method }, target, body, accept, idempotencyKey }: PreparedCall<Operation>,
    signal: AbortSignal,
  ): Promise<{ reply: TransportReply; facts: AnswerFacts }> {
    const { signer, clock, baseUrl, transport, now } = this.#parts
    const publicKey = await signer.publicKey()
    const timestamp = clock.next(publicKey)
    const signature = await signer.sign(inputToSign({ method, target, body }, timestamp))
    const headers = {
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': mediaTypes.json }),
      ...(idempotencyKey !== undefined && { [headerNames.idempotencyKey]: idempotencyKey }),
      ...headersOf(publicKey, timestamp, signature),
    }
    const { origin } = baseUrl
    try {
      const reply = await transport.send({ method, origin, target, headers, body, signal })
      this.#rateLimit = readRateLimit(reply.headers, now()) ?? this.#rateLimit
      return { reply, facts: answerFacts(reply, now()) }
    } catch (error) {
      throw asCallError(error)
    }
  }

  /** Opens an export or a stream. The attempt ends with the status; its body is read afterwards. */
  async #open(call: PreparedCall<Operation>, signal: AbortSignal): Promise<OpenReply> {
    const life = new AbortController()
    const end = () => {
      life.abort(signal.reason)
    }
    signal.addEventListener('abort', end)
    try {
      const { reply, facts } = await this.#send(call, life.signal)
      if (facts.status === 200) return { reply, facts, life }
      throw errorReply(await readBody(reply, this.#parts.replyBytesMax, facts), facts)
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}
