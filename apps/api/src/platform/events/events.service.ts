import type { listEvents, OperationQuery, OperationResponse } from '@vadium/schema'
import { pageSizeDefault } from '@vadium/schema'
import type { Caller } from '../signing/caller.ts'
import type { EventFeeds, LogFeed } from './event-feed.ts'
import { eventResource } from './event-frames.ts'
import type { EventLog } from './event-log.ts'
import type { EventNumbering } from './event-numbering.ts'
import type { EventCursors, LogPlace } from './event-cursors.ts'
import { EventStream, type EventFilter } from './event-stream.ts'
import { Moves, type Moving, NamesOfLog } from './moves.ts'
import type { OpenStreams } from './open-streams.ts'
import type { StreamMeter } from '../telemetry/stream-meter.ts'
import { Refusal } from '../refusal.ts'

const tooManyStreams = 'too many streams at once'

/** A cursor can be given as a parameter or, by browsers, in the `Last-Event-ID` header. */
export interface StreamStart {
  readonly after: string | undefined
  readonly lastEventId: string | undefined
}

/** What a reader asks of a stream. */
interface Wanted {
  readonly filter: EventFilter
  /** Whether it also names what has moved. Default: no. */
  readonly withMoves?: boolean
  /** Called once when the stream, if it is not refused, has ended for any reason. */
  readonly ended?: () => void
}

interface Parts {
  readonly log: EventLog
  readonly numbering: EventNumbering
  readonly cursors: EventCursors
  readonly feeds: EventFeeds
  readonly streams: OpenStreams
  readonly moving: Moving
  readonly meter: StreamMeter
}

/** The event log of the caller's organization, by polling and as a stream. */
export class EventService {
  readonly #parts: Parts
  readonly #namesOf = new WeakMap<LogFeed, NamesOfLog>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    { organizationId }: Caller,
    { after, limit = pageSizeDefault, type }: OperationQuery<typeof listEvents>,
  ): Promise<OperationResponse<typeof listEvents> | Refusal> {
    const { log, cursors } = this.#parts
    await this.#catchUp(organizationId)
    const start =
      after === undefined
        ? await log.beginning(organizationId)
        : this.#place(organizationId, 'after', after)
    if (start instanceof Refusal) return start
    const { events, end, lost } = await log.after(organizationId, start, limit)
    return {
      events: events
        .filter((event) => type === undefined || event.type === type)
        .map((event) => eventResource(organizationId, event, cursors)),
      next: cursors.write(organizationId, end),
      reset: lost,
    }
  }

  async stream(
    caller: Caller,
    start: StreamStart,
    { filter, withMoves = false, ended = () => undefined }: Wanted,
  ): Promise<EventStream | Refusal> {
    const { feeds, log, meter, cursors, streams } = this.#parts
    const { credentialId, organizationId } = caller
    const full = streams.full(caller)
    if (full !== undefined) return new Refusal(full, [], tooManyStreams)
    const place = await this.#start(organizationId, start, log)
    if (place instanceof Refusal) return place
    const feed = feeds.join(organizationId)
    const stream: EventStream = new EventStream({
      feed,
      cursors,
      start: place,
      filter,
      moves: withMoves ? this.#movesOf(feed) : undefined,
      meter,
      ended: () => {
        feeds.leave(feed)
        streams.remove(credentialId, stream)
        ended()
      },
    })
    // Others may have been opened meanwhile.
    const reason = streams.add(caller, stream)
    if (reason !== undefined) {
      feeds.leave(feed)
      return new Refusal(reason, [], tooManyStreams)
    }
    return stream
  }

  #movesOf(feed: LogFeed): Moves {
    const { moving } = this.#parts
    const names = this.#namesOf.get(feed) ?? new NamesOfLog(feed, moving)
    this.#namesOf.set(feed, names)
    return new Moves(moving, names)
  }

  async #start(
    organizationId: string,
    { after, lastEventId }: StreamStart,
    log: EventLog,
  ): Promise<LogPlace | Refusal> {
    if (lastEventId !== undefined && lastEventId !== '') {
      return this.#place(organizationId, 'Last-Event-ID', lastEventId)
    }
    if (after !== undefined) return this.#place(organizationId, 'after', after)
    await this.#catchUp(organizationId)
    return log.head(organizationId)
  }

  /**
   * Numbers what was committed until now, so that a caller finds the events of a change as soon as
   * the change is answered. Writers do not wait for this. Readers wait a second at most, and only
   * if events are left.
   */
  async #catchUp(organizationId: string): Promise<void> {
    const { log, numbering } = this.#parts
    if (await log.hasUnnumbered(organizationId)) await numbering.catchUp(organizationId)
  }

  #place(organizationId: string, field: string, text: string): LogPlace | Refusal {
    const place = this.#parts.cursors.read(organizationId, text)
    if (place !== undefined) return place
    const issue = 'expected the id of an event, or of a ready frame, of this organization'
    return new Refusal('EVENT_POSITION_INVALID', [{ field, issue }])
  }
}
