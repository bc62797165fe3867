import { carriesBody, headerNames } from '@vadium/schema/protocol'
import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import { type Attempt, Attempts, type PreparedCall, requestEvent, withContext } from './attempts.ts'
import { type AnswerWithResponse, asCall, type Call, type Export } from './call.ts'
import { type AnswerFacts, ApprovalRequiredError, asCallError } from './errors.ts'
import { asExport, exportedItems, exportedText, exportFormatOf } from './export.ts'
import { mediaTypes } from './media-types.ts'
import { EventStream, type StreamOptions, streamOptionNames } from './event-stream.ts'
import { idempotencyKeyOf, noteReplay } from './idempotency.ts'
import { checkOptions } from './options.ts'
import type { Answer, Operation } from './operation.ts'
import {
  type ListItem,
  type RequestInput,
  type RequestOptions,
  requestOptionNames,
  type Requests,
  type UntypedInput,
} from './operation-call.ts'
import type { Observer } from './observer.ts'
import type { OpenReply } from './open-reply.ts'
import { pageOrigin } from './page-origin.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import {
  answerFacts,
  checkMediaType,
  decodeReply,
  errorReply,
  readBody,
  responseOf,
} from './reply.ts'
import { checkHeaders } from './request-headers.ts'
import { retrySettings, type RetrySettings } from './retry.ts'
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
  readonly observer: Observer
  /** Undefined where programs cannot set it. */
  readonly userAgent?: string | undefined
}

/** Makes every call: encodes it once, then signs, sends and reads it until the retries end. */
export class Caller implements Omit<Requests, 'list'> {
  readonly #parts: CallerParts
  readonly #attempts: Attempts
  #rateLimit: RateLimit | undefined

  constructor(parts: CallerParts) {
    this.#parts = parts
    this.#attempts = new Attempts(parts)
  }

  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  /** Waits while no request is running. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#attempts.pause(ms, signal)
  }

  async close(): Promise<void> {
    await this.#parts.transport.close?.()
  }

  request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Call<Answer<O>> {
    return asCall(this.#answer(operation, input, options))
  }

  async #answer<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions,
  ): Promise<AnswerWithResponse<Answer<O>>> {
    refuseCsv(operation, input)
    const call = this.#prepare(operation, input, options, mediaTypes.json)
    const { replyBytesMax } = this.#parts
    return this.#attempts.repeat(call, async (signal, attempt) => {
      const { reply, facts } = await this.#send(call, signal, attempt)
      const answer = decodeReply(operation, await readBody(reply, replyBytesMax, facts), facts)
      noteReplay(answer, reply.headers)
      if (answer instanceof ApprovalRequiredError) throw answer
      return { answer, ...responseOf(reply, facts) }
    })
  }

  file<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Call<Uint8Array> {
    return asCall(this.#file(operation, input, options))
  }

  async #file<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions,
  ): Promise<AnswerWithResponse<Uint8Array>> {
    const { json, pdf } = mediaTypes
    // Errors are always JSON.
    const call = this.#prepare(operation, input, options, `${pdf}, ${json}`)
    const { replyBytesMax } = this.#parts
    return this.#attempts.repeat(call, async (signal, attempt) => {
      const { reply, facts } = await this.#send(call, signal, attempt)
      const answer = await readBody(reply, replyBytesMax, facts)
      if (facts.status !== 200) throw errorReply(answer, facts)
      checkMediaType('The file', reply, pdf, facts)
      return { answer, ...responseOf(reply, facts) }
    })
  }

  exportText<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Export<string> {
    const { text, opened } = this.#export(operation, input, options)
    return asExport(text, opened)
  }

  exportItems<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Export<ListItem<Answer<O>>> {
    refuseCsv(operation, input)
    const { text, opened } = this.#export(operation, input, options)
    return asExport(exportedItems(operation, text, this.#parts.replyBytesMax), opened)
  }

  #export<O extends Operation>(operation: O, input: RequestInput<O>, options: RequestOptions) {
    const format = exportFormatOf(input)
    const { json, csv } = mediaTypes
    // Errors are always JSON.
    const accept = format === 'csv' ? `${csv}, ${json}` : json
    const open = async () => {
      const call = this.#prepare(operation, input, options, accept)
      const reply = await this.#attempts.repeat(call, (signal, attempt) =>
        this.#open(call, signal, attempt),
      )
      return { ...reply, call }
    }
    let opening: ReturnType<typeof open> | undefined
    const opened = () => (opening ??= open())
    const text = async function* (): AsyncGenerator<string, void, undefined> {
      const { call, ...reply } = await opened()
      try {
        yield* exportedText(reply, format, call)
      } catch (error) {
        throw withContext(error, call)
      }
    }
    return { text: text(), opened }
  }

  stream<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: StreamOptions = {},
  ): EventStream<Answer<O> & object> {
    checkOptions(operation.id, options, streamOptionNames)
    if (operation.streams !== true) throw new TypeError(`${operation.id} does not return a stream.`)
    const { clock, retries, timeoutMs } = this.#parts
    const { json, stream } = mediaTypes
    // Keeps the other query parameters: only the event cursor changes from attempt to attempt.
    const { query = {}, params }: UntypedInput = input
    const after = 'after' in query ? query.after : undefined
    if (options.onMoved !== undefined && !('moved' in query && query.moved === true)) {
      throw new TypeError('onMoved needs the filter moved: true.')
    }
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
        return this.#attempts.once(
          call,
          requestEvent(call, 1),
          call.timeoutMs,
          signal,
          (signal, attempt) => this.#open(call, signal, attempt),
        )
      },
    })
  }

  #prepare<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions,
    accept: string,
  ): PreparedCall<O> {
    checkOptions(operation.id, options, requestOptionNames)
    const { signal, timeoutMs = this.#parts.timeoutMs, idempotencyKey, retries, headers } = options
    withinBounds('timeoutMs', timeoutMs, TIMER_MS_MAX)
    const query = encodeQuery(input.query ?? {})
    const path = this.#parts.baseUrl.path + encodePath(operation.path, input.params ?? {})
    // An operation with a body gets one even when the caller sets none of its members, unless it
    // may be left out.
    const content: object = input.body ?? {}
    const isNeeded = operation.body !== undefined || Object.keys(content).length > 0
    const sendsBody = carriesBody(operation.method) && isNeeded
    return {
      operation,
      target: query === '' ? path : `${path}?${query}`,
      path,
      body: sendsBody ? new TextEncoder().encode(JSON.stringify(content)) : undefined,
      accept,
      idempotencyKey: idempotencyKeyOf(operation, idempotencyKey),
      signal,
      timeoutMs,
      retries:
        retries === undefined ? this.#parts.retries : retrySettings(retries, this.#parts.retries),
      headers: checkHeaders(headers ?? {}),
    }
  }

  /** Signs and sends a call. Returns when the status has arrived. */
  async #send(
    call: PreparedCall<Operation>,
    signal: AbortSignal,
    attempt: Attempt,
  ): Promise<{ reply: TransportReply; facts: AnswerFacts }> {
    const { target, body, accept, idempotencyKey, operation } = call
    const { method } = operation
    const { signer, clock, baseUrl, transport, now, observer, userAgent } = this.#parts
    const publicKey = await signer.publicKey()
    const timestamp = clock.next(publicKey)
    const signature = await signer.sign(inputToSign({ method, target, body }, timestamp))
    const { request } = attempt
    const headers = {
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...observer.requested(request),
      ...call.headers,
      Accept: accept,
      ...(body !== undefined && { 'Content-Type': mediaTypes.json }),
      ...(idempotencyKey !== undefined && { [headerNames.idempotencyKey]: idempotencyKey }),
      ...headersOf(publicKey, timestamp, signature),
    }
    const { origin } = baseUrl
    const sentAt = performance.now()
    attempt.sentAt = sentAt
    let reply: TransportReply
    try {
      reply = await transport.send({ method, origin, target, headers, body, signal })
    } catch (error) {
      throw asCallError(error, { service: origin, page: pageOrigin() })
    }
    attempt.isAnswered = true
    this.#rateLimit = readRateLimit(reply.headers, now()) ?? this.#rateLimit
    const facts = answerFacts(reply, now(), origin)
    const { status, requestId } = facts
    const durationMs = performance.now() - sentAt
    observer.answered({ request, status, requestId, headers: reply.headers, durationMs })
    return { reply, facts }
  }

  /** Opens an export or a stream. The attempt ends with the status; its body is read afterwards. */
  async #open(
    call: PreparedCall<Operation>,
    signal: AbortSignal,
    attempt: Attempt,
  ): Promise<OpenReply> {
    const life = new AbortController()
    // The signal is of this attempt alone, so nothing aborts it afterwards.
    signal.addEventListener('abort', () => {
      life.abort(signal.reason)
    })
    const { reply, facts } = await this.#send(call, life.signal, attempt)
    if (facts.status === 200) return { reply, facts, life }
    throw errorReply(await readBody(reply, this.#parts.replyBytesMax, facts), facts)
  }
}

/** @throws TypeError for an input whose answer is text: it has no items. */
function refuseCsv({ id }: Operation, input: { readonly query?: object | undefined }): void {
  if (exportFormatOf(input) !== 'csv') return
  throw new TypeError(`To read ${id} as CSV, use exportText.`)
}
