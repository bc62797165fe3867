import type { EventType } from '@vadium/schema'
import type { Pool } from 'pg'
import { enterByService } from '../db/tenant.ts'

/** An event as its reader finds it in the log. */
export interface LoggedEvent {
  /** One more than that of the event before it. */
  readonly position: number
  readonly type: EventType
  /** RFC 3339, by the clock of the book. */
  readonly time: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What follows a position. */
export interface LogPage {
  readonly events: readonly LoggedEvent[]
  /** Where to go on: the position of the last event, or the one that was asked for. */
  readonly end: number
  /** What followed is no longer kept; `end` is that of the newest event, and there are no events. */
  readonly lost: boolean
}

/**
 * Reads the log of an organization. Positions follow one another without a gap, so what has been forgotten
 * shows in what is left.
 */
export class EventLog {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The position of the newest event; 0 where there was none. */
  async head(organizationId: string): Promise<number> {
    return this.#as(organizationId, async (query) => {
      const rows = await query<{ position: number }>('SELECT position FROM event_heads', [])
      return rows[0]?.position ?? 0
    })
  }

  /** The position before the oldest event that is kept. */
  async beginning(organizationId: string): Promise<number> {
    return this.#as(organizationId, async (query) => {
      const rows = await query<{ position: number }>(
        `SELECT coalesce((SELECT min(position) - 1 FROM events),
           (SELECT position FROM event_heads), 0) AS position`,
        [],
      )
      return rows[0]?.position ?? 0
    })
  }

  /** What came after a position, the oldest first, `limit` at the most. */
  async after(organizationId: string, position: number, limit: number): Promise<LogPage> {
    return this.#as(organizationId, async (query) => {
      const events = await query<LoggedEvent>(
        `SELECT position, type, time, data FROM events WHERE position > $1
         ORDER BY position LIMIT $2`,
        [position, limit],
      )
      const [first] = events
      if (first?.position === position + 1) {
        return { events, end: events.at(-1)?.position ?? position, lost: false }
      }
      const heads = await query<{ position: number }>('SELECT position FROM event_heads', [])
      const head = heads[0]?.position ?? 0
      // Also a position that is not reached yet: the log was set back, and counts anew.
      const lost = first !== undefined || head !== position
      return { events: [], end: head, lost }
    })
  }

  /** In one transaction, bound to the organization by row-level security and seeing one moment. */
  async #as<T>(
    organizationId: string,
    work: (
      query: <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>,
    ) => Promise<T>,
  ): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      await client.query(enterByService, [organizationId])
      const outcome = await work(async <Row extends object>(text: string, values: unknown[]) => {
        const { rows } = await client.query<Row & Record<string, unknown>>(text, values)
        return rows
      })
      await client.query('COMMIT')
      return outcome
    } catch (error) {
      // Closed with an error, the connection reaches nobody else in the middle of this.
      broken = error instanceof Error ? error : new Error(String(error))
      throw broken
    } finally {
      client.release(broken)
    }
  }
}
