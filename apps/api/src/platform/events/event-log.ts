import type { EventType } from '@vadium/schema'
import type { ConnectionShares } from '../db/connection-shares.ts'
import { beginReading, inTransaction } from '../db/transaction.ts'
import { enterByService } from '../db/tenant.ts'
import { isSamePlace, type LogPlace } from './event-positions.ts'

/** An event as its reader finds it in the log. Its position is one more than that of the event before it. */
export interface LoggedEvent extends LogPlace {
  /** That of the event before it: a reader who knows another one has followed another log. */
  readonly previousNonce: number
  readonly type: EventType
  /** RFC 3339, by the clock of the book. */
  readonly time: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What follows a position. */
export interface LogPage {
  readonly events: readonly LoggedEvent[]
  /** Where to go on: behind the last event, or where the reader was. */
  readonly end: LogPlace
  /**
   * What followed is no longer kept, or the log was restored to an earlier point; `end` is behind the newest event, and
   * there are no events.
   */
  readonly lost: boolean
}

/** What is read of an event. */
export const eventColumns = `position, type, time, data, nonce, previous_nonce AS "previousNonce"`

type Query = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>

const beginningOfLog: LogPlace = { position: 0, nonce: 0 }

/** Whether an event is the one that follows a place. */
export const follows = ({ position, previousNonce }: LoggedEvent, place: LogPlace): boolean =>
  isSamePlace({ position: position - 1, nonce: previousNonce }, place)

/**
 * Reads the log of an organization. Positions follow one another without a gap, and each event carries the number of
 * the one before it: so what has been forgotten, and a log that was restored, shows in what is left.
 */
export class EventLog {
  readonly #shares: ConnectionShares

  constructor(shares: ConnectionShares) {
    this.#shares = shares
  }

  /** Behind the newest event. */
  async head(organizationId: string): Promise<LogPlace> {
    return this.#as(organizationId, readHead)
  }

  /** Before the oldest event that is kept. */
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

  /** What came after a place, the oldest first, `limit` at the most. */
  async after(organizationId: string, place: LogPlace, limit: number): Promise<LogPage> {
    return this.#as(organizationId, async (query) => {
      const events = await query<LoggedEvent>(
        `SELECT ${eventColumns} FROM events WHERE position > $1 ORDER BY position LIMIT $2`,
        [place.position, limit],
      )
      const [first] = events
      if (first !== undefined && follows(first, place)) {
        return { events, end: events.at(-1) ?? place, lost: false }
      }
      const head = await readHead(query)
      return { events: [], end: head, lost: first !== undefined || !isSamePlace(head, place) }
    })
  }

  /** In one transaction, bound to the organization by row-level security and seeing one moment. */
  #as<T>(organizationId: string, work: (query: Query) => Promise<T>): Promise<T> {
    return inTransaction(
      { connect: () => this.#shares.connect({ organizationId }) },
      (client) => client.query(enterByService, [organizationId]),
      (client) =>
        work(async <Row extends object>(text: string, values: unknown[]) => {
          const { rows } = await client.query<Row & Record<string, unknown>>(text, values)
          return rows
        }),
      beginReading,
    )
  }
}

async function readHead(query: Query): Promise<LogPlace> {
  const [head] = await query<LogPlace>('SELECT position, nonce FROM event_heads', [])
  return head ?? beginningOfLog
}
