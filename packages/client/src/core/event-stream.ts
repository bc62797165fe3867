import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import type { AnswerWithResponse } from './call.ts'
import { refuseIfAborted, stopwatch } from './deadline.ts'
import { VadiumError, VadiumStreamResetError } from './errors.ts'
import { parseJson } from './exact-json.ts'
import { mediaTypes } from './media-types.ts'
import type { OpenReply } from './open-reply.ts'
import type { Operation } from './operation.ts'
import {
  checkMediaType,
  checkMembers,
  exactMembersOf,
  malformed,
  noFacts,
  objectFrom,
  responseOf,
} from './reply.ts'
import { needsSignature, type RetrySettings, serverTime, waitBefore } from './retry.ts'
import { FrameReader, type StreamFrame } from './stream-frames.ts'
import type { Moved } from '../types/events.ts'
import { movedOf } from './moved-frame.ts'

/** The service sends a comment every 20 s. */
const SILENCE_MS_MAX = 50_000
/** The longest wait before the next connection, even with a longer `Retry-After`. */
const WAIT_MS_MAX = 3_600_000

/** What ends a stream, and what it calls. All times are in milliseconds. */
export interface StreamOptions {
  /** Ends the stream. A pending read rejects with a VadiumAbortError. */
  readonly signal?: AbortSignal | undefined
  /**
   * Called when the service no longer keeps the next events, because the stream was not connected
   * for too long. Read the resources again in it; the stream waits for it, then resumes after the
   * given event cursor. An error that it throws ends the stream. Without `onReset`, a reset ends
   * the stream with a VadiumStreamResetError.
   */
  readonly onReset?: ((position: string) => void | Promise<void>) | undefined
  /**
   * Called with what has moved, once for each `moved` frame, in turn with the events: the filter
   * must have `moved: true`. The first call of each connection names everything, because something
   * may have moved before. An error that it throws ends the stream.
   */
  readonly onMoved?: ((moved: Moved) => void | Promise<void>) | undefined
  /** Called before each wait for the next connection. An error that it throws ends the stream. */
  readonly onInterruption?: ((interruption: StreamInterruption) => void | Promise<void>) | undefined
  /** How long the stream tries to connect again, in milliseconds. Default: without limit. */
  readonly unconnectedMsMax?: number | undefined
  /** How long a connection may send nothing before it counts as lost, in ms. Default: 50,000. */
  readonly silenceMsMax?: number | undefined
}

export const streamOptionNames = [
  'signal',
  'onReset',
  'onMoved',
  'onInterruption',
  'unconnectedMsMax',
  'silenceMsMax',
]

/** A connection of a stream that was lost or could not be made. */
export interface StreamInterruption {
  readonly error: VadiumError
  /** Consecutive failures, this one included. */
  readonly failures: number
  /** Whether the stream has been connected before. */
  readonly wasConnected: boolean
  /** The wait before the next attempt, in milliseconds. */
  readonly waitMs: number
  /** The event cursor to resume after. Undefined before the first connection if none was given. */
  readonly position: string | undefined
}

/** What a stream needs from its caller. */
interface StreamParts {
  readonly options: StreamOptions
  /** Makes one attempt to connect after an event cursor. */
  readonly open: (after: string | undefined, signal: AbortSignal) => Promise<OpenReply>
  /** Makes later signatures use the server's clock. */
  readonly follow: (serverTimeMs: number) => void
  readonly retries: RetrySettings
  /** Waits. When the signal aborts, it rejects with a VadiumAbortError. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** How long the first frame may take, in milliseconds. */
  readonly readyMsMax: number
}

/**
 * The events of a stream, each once and in order. When a connection is lost, the stream connects
 * again and resumes after the last event that it returned. It reads only on demand: the service may
 * disconnect a slow reader, and the stream then resumes.
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
  #response: ReturnType<typeof responseOf> | undefined
  #failures = 0
  #wasConnected = false
  #wasSignedAgain = false
  /** The milliseconds since the first of the consecutive failures was noticed. */
  #lostMs: (() => number) | undefined

  readonly #abort = () => {
    this.#life.abort(this.#parts.options.signal?.reason)
  }

  /** @throws TypeError for an invalid event cursor, RangeError for an invalid setting. */
  constructor(operation: Operation, after: unknown, parts: StreamParts) {
    const { silenceMsMax = SILENCE_MS_MAX, unconnectedMsMax = Infinity } = parts.options
    if (after !== undefined && typeof after !== 'string') {
      throw new TypeError('after must be an event cursor: the id of an event.')
    }
    this.#operation = operation
    this.#parts = parts
    this.#position = after
    this.#silenceMsMax = withinBounds('silenceMsMax', silenceMsMax, TIMER_MS_MAX)
    this.#unconnectedMsMax = withinBounds('unconnectedMsMax', unconnectedMsMax, Infinity)
    this.#items = this.#events()
  }

  /**
   * The event cursor of the last event that the stream returned, or of its start. Undefined before
   * the first connection if none was given.
   */
  get position(): string | undefined {
    return this.#position
  }

  /**
   * Connects, unless the stream is connected, and returns the event cursor that it resumes after.
   * Resources that you read from then on are at least as new as this event cursor; the stream
   * brings what changes after it.
   *
   * @throws the same errors as the iteration.
   */
  async opened(): Promise<string> {
    try {
      await this.#connected()
    } catch (error) {
      this.#end()
      throw error
    }
    if (this.#position === undefined) throw new Error('The open stream has no event cursor.')
    return this.#position
  }

  /**
   * Connects as `opened` does, and returns the stream itself with the status, the headers and the
   * id of the request of its present connection.
   *
   * @throws the same errors as the iteration.
   */
  async withResponse(): Promise<AnswerWithResponse<this>> {
    await this.opened()
    if (this.#response === undefined) throw new Error('The open stream has no answer.')
    return { answer: this, ...this.#response }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Waits for the next event. */
  next(): Promise<IteratorResult<Item, void>> {
    return this.#items.next()
  }

  /** Ends the stream and its connection. A pending read returns `done: true`. */
  return(): Promise<IteratorResult<Item, void>> {
    this.#isReturned = true
    this.#end()
    return this.#items.return()
  }

  async *#events(): AsyncGenerator<Item, void, undefined> {
    const { onReset, onMoved } = this.#parts.options
    try {
      for (;;) {
        const frame = await this.#frame()
        if (frame.event === 'moved') {
          await onMoved?.(movedOf(frame, noFacts))
          continue
        }
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

  /** Waits for the next frame that is not `ready`. Connects again when a connection is lost. */
  async #frame(): Promise<StreamFrame> {
    const { signal } = this.#life
    for (;;) {
      const reader = await this.#connected()
      // After an abort, frames that have already arrived are not returned.
      refuseIfAborted(signal)
      try {
        const frame = await reader.next(this.#silenceMsMax, signal)
        // The service sends one of what has moved at once, so it shows as little as `ready`.
        if (frame.event !== 'moved') this.#forgetFailures()
        if (frame.event !== 'ready') return frame
      } catch (error) {
        // A connection that sent only comments worked too.
        if (reader.comments > 0) this.#forgetFailures()
        reader.close()
        this.#connection = undefined
        await this.#waitAfter(error)
      }
    }
  }

  /** Returns the present connection, or makes one. */
  #connected(): Promise<FrameReader> {
    this.#connection ??= this.#connectWithRetries()
    return this.#connection
  }

  async #connectWithRetries(): Promise<FrameReader> {
    const outer = this.#parts.options.signal
    const { signal } = this.#life
    if (outer?.aborted === true) this.#abort()
    else outer?.addEventListener('abort', this.#abort)
    for (;;) {
      refuseIfAborted(signal)
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
        throw malformed('The stream does not begin with a "ready" frame.', facts)
      }
      this.#wasConnected = true
      this.#position ??= id
      this.#response = responseOf(reply, facts)
      return reader
    } catch (error) {
      reader.close()
      throw error
    }
  }

  /**
   * Resets the back-off. A `ready` frame alone does not: a connection that always breaks after it
   * would be made again without a wait.
   */
  #forgetFailures(): void {
    this.#failures = 0
    this.#wasSignedAgain = false
    this.#lostMs = undefined
  }

  /** @throws the error itself when the stream must not connect again. */
  async #waitAfter(error: unknown): Promise<void> {
    if (!(error instanceof VadiumError)) throw error
    const { options, retries, follow, pause } = this.#parts
    const { signal } = this.#life
    this.#failures += 1
    const time = serverTime(error)
    if (time !== undefined) follow(time)
    const waitMs = this.#waitBeforeNext(error)
    this.#lostMs ??= stopwatch()
    const isOver = waitMs === undefined || this.#lostMs() + waitMs >= this.#unconnectedMsMax
    if (retries.attemptsMax === 1 || isOver) throw error
    if (needsSignature(error)) this.#wasSignedAgain = true
    else {
      await options.onInterruption?.({
        error,
        failures: this.#failures,
        wasConnected: this.#wasConnected,
        waitMs,
        position: this.#position,
      })
    }
    await pause(waitMs, signal)
  }

  #waitBeforeNext(error: VadiumError): number | undefined {
    const failed = {
      attempt: this.#failures,
      wasSignedAgain: this.#wasSignedAgain,
      random: Math.random(),
    }
    const waitMs = waitBefore(error, failed, this.#parts.retries)
    return waitMs === undefined ? undefined : Math.min(waitMs, WAIT_MS_MAX)
  }

  /** Returns the event of a frame in the form that `events.list` returns. */
  #itemOf({ id, event, data }: StreamFrame): Item {
    const operation = this.#operation
    const parse = () => parseJson(data, exactMembersOf(operation))
    const { time, ...rest } = objectFrom(parse, `The event ${id}`, noFacts)
    const item: Record<string, unknown> = { id, type: event, time, data: rest }
    checkMembers(operation, item, `the event ${id}`, noFacts)
    return item as Item
  }
}
