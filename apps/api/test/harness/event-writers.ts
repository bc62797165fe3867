import pg from 'pg'
import type { LoggedEvent } from '../../src/platform/events/event-log.ts'

const channelPayload = (deal: string, n: number) => JSON.stringify({ deal, n })

/** A change of a deal, as an event shows it: the changes of a deal are counted from 1. */
export interface DealChange {
  readonly deal: string
  readonly n: number
}

/**
 * Writes changes of deals as the service does: under the lock of the deal, with the event as its
 * last statement, and then a commit that may take a while.
 */
export class EventWriter {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(url: string): Promise<EventWriter> {
    const client = new pg.Client(url)
    // A server that ends fails the statement of the moment.
    client.on('error', () => undefined)
    await client.connect()
    return new EventWriter(client)
  }

  /** The deals, and how many changes of each were committed. */
  static createDeals(database: { query(text: string): Promise<unknown> }): Promise<unknown> {
    return database.query('CREATE TABLE changed_deals (deal text PRIMARY KEY, changes integer)')
  }

  async change(
    deal: string,
    readers: readonly string[],
    { fails = false, pauseMs = 0 } = {},
  ): Promise<void> {
    const client = this.#client
    await client.query('BEGIN')
    const { rows } = await client.query<{ changes: number }>(
      `INSERT INTO changed_deals VALUES ($1, 1)
       ON CONFLICT (deal) DO UPDATE SET changes = changed_deals.changes + 1 RETURNING changes`,
      [deal],
    )
    const payload = channelPayload(deal, rows[0]?.changes ?? 0)
    await client.query('SELECT record_events($1, $2, $3, $4)', [
      '2026-03-02T12:00:00.000Z',
      readers,
      readers.map(() => 'order.updated'),
      readers.map(() => payload),
    ])
    if (pauseMs > 0) await client.query('SELECT pg_sleep($1)', [pauseMs / 1000])
    await client.query(fails ? 'ROLLBACK' : 'COMMIT')
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

export const changesOf = (events: readonly LoggedEvent[]): DealChange[] =>
  events.map(({ data }) => ({ deal: String(data['deal']), n: Number(data['n']) }))

/** The changes that are not directly after the change before them, of the same deal. */
export function disordered(changes: readonly DealChange[]): DealChange[] {
  const last = new Map<string, number>()
  return changes.filter(({ deal, n }) => {
    const before = last.get(deal) ?? 0
    last.set(deal, n)
    return n !== before + 1
  })
}
