import { listEvents, streamEvents } from '@vadium/schema'
import type { Event } from '../answers.ts'
import type { EventStream, StreamOptions } from '../core/event-stream.ts'
import type { Answer, QueryInput, RequestOptions, Requests } from '../core/operation-call.ts'

/** What happened and concerns the organization of the caller, in the order in which it was committed. */
export class Events {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * What came after a position, the oldest first; all that is kept unless one is given. `next` is the
   * `after` of the next call. `reset` says that what followed is no longer kept: read the resources anew.
   *
   * @throws VadiumServiceError `EVENT_POSITION_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listEvents> = {},
    options: RequestOptions = {},
  ): Promise<Answer<typeof listEvents>> {
    return this.#requests.request(listEvents, { query: filter }, options)
  }

  /**
   * Every event as it is committed, from now on or after a position, each once and in order. It connects again
   * and goes on by itself, for as long as it is iterated over. To go on after this process has ended, keep the
   * `id` of the last event that was worked on, and give it as `after`.
   *
   * @throws VadiumServiceError for what will not pass with time, such as `EVENT_POSITION_INVALID`,
   *   `UNAUTHENTICATED`, `ROLE_NOT_PERMITTED`; VadiumStreamResetError, unless there is an `onReset`; VadiumAbortError.
   */
  stream(
    filter: QueryInput<typeof streamEvents> = {},
    options: StreamOptions = {},
  ): EventStream<Event> {
    return this.#requests.stream(streamEvents, { query: filter }, options)
  }
}
