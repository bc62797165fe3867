import { randomUUID } from 'node:crypto'
import {
  type EventType,
  type MailContent,
  type Notification,
  roomEventType,
  type WebhookFormat,
} from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { eventResource } from '../../platform/events/event-frames.ts'
import { eventColumns, follows, type LoggedEvent } from '../../platform/events/event-log.ts'
import type { EventCursors, LogPlace } from '../../platform/events/event-cursors.ts'
import { withOrderNumbers } from '../notifications/index.ts'
import { roomBody, roomText } from './room-text.ts'
import { returnToKnownEvent } from './restored-log.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly cursors: EventCursors
  /** Where the links in the texts of chat rooms lead. Undefined: they have none. */
  readonly consoleUrl: string | undefined
  /** The clock of the machine. */
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

interface BehindRow {
  readonly endpoint: string
  readonly organization: string
}

type EndpointRow = Record<string, unknown> &
  LogPlace & {
    readonly event_types: readonly EventType[]
    readonly format: WebhookFormat
    readonly content: MailContent
  }

/** A delivery to be made, of an event. */
interface NewDelivery {
  readonly event: LoggedEvent
  readonly resource: ReturnType<typeof eventResource>
  readonly format: WebhookFormat
  /** The body of every attempt. */
  readonly payload: string
}

const endpointsMax = 100
const eventsMax = 200
/**
 * An endpoint with this many pending deliveries gets no more: its further events wait in the log.
 */
const pendingMax = 10_000

/**
 * Creates deliveries from events: for each endpoint, from the events of its organization after the
 * endpoint's position in the log. Deliveries and position are committed together, so no event is
 * left out or delivered by two deliveries, however many processes work and wherever one dies.
 */
export class WebhookFanOut {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Creates the deliveries of one page of events for every endpoint that is behind.
   * @returns the number of endpoints that advanced.
   */
  async run(): Promise<number> {
    const { pool, writes, logger } = this.#parts
    const { rows } = await pool.query<BehindRow>('SELECT * FROM webhook_endpoints_behind($1)', [
      endpointsMax,
    ])
    let moved = 0
    for (const { endpoint, organization } of rows) {
      try {
        const hasMoved = await writes.byService(organization, (tx) => this.#advance(tx, endpoint))
        if (hasMoved) moved += 1
      } catch (err) {
        // A failing endpoint does not hold up the others.
        logger.error({ err, webhook_endpoint: endpoint }, 'creating webhook deliveries failed')
      }
    }
    return moved
  }

  async #advance(tx: WriteTransaction, endpointId: string): Promise<boolean> {
    const endpoint = await tx.row<EndpointRow>(
      `SELECT position, position_nonce AS nonce, event_types, format, content
       FROM webhook_endpoints
       WHERE id = $1 AND disabled_at IS NULL AND deleted_at IS NULL
       FOR NO KEY UPDATE SKIP LOCKED`,
      [endpointId],
    )
    if (endpoint === undefined || (await hasEnough(tx, endpointId))) return false
    const { rows: events } = await tx.query<LoggedEvent>(
      `SELECT ${eventColumns} FROM events
       WHERE organization_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
      [tx.organizationId, endpoint.position, eventsMax],
    )
    const [oldest, newest] = [events[0], events.at(-1)]
    const isForgotten = oldest !== undefined && oldest.position > endpoint.position + 1
    if (oldest === undefined || newest === undefined || !(isForgotten || follows(oldest, endpoint)))
      return this.#returnIfRestored(tx, endpointId, endpoint)
    if (isForgotten) this.#missed(endpointId, endpoint, oldest)
    await this.#deliver(tx, endpointId, await this.#bodiesOf(tx, endpoint, events))
    // The position moves to the last event that was read, not to the head, which may have moved on.
    await tx.query(
      'UPDATE webhook_endpoints SET position = $2, position_nonce = $3 WHERE id = $1',
      [endpointId, newest.position, newest.nonce],
    )
    return true
  }

  /** The endpoint was disabled, or its organization suspended, for longer than events are kept. */
  #missed(endpointId: string, { position }: EndpointRow, oldest: LoggedEvent): void {
    const facts = { webhook_endpoint: endpointId, position, oldest: oldest.position }
    this.#parts.logger.warn(facts, 'events were deleted before their webhooks were sent')
  }

  /**
   * Handles a log that was restored to an earlier state.
   * @returns whether it was.
   */
  async #returnIfRestored(
    tx: WriteTransaction,
    endpointId: string,
    { position }: EndpointRow,
  ): Promise<boolean> {
    const place = await returnToKnownEvent(tx, endpointId)
    if (place === undefined) return false
    const facts = { webhook_endpoint: endpointId, position, restart: place.position }
    this.#parts.logger.warn(
      facts,
      'event log was restored: webhooks restart after an earlier event',
    )
    return true
  }

  /** The bodies for an endpoint, of the events that its filter includes. */
  async #bodiesOf(
    tx: WriteTransaction,
    { event_types: types, format, content }: EndpointRow,
    events: readonly LoggedEvent[],
  ): Promise<readonly NewDelivery[]> {
    const { cursors, consoleUrl } = this.#parts
    const isRoom = format === 'text'
    const chosen = events.filter(({ type }) =>
      isRoom ? type === roomEventType : types.length === 0 || types.includes(type),
    )
    const made = chosen.map((event) => ({
      event,
      resource: eventResource(tx.organizationId, event, cursors),
    }))
    if (!isRoom) {
      return made.map(({ event, resource }) => {
        const { id, type, time: timestamp, data } = resource
        return { event, resource, format, payload: JSON.stringify({ id, type, timestamp, data }) }
      })
    }
    const reported = made.map((one) => ({
      ...one,
      // The service itself wrote the notification to the event log, so its shape is known.
      notification: one.event.data['notification'] as Notification,
    }))
    return (await withOrderNumbers(tx, reported)).map((one) => ({
      event: one.event,
      resource: one.resource,
      format,
      payload: roomBody(roomText(one, content, consoleUrl)),
    }))
  }

  async #deliver(
    tx: WriteTransaction,
    endpointId: string,
    deliveries: readonly NewDelivery[],
  ): Promise<void> {
    if (deliveries.length === 0) return
    await tx.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, position, event_id, event_type,
         payload, state, created_at, due_at, event_nonce, format)
       SELECT d.id, $1, $2, d.position, d.event_id, d.event_type, d.payload, 'pending', $3, $3, d.nonce,
         d.format
       FROM unnest($4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[])
         AS d (id, position, event_id, event_type, payload, nonce, format)
       ON CONFLICT (endpoint_id, position, event_nonce) DO NOTHING`,
      [
        endpointId,
        tx.organizationId,
        new Date(this.#parts.clock.now()).toISOString(),
        deliveries.map(() => randomUUID()),
        deliveries.map(({ event }) => event.position),
        deliveries.map(({ resource }) => resource.id),
        deliveries.map(({ resource }) => resource.type),
        deliveries.map(({ payload }) => payload),
        deliveries.map(({ event }) => event.nonce),
        deliveries.map(({ format }) => format),
      ],
    )
  }
}

async function hasEnough(tx: WriteTransaction, endpointId: string): Promise<boolean> {
  const row = await tx.row<{ pending: number }>(
    `SELECT count(*)::int AS pending FROM (
       SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'pending' LIMIT $2) p`,
    [endpointId, pendingMax],
  )
  return row?.pending === pendingMax
}
