/** A metric, and where it is known: in one process, or in the book that all processes share. */
export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** `book`: every process reports the same value, so the values must not be added up. */
  readonly of: 'process' | 'book'
  readonly labels: readonly string[]
  readonly help: string
  /** Upper bounds, in the unit of the metric. */
  readonly buckets?: readonly number[]
}

const requestSeconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
const replaySeconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2]
const workSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * Every metric of the service, apart from those of Node. The values of a label are fixed by the
 * code or limited in number: assets to 200, organizations to 100.
 */
export const metricTable = {
  vadium_request_duration_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: ['operation', 'status'],
    help: 'Time until a request was answered or its stream or export started. The operation is none if the request matched none.',
    buckets: requestSeconds,
  },
  vadium_refusals_total: {
    kind: 'counter',
    of: 'process',
    labels: ['operation', 'reason'],
    help: 'Refused requests by the reason of the answer. OVERLOADED counts shed requests and failures of the database.',
  },
  vadium_organization_refusals_total: {
    kind: 'counter',
    of: 'process',
    labels: ['organization'],
    help: 'Requests refused because their organization asks for too much: shed, or beyond one of its limits. It has the ids of the first 100 such organizations, others for the rest, and unknown for callers that have not signed before.',
  },
  vadium_requests_waiting: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Requests that wait for their turn, and have not been read.',
  },
  vadium_request_wait_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: [],
    help: 'Time that a request waited for its turn until it began or was refused. Most begin at once and are not counted here.',
    buckets: requestSeconds,
  },
  vadium_requests_in_flight: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Requests that are handled now.',
  },
  vadium_requests_in_flight_limit: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Current limit on requests handled at once. It follows the load, and falls while every request waits too long.',
  },
  vadium_requests_in_flight_max: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Upper bound of that limit: REQUESTS_IN_FLIGHT_MAX.',
  },
  vadium_redis_bypassed: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: '1 while the server of REDIS_URL does not answer and this process counts requests and signatures alone.',
  },
  vadium_event_streams_open: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Open event streams.',
  },
  vadium_event_streams_ended_total: {
    kind: 'counter',
    of: 'process',
    labels: ['cause'],
    help: 'Event streams that have ended: left by the reader, ended by the service, or cut off because nobody read.',
  },
  vadium_event_stream_events_sent_total: {
    kind: 'counter',
    of: 'process',
    labels: [],
    help: 'Events written to event streams.',
  },
  vadium_event_stream_resets_total: {
    kind: 'counter',
    of: 'process',
    labels: [],
    help: 'Readers that were reset because the events after their cursor were deleted.',
  },
  vadium_custody_call_duration_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: ['adapter', 'call', 'outcome'],
    help: 'Time until a custodian answered. The outcome is answered, unavailable, mismatch or failed.',
    buckets: workSeconds,
  },
  vadium_revaluation_duration_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: [],
    help: 'Duration of a revaluation with at least one position.',
    buckets: workSeconds,
  },
  vadium_positions_revalued_total: {
    kind: 'counter',
    of: 'process',
    labels: [],
    help: 'Positions that were revalued.',
  },
  vadium_pool_connections: {
    kind: 'gauge',
    of: 'process',
    labels: ['state'],
    help: 'Database connections of the pool: in_use or idle.',
  },
  vadium_pool_waiting: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Requests that wait for a database connection.',
  },
  vadium_replicas: {
    kind: 'gauge',
    of: 'process',
    labels: ['state'],
    help: 'Hosts of DATABASE_REPLICA_URL: used, or left_out until they have caught up with the primary.',
  },
  vadium_replica_reads_total: {
    kind: 'counter',
    of: 'process',
    labels: ['outcome'],
    help: 'Reads that a replica may answer: replica if one did; left_out, behind, away, failed or unsure, the reason why the primary did; refused if too many of the organization fell back to it.',
  },
  vadium_replica_wait_seconds: {
    kind: 'histogram',
    of: 'process',
    labels: [],
    help: 'Time that reads waited until a replica had replayed the log of the primary.',
    buckets: replaySeconds,
  },
  vadium_book_read: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: '1 if the figures of the book were read for this scrape; 0 if the database did not answer in time and they are missing.',
  },
  vadium_open: {
    kind: 'gauge',
    of: 'book',
    labels: ['kind', 'state'],
    help: 'Orders, positions, transfers, requests and proposed terms in a state that is not final.',
  },
  vadium_instructions: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Custodian instructions that have not ended: due, waiting, or stalled until a person looks.',
  },
  vadium_approved_age_seconds: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Time since the last approval of the oldest approved request that was not carried out; 0 if there is none.',
  },
  vadium_instruction_overdue_seconds: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Time since the oldest due instruction became due; 0 if none is due.',
  },
  vadium_deadlines_overdue: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Deadlines that have passed and were not processed yet.',
  },
  vadium_deadline_overdue_seconds: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Time since the oldest unprocessed deadline passed; 0 if there is none.',
  },
  vadium_transfers_late: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Transfers that have not ended in time after their first attempt was instructed.',
  },
  vadium_relay_working: {
    kind: 'gauge',
    of: 'process',
    labels: ['organization'],
    help: '1 while this `vadium-api relay` hands the events of the organization to the broker; 0 while it fails, or leaves them to another one.',
  },
  vadium_relay_events_behind: {
    kind: 'gauge',
    of: 'process',
    labels: ['organization'],
    help: 'Numbered events that the broker has not acknowledged. Left out while it is not known what the broker has.',
  },
  vadium_relay_oldest_event_seconds: {
    kind: 'gauge',
    of: 'process',
    labels: ['organization'],
    help: 'Time since the oldest of them happened; 0 if there is none.',
  },
  vadium_relay_published_total: {
    kind: 'counter',
    of: 'process',
    labels: ['organization'],
    help: 'Events that the broker has acknowledged.',
  },
  vadium_relay_failures_total: {
    kind: 'counter',
    of: 'process',
    labels: ['organization'],
    help: 'Times that the relay of an organization failed and looked again at what the broker has.',
  },
  vadium_relay_missed_events_total: {
    kind: 'counter',
    of: 'process',
    labels: ['organization'],
    help: 'Events that were deleted before they were relayed.',
  },
  vadium_relay_restored_logs_total: {
    kind: 'counter',
    of: 'process',
    labels: ['organization'],
    help: 'Times that the broker had events which a restored database has not.',
  },
  vadium_webhook_deliveries: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Pending deliveries to enabled webhook endpoints: due, or waiting for their next attempt.',
  },
  vadium_webhook_endpoints: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Webhook endpoints: enabled or disabled.',
  },
  vadium_mail_deliveries: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Mails in the queue: due, or waiting for their next attempt.',
  },
  vadium_mail_addresses: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Mail addresses: unverified, active or suspended.',
  },
  vadium_prices: {
    kind: 'gauge',
    of: 'book',
    labels: ['state'],
    help: 'Assets by the state of their price: current, stale or missing.',
  },
  vadium_prices_held: {
    kind: 'gauge',
    of: 'book',
    labels: [],
    help: 'Held quotes: they jumped or are contradicted, and wait for confirmation.',
  },
  vadium_price_age_seconds: {
    kind: 'gauge',
    of: 'book',
    labels: ['asset'],
    help: 'Age of the newest quote that counts, for the first 200 assets by symbol.',
  },
  vadium_price_age_max_seconds: {
    kind: 'gauge',
    of: 'process',
    labels: [],
    help: 'Age above which a price is stale: PRICE_MAX_AGE_S.',
  },
} as const satisfies Record<string, MetricDefinition>

export type MetricTable = typeof metricTable
export type MetricName = keyof MetricTable
