import type { Metrics } from './metrics.ts'

/** Left by its reader or its connection, ended by the service, or cut off because nobody read. */
export type StreamEnd = 'left' | 'ended' | 'cut_off'

/** Counts what happens to event streams. */
export class StreamMeter {
  readonly #ended
  readonly #sent
  readonly #resets

  constructor(metrics: Metrics) {
    this.#ended = metrics.of('vadium_event_streams_ended_total')
    this.#sent = metrics.of('vadium_event_stream_events_sent_total')
    this.#resets = metrics.of('vadium_event_stream_resets_total')
  }

  sent(events: number): void {
    this.#sent.inc(events)
  }

  reset(): void {
    this.#resets.inc()
  }

  ended(cause: StreamEnd): void {
    this.#ended.inc({ cause })
  }
}
