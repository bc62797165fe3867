import type { EventType } from '@vadium/schema'
import type { QueryResultRow } from 'pg'
import type { ConnectionShares } from '../db/connection-shares.ts'
import { readByService } from '../db/tenant.ts'
import { isSamePlace, type LogPlace } from './event-cursors.ts'

/** An event in the log. Its position is that of the event before it plus one. */
export interface LoggedEvent extends LogPlace {
  /** The nonce of the event before it. A reader that knows another nonce has read another log. */
  readonly previousNonce: number
  readonly type: EventType
  /** RFC 3339, by the clock of the book. */
  readonly time: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The events after a place. */
export interface LogPage {
  readonly events: readonly LoggedEvent[]
  /** Where to continue: after the last event, or at the same place if there is none. */
  readonly end: LogPlace
  /**
   * The events after the place were deleted, or the log was restored to an earlier state. Then
   * `events` is empty and `end` is after the newest event.
   */
  readonly lost: boolean
}

export const eventColumns = `position, type, time, data, nonce, previous_nonce AS "previousNonce"`

type Query = <Row extends QueryResultRow>(
  text: string,
  values: unknown[],
  name?: string,
) => Promise<Row[]>

const beginningOfLog: LogPlace = { position: 0, nonce: 0 }

/** Whether an event is the one directly after a place. */
export const follows = (
  { position, previousNonce }: Pick<LoggedEvent, 'position' | 'previousNonce'>,
  place: LogPlace,
): boolean => isSamePlace({ position: position - 1, nonce: previousNonce }, place)

/**
 * Reads the log of an organization. Positions have no gaps, and each event contains the nonce of
 * the event before it. So deleted events and a restored log are detected.
 */
export class EventLog {
  readonly #shares: ConnectionShares

  constructor(shares: ConnectionShares) {
    this.#shares = shares
  }

  /** Whether the log has committed events without a position. */
  async hasUnnumbered(organizationId: string): Promise<boolean> {
    const client = await this.#shares.connect({ organizationId })
    let broken: Error | undefined
    try {
      const { rows } = await client.query<{ found: boolean }>(
        'SELECT has_unnumbered_events($1) AS found',
        [organizationId],
      )
      return rows[0]?.found === true
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error))
      throw broken
    } finally {
      client.release(broken)
    }
  }

  /** The place after the newest event. */
  async head(organizationId: string): Promise<LogPlace> {
    return this.#as(organizationId, readHead)
  }

  /** The place before the oldest event that is kept. */
  async beginning(organizationId: string): Promise<LogPlace> {
    return this.#as(organizationId, async (query) => {
      const [oldest] = await query<LogPlace>(
        `SELECT position - 1 AS position, previous_nonce AS nonce FROM events
         ORDER BY position LIMIT 1`,
        [],
      )
      return oldest ?? readHead(query)
    })
  }

  /** The events after a place, oldest first, at most `limit`. */
  async after(organizationId: string, place: LogPlace, limit: number): Promise<LogPage> {
    return this.#as(organizationId, async (query) => {
      const events = await query<LoggedEvent>(
        `SELECT ${eventColumns} FROM events WHERE position > $1 ORDER BY position LIMIT $2`,
        [place.position, limit],
        // Prepared: to plan it for every partition takes ten times as long as to read them.
        'events after a position',
      )
      const [first] = events
      if (first !== undefined && follows(first, place)) {
        return { events, end: events.at(-1) ?? place, lost: false }
      }
      const head = await readHead(query)
      return { events: [], end: head, lost: first !== undefined || !isSamePlace(head, place) }
    })
  }

  /** Runs `work` in one read-only transaction of the organization, under row-level security. */
  #as<T>(organizationId: string, work: (query: Query) => Promise<T>): Promise<T> {
    return readByService(this.#shares, organizationId, (client) =>
      work(async <Row extends QueryResultRow>(text: string, values: unknown[], name?: string) => {
        const statement = name === undefined ? { text, values } : { name, text, values }
        const { rows } = await client.query<Row>(statement)
        return rows
      }),
    )
  }
}

async function readHead(query: Query): Promise<LogPlace> {
  const [head] = await query<LogPlace>('SELECT position, nonce FROM event_heads', [])
  return head ?? beginningOfLog
}
