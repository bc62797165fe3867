// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import type { EventStream, StreamOptions } from '../core/event-stream.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { Event, EventList, ListEventsQuery, StreamEventsQuery } from '../types/events.ts'

/** What happened and concerns the caller's organization, in the order in which it was committed. */
export class Events {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Read the event log. Lists the events of the caller's organization in the order of their
   * commits, oldest first. With a `type` filter, a page may be empty although more events follow.
   * The end of the log is reached when `next` equals `after`.
   *
   * `next` is the `after` of the next call. `reset` says that something was missed: read the
   * resources again.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `type` (optional): Only events of this type. Default: all.
   *   - `after` (optional): Only events after this event cursor. Default: all stored events.
   *   - `limit` (optional): The largest number of events, 1 to 1000. Default: 100.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `EVENT_POSITION_INVALID`: The event cursor is invalid for this organization.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const eventList = await client.events.list()
   * ```
   */
  list(filter: ListEventsQuery = {}, options: RequestOptions = {}): Call<EventList> {
    return this.#requests.request(listEvents, { query: filter }, options)
  }

  /**
   * Stream the event log. Streams the event log as server-sent events, from now on or after an
   * event cursor.
   *
   * Iterate over it: each event comes once, in order. It connects again by itself, and continues
   * after the last event that it gave.
   *
   * To continue after this process has ended, keep the `id` of the last event that was handled, and
   * give it as `after`.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `type` (optional): Only events of this type. Default: all.
   *   - `after` (optional): Continues after this event cursor, like the header Last-Event-ID.
   *     Default: from now on.
   *   - `moved` (optional): Whether the stream also has frames of the event type `moved`, without
   *     an id, at most one a second: they name what figures rest on and has moved. The first one
   *     names all of it. Default: false.
   * @param options What ends the stream, and what is called at a reset or an interruption.
   * @throws {@link VadiumServiceError} with the reason
   *   - `EVENT_POSITION_INVALID`: The event cursor is invalid for this organization.
   * @throws {@link VadiumStreamResetError}, unless there is an `onReset`; and whatever every call
   *   may throw, see {@link VadiumError}, where it will not pass with time.
   * @example
   * ```ts
   * for await (const event of client.events.stream()) console.log(event.id)
   * ```
   */
  stream(filter: StreamEventsQuery = {}, options: StreamOptions = {}): EventStream<Event> {
    return this.#requests.stream(streamEvents, { query: filter }, options)
  }
}

export const listEvents: OperationOf<{ query: ListEventsQuery; answer: EventList }> = new Read(
  'listEvents',
  '/events',
  'events[] next reset',
)

export const streamEvents: OperationOf<{ query: StreamEventsQuery; answer: Event }> = new Read(
  'streamEvents',
  '/events:',
  'id type time data{}',
  { streams: true },
)
