import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import { VadiumAbortError, VadiumError, VadiumStreamResetError } from './errors.ts'
import { parseJson } from './exact-json.ts'
import { mediaTypes } from './export.ts'
import type { OpenReply } from './open-reply.ts'
import type { Operation } from './operation.ts'
import { checkMediaType, exactMembersOf, isObject, malformed, missingMember } from './reply.ts'
import { type RetrySettings, serverTime, waitBefore } from './retry.ts'
import { FrameReader, type StreamFrame } from './stream-frames.ts'

/** The service sends a sign of life every 20 s. */
const SILENCE_MS_MAX = 50_000
/** However long a `Retry-After` is, it is asked again after so long. */
const WAIT_MS_MAX = 3_600_000

const noFacts = { status: 200, requestId: undefined, retryAfterMs: undefined }

/** How one stream is to be carried out. */
export interface StreamOptions {
  /** Ends the stream: who waits for an event is told by a VadiumAbortError. */
  readonly signal?: AbortSignal | undefined
  /**
   * Provides for a reset: what followed is no longer kept, because the stream was away for too long. It is
   * waited for, at its place among the events: read the resources anew in it, and the stream goes on. What it
   * throws ends the stream. Without it, a reset ends the stream by a VadiumStreamResetError.
   */
  readonly onReset?: ((position: string) => void | Promise<void>) | undefined
  /** Told before each wait for another connection. What it throws ends the stream. */
  readonly onInterruption?: ((interruption: StreamInterruption) => void | Promise<void>) | undefined
  /** How long it tries to connect again before it gives up, in milliseconds; for ever unless given. */
  readonly unconnectedMsMax?: number | undefined
  /** A connection that is silent for so long is lost, in milliseconds; 50,000. */
  readonly silenceMsMax?: number | undefined
}

/** A connection of a stream that was lost, or not made. */
export interface StreamInterruption {
  readonly error: VadiumError
  /** Failures in a row, from 1. */
  readonly failures: number
  /** Whether there was a connection before. */
  readonly wasConnected: boolean
  /** How long will be waited before the next attempt. */
  readonly waitMs: number
  /** After which it will go on; undefined where it never was connected and was given none. */
  readonly position: string | undefined
}

/** What a stream is made with. */
interface StreamParts {
  readonly options: StreamOptions
  /** One attempt to connect after a position; nothing is repeated in it. */
  readonly open: (after: string | undefined, signal: AbortSignal) => Promise<OpenReply>
  /** Signs by the server's clock from now on. */
  readonly follow: (serverTimeMs: number) => void
  readonly retries: RetrySettings
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** How long the first frame may take. */
  readonly readyMsMax: number
}

/**
 * The events of a stream, each once and in order. When a connection is lost, it connects again and goes on after
 * the last event that it gave out. It reads when it is asked for more and not before: a slow reader holds up the
 * service, which may cut it off, and finds its place again.
 */
export class EventStream<Item extends object> implements AsyncIterableIterator<Item> {
  readonly #operation: Operation
  readonly #parts: StreamParts
  readonly #silenceMsMax: number
  readonly #unconnectedMsMax: number
  readonly #items: AsyncGenerator<Item, void, undefined>
  readonly #life = new AbortController()
  #isReturned = false
  #position: string | undefined
  #connection: Promise<FrameReader> | undefined
  #reader: FrameReader | undefined
  #failures = 0
  #wasConnected = false
  #clockWasSet = false
  /** When the first of the failures in a row was noticed. */
  #lostAt: number | undefined

  readonly #abort = () => {
    this.#life.abort(this.#parts.options.signal?.reason)
  }

  /** @throws TypeError, RangeError for a position or a setting that is none. */
  constructor(operation: Operation, after: unknown, parts: StreamParts) {
    const { silenceMsMax = SILENCE_MS_MAX, unconnectedMsMax = Infinity } = parts.options
    if (after !== undefined && typeof after !== 'string') {
      throw new TypeError('after must be the id of an event.')
    }
    this.#operation = operation
    this.#parts = parts
    this.#position = after
    this.#silenceMsMax = withinBounds('silenceMsMax', silenceMsMax, TIMER_MS_MAX)
    this.#unconnectedMsMax = withinBounds('unconnectedMsMax', unconnectedMsMax, Infinity)
    this.#items = this.#given()
  }

  /**
   * After which event it goes on: that of the last event that it gave out, or where it began. Undefined before
   * it is connected, where it was given none.
   */
  get position(): string | undefined {
    return this.#position
  }

  /**
   * Connects, unless it is connected, and answers after which event it goes on. What is read by other calls from
   * then on is at least as new: whatever it misses, the stream tells.
   *
   * @throws as the iteration does.
   */
  async opened(): Promise<string> {
    try {
      await this.#connected()
    } catch (error) {
      this.#end()
      throw error
    }
    if (this.#position === undefined) throw new Error('A stream that is connected has a position.')
    return this.#position
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event, as soon as there is one. */
  next(): Promise<IteratorResult<Item, void>> {
    return this.#items.next()
  }

  /** Ends the stream and its connection. Who waits for an event is told that there is none. */
  return(): Promise<IteratorResult<Item, void>> {
    this.#isReturned = true
    this.#end()
    return this.#items.return()
  }

  async *#given(): AsyncGenerator<Item, void, undefined> {
    const { onReset } = this.#parts.options
    try {
      for (;;) {
        const frame = await this.#frame()
        if (frame.id === '') throw malformed('An event of the stream has no id.', noFacts)
        if (frame.event === 'reset') {
          if (onReset === undefined) throw new VadiumStreamResetError(frame.id)
          await onReset(frame.id)
          this.#position = frame.id
          continue
        }
        const item = this.#itemOf(frame)
        this.#position = frame.id
        yield item
      }
    } catch (error) {
      if (!this.#isReturned) throw error
    } finally {
      this.#end()
    }
  }

  #end(): void {
    this.#parts.options.signal?.removeEventListener('abort', this.#abort)
    this.#life.abort()
    this.#reader?.close()
  }

  /** The next frame that is more than a sign of life, over as many connections as it takes. */
  async #frame(): Promise<StreamFrame> {
    const { signal } = this.#life
    for (;;) {
      const reader = await this.#connected()
      // Also what has come already is not given out any more.
      if (signal.aborted) throw new VadiumAbortError(signal.reason, 'refused')
      try {
        const frame = await reader.next(this.#silenceMsMax, signal)
        this.#isGood()
        if (frame.event !== 'ready') return frame
      } catch (error) {
        // A stream that said no more than that it is alive was a good one too.
        if (reader.comments > 0) this.#isGood()
        reader.close()
        this.#connection = undefined
        await this.#waitAfter(error)
      }
    }
  }

  /** The connection that there is, or another one as soon as it can be had. */
  #connected(): Promise<FrameReader> {
    this.#connection ??= this.#connectAgainAndAgain()
    return this.#connection
  }

  async #connectAgainAndAgain(): Promise<FrameReader> {
    const outer = this.#parts.options.signal
    const { signal } = this.#life
    if (outer?.aborted === true) this.#abort()
    else outer?.addEventListener('abort', this.#abort)
    for (;;) {
      if (signal.aborted) throw new VadiumAbortError(signal.reason, 'refused')
      try {
        this.#reader = await this.#connect(signal)
        return this.#reader
      } catch (error) {
        await this.#waitAfter(error)
      }
    }
  }

  async #connect(signal: AbortSignal): Promise<FrameReader> {
    const opened = await this.#parts.open(this.#position, signal)
    const { reply, facts } = opened
    const reader = new FrameReader(opened)
    try {
      checkMediaType('The stream', reply, mediaTypes.stream, facts)
      const { event, id } = await reader.next(this.#parts.readyMsMax, signal)
      if (event !== 'ready' || id === '') {
        throw malformed('The stream does not begin with a frame that says it is ready.', facts)
      }
      this.#wasConnected = true
      this.#position ??= id
      return reader
    } catch (error) {
      reader.close()
      throw error
    }
  }

  /** To be ready is not enough: a connection that always breaks there would be made again at once, for ever. */
  #isGood(): void {
    this.#failures = 0
    this.#clockWasSet = false
    this.#lostAt = undefined
  }

  /** @throws the error itself, where no other connection would help or is wanted. */
  async #waitAfter(error: unknown): Promise<void> {
    if (!(error instanceof VadiumError)) throw error
    const { options, retries, follow, wait } = this.#parts
    const { signal } = this.#life
    this.#failures += 1
    const time = serverTime(error)
    if (time !== undefined) follow(time)
    const waitMs = this.#waitBeforeNext(error)
    const now = performance.now()
    this.#lostAt ??= now
    const isOver = waitMs === undefined || now - this.#lostAt + waitMs >= this.#unconnectedMsMax
    if (retries.attemptsMax === 1 || isOver) throw error
    if (time !== undefined) this.#clockWasSet = true
    else {
      await options.onInterruption?.({
        error,
        failures: this.#failures,
        wasConnected: this.#wasConnected,
        waitMs,
        position: this.#position,
      })
    }
    try {
      await wait(waitMs, signal)
    } catch (cause) {
      if (!signal.aborted) throw cause
      throw new VadiumAbortError(signal.reason, 'refused')
    }
  }

  #waitBeforeNext(error: VadiumError): number | undefined {
    const failed = {
      attempt: this.#failures,
      clockWasSet: this.#clockWasSet,
      random: Math.random(),
    }
    const waitMs = waitBefore(error, failed, this.#parts.retries)
    return waitMs === undefined ? undefined : Math.min(waitMs, WAIT_MS_MAX)
  }

  /** What a frame tells of, in the form in which polling answers it. */
  #itemOf({ id, event, data }: StreamFrame): Item {
    const operation = this.#operation
    let content: unknown
    try {
      content = parseJson(data, exactMembersOf(operation))
    } catch (error) {
      throw malformed(`The event ${id} is not JSON.`, noFacts, error)
    }
    if (!isObject(content)) throw malformed(`The event ${id} is no JSON object.`, noFacts)
    const { time, ...rest } = content
    const item: Record<string, unknown> = { id, type: event, time, data: rest }
    const missing = missingMember(operation, item)
    if (missing !== undefined) {
      throw malformed(`The event ${id} has no proper member ${missing}.`, noFacts)
    }
    return item as Item
  }
}
