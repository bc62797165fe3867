/** What is measured, and where it is known: in one process, or in the book that all processes share. */
export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** Of the book: every process tells the same, so they are not to be added up. */
  readonly of: 'process' | 'book'
  readonly labels: readonly string[]
  readonly help: string
  /** Upper bounds in the unit of the metric. */
  readonly buckets?: readonly number[]
}

const requestSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
const workSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Every metric of the service besides those of Node. A label has as many values as the code has names for it. */
export const metricTable = {
  vadium_request_duration_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: ['operation', 'status'],
    help: 'Time until a request was answered, or its stream or export had begun; operation is none where it met none.',
    buckets: requestSeconds,
  },
  vadium_refusals_total: {
    kind: 'counter',
    of: 'process',
    labels: ['operation', 'reason'],
    help: 'Requests that were not carried out, by the reason of the answer; OVERLOADED is what was shed or what the database failed.',
  },
  vadium_requests_in_flight: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Requests of operations that are being worked on.',
  },
  vadium_requests_in_flight_limit: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Requests that may be worked on at once at this moment: it follows the load, and falls while every request waits too long.',
  },
  vadium_requests_in_flight_max: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Requests that may be worked on at once: REQUESTS_IN_FLIGHT_MAX.',
  },
  vadium_redis_bypassed: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: '1 while the server of REDIS_URL does not answer, so that this process counts requests and signatures alone.',
  },
  vadium_event_streams_open: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Streams over the event log that are open.',
  },
  vadium_event_streams_ended_total: {
    kind: 'counter',
    of: 'process',
    labels: ['cause'],
    help: 'Streams that have ended: left by the reader or the connection, ended by the service, or cut off because nobody read.',
  },
  vadium_event_stream_events_sent_total: {
    kind: 'counter',
    of: 'process',
    labels: [],
    help: 'Events written to streams.',
  },
  vadium_event_stream_resets_total: {
    kind: 'counter',
    of: 'process',
    labels: [],
    help: 'Readers who were told that what followed their position is forgotten.',
  },
  vadium_custody_call_duration_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: ['adapter', 'call', 'outcome'],
    help: 'Time until a custodian had answered; outcome is answered, unavailable, mismatch or failed.',
    buckets: workSeconds,
  },
  vadium_revaluation_duration_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: [],
    help: 'Time of a revaluation that had positions to value.',
    buckets: workSeconds,
  },
  vadium_positions_revalued_total: {
    kind: 'counter',
    of: 'process',
    labels: [],
    help: 'Positions looked at by revaluations.',
  },
  vadium_pool_connections: {
    kind: 'gauge',
    of: 'process',
    labels: ['state'],
    help: 'Connections of the pool to the database: in_use or idle.',
  },
  vadium_pool_waiting: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Whoever waits for a connection of the pool.',
  },
  vadium_book_read: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: '1 where the figures of the book could be read for this scrape; 0 where the database did not answer in time, and they are missing.',
  },
  vadium_open: {
    kind: 'gauge',
    of: 'book',
    labels: ['kind', 'state'],
    help: 'Orders, positions, transfers and requests that are not over, by their state.',
  },
  vadium_instructions: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Instructions to custodians that are not over: due, waiting for their time, or stalled until a person looks.',
  },
  vadium_instruction_overdue_seconds: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'For how long the instruction has been due that has been due longest; 0 where none is.',
  },
  vadium_deadlines_overdue: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Deadlines that have passed and not been heeded yet.',
  },
  vadium_deadline_overdue_seconds: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'For how long the deadline has passed that has passed longest; 0 where none has.',
  },
  vadium_webhook_deliveries: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Deliveries to endpoints that are enabled: due, or waiting for their next attempt.',
  },
  vadium_webhook_endpoints: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Endpoints of webhooks: enabled, or disabled.',
  },
  vadium_prices: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Assets by their price: current, stale, or missing.',
  },
  vadium_prices_held: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Quotes that jumped or are contradicted, and are held until they are confirmed.',
  },
  vadium_price_age_seconds: {
    kind: 'gauge',
    of: 'book',
    labels: ['asset'],
    help: 'Age of the newest quote that counts, of the first 200 assets by symbol.',
  },
  vadium_price_age_max_seconds: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'From which age on a price is stale: PRICE_MAX_AGE_S.',
  },
} as const satisfies Record<string, MetricDefinition>

export type MetricTable = typeof metricTable
export type MetricName = keyof MetricTable
