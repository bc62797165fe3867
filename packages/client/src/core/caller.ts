import { carriesBody, type Operation, type OperationResponse } from '@vadium/schema'
import pRetry from 'p-retry'
import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import { withDeadline } from './deadline.ts'
import { type AnswerFacts, VadiumAbortError, VadiumConnectionError, VadiumError } from './errors.ts'
import type { RequestInput, RequestOptions, Requests } from './operation-call.ts'
import { type RateLimit, readRateLimit } from './rate-limit.ts'
import { answerFacts, decodeReply, readBody } from './reply.ts'
import { decideRetry, type RetrySettings, serverTime } from './retry.ts'
import type { SigningClock } from './signing-clock.ts'
import { headersOf, inputToSign, type Signer } from './signing.ts'
import { type BaseUrl, encodeQuery } from './target.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** All that a call is made with. */
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

/** A call as every attempt sends it; only time and signature differ. */
interface PreparedCall<O extends Operation> {
  readonly operation: O
  readonly target: string
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/** The path of every call: encode once; then sign, send and read, as often as retries allow. */
export class Caller implements Requests {
  readonly #parts: CallerParts
  #rateLimit: RateLimit | undefined

  constructor(parts: CallerParts) {
    this.#parts = parts
  }

  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit
  }

  async close(): Promise<void> {
    await this.#parts.transport.close?.()
  }

  async request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    { signal, timeoutMs = this.#parts.timeoutMs }: RequestOptions = {},
  ): Promise<OperationResponse<O>> {
    const { retries, clock } = this.#parts
    withinBounds('timeoutMs', timeoutMs, TIMER_MS_MAX)
    const call = this.#prepare(operation, input)
    const startedAt = performance.now()
    const elapsedMs = () => performance.now() - startedAt
    let clockWasSet = false

    const attempt = () =>
      withDeadline(
        Math.min(timeoutMs, Math.max(1, Math.ceil(retries.totalMsMax - elapsedMs()))),
        signal,
        (attemptSignal) => this.#attempt(call, attemptSignal),
      )
    return pRetry(attempt, {
      retries: retries.attemptsMax - 1,
      // All waits are decided and waited here, so that there is one rule for them.
      minTimeout: 0,
      shouldRetry: async ({ error, attemptNumber }) => {
        const failed = {
          error,
          safe: operation.safe,
          attempt: attemptNumber,
          elapsedMs: elapsedMs(),
          clockWasSet,
          random: Math.random(),
        }
        const waitMs = decideRetry(failed, retries)
        if (waitMs === undefined) return false
        clockWasSet ||= serverTime(error) !== undefined
        await this.#waitAfter(error, waitMs, signal)
        return true
      },
      onFailedAttempt: ({ error }) => {
        // Even when this call is not repeated, the next one shall be signed at the right time.
        const time = serverTime(error)
        if (time !== undefined) clock.follow(time)
      },
    })
  }

  #prepare<O extends Operation>(operation: O, input: RequestInput<O>): PreparedCall<O> {
    const query = encodeQuery(input.query ?? {})
    const path = this.#parts.baseUrl.path + operation.path
    const sendsBody = carriesBody(operation.method) && input.body !== undefined
    const body = sendsBody ? new TextEncoder().encode(JSON.stringify(input.body)) : undefined
    return { operation, target: query === '' ? path : `${path}?${query}`, body }
  }

  async #attempt<O extends Operation>(
    { operation, target, body }: PreparedCall<O>,
    signal: AbortSignal,
  ): Promise<OperationResponse<O>> {
    const { method } = operation
    const { signer, clock, baseUrl } = this.#parts
    const publicKey = await signer.publicKey()
    const timestamp = clock.next(publicKey)
    const signature = await signer.sign(inputToSign({ method, target, body }, timestamp))
    const headers = {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headersOf(publicKey, timestamp, signature),
    }
    const { origin } = baseUrl
    const { bytes, facts } = await this.#exchange({ method, origin, target, headers, body, signal })
    return decodeReply(operation, bytes, facts)
  }

  async #exchange(request: TransportRequest): Promise<{ bytes: Uint8Array; facts: AnswerFacts }> {
    const { now, transport, replyBytesMax } = this.#parts
    try {
      const reply = await transport.send(request)
      this.#rateLimit = readRateLimit(reply.headers, now()) ?? this.#rateLimit
      const facts = answerFacts(reply, now())
      return { bytes: await readBody(reply, replyBytesMax, facts), facts }
    } catch (error) {
      throw error instanceof VadiumError ? error : new VadiumConnectionError(error)
    }
  }

  async #waitAfter(error: Error, ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#parts.wait(ms, signal)
    } catch (cause) {
      // Nothing is under way in a wait: what is known is what the last attempt left behind.
      if (signal?.aborted !== true || !(error instanceof VadiumError)) throw cause
      throw new VadiumAbortError(signal.reason, error.outcome)
    }
  }
}
