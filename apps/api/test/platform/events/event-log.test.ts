import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { EventLog, type LoggedEvent } from '../../../src/platform/events/event-log.ts'
import { Book } from '../../harness/book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const [harbor, quay, stone] = [book.party('harbor'), book.party('quay'), book.party('stone')]
const everybody = [harbor.id, quay.id, stone.id]

let service: RunningService
let pool: pg.Pool
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 12 })
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

/**
 * Appends in a transaction that then waits before it ends: the order of the commits differs from
 * the order of the appends.
 */
async function append(readers: readonly string[], note: string, pauseMs: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_sleep($1)', [pauseMs / 1000])
    await client.query('SELECT append_events($1, $2, $3, $4)', [
      '2026-03-02T12:00:00.000Z',
      readers,
      readers.map(() => 'order.updated'),
      readers.map(() => JSON.stringify({ note })),
    ])
    await client.query('SELECT pg_sleep($1)', [pauseMs / 1000])
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

async function follow(
  log: EventLog,
  organizationId: string,
  count: number,
): Promise<LoggedEvent[]> {
  const seen: LoggedEvent[] = []
  let place = { position: 0, nonce: 0 }
  while (seen.length < count) {
    const { events, end, lost } = await log.after(organizationId, place, 7)
    expect(lost).toBe(false)
    seen.push(...events)
    place = end
  }
  return seen
}

describe('the log', () => {
  it('is read without a gap while many transactions append, some of them to several logs', async () => {
    const log = new EventLog(new ConnectionShares(pool))
    const written: Promise<void>[] = []
    const expected = new Map(everybody.map((id) => [id, new Set<string>()]))
    for (let i = 0; i < 120; i += 1) {
      const readers = everybody.filter((_id, at) => (i % 7) + 1 === 7 || ((i % 7) + 1) & (1 << at))
      // Not in the order of the ids: writers that lock several heads must not deadlock.
      if (i % 2 === 0) readers.reverse()
      for (const reader of readers) expected.get(reader)?.add(`event ${i}`)
      written.push(append(readers, `event ${i}`, (i * 7) % 5))
    }
    const followed = await Promise.all(
      everybody.map((id) => follow(log, id, expected.get(id)?.size ?? 0)),
    )
    await Promise.all(written)
    for (const [i, id] of everybody.entries()) {
      const events = followed[i] ?? []
      expect(events.map(({ position }) => position)).toEqual(events.map((_event, at) => at + 1))
      expect(new Set(events.map(({ data }) => data['note']))).toEqual(expected.get(id))
      expect(await log.head(id)).toMatchObject({ position: events.length })
    }
  })

  it('has the order of the commits, not the order in which transactions began', async () => {
    const log = new EventLog(new ConnectionShares(pool))
    const start = await log.head(stone.id)
    const slow = append([stone.id], 'slow', 300)
    await append([stone.id], 'quick', 0)
    await slow
    const { events } = await log.after(stone.id, start, 10)
    expect(events.map(({ data }) => data['note'])).toEqual(['quick', 'slow'])
  })

  it('shows only the events of one organization, by row-level security alone', async () => {
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(`SELECT set_config('vadium.organization_id', $1, true)`, [stone.id])
    const { rows } = await client.query<{ organization_id: string }>(
      'SELECT DISTINCT organization_id FROM events',
    )
    await client.query('COMMIT')
    client.release()
    expect(rows).toEqual([{ organization_id: stone.id }])
  })

  it.each([
    ['UPDATE events SET type = type', 'permission denied'],
    ['DELETE FROM events', 'permission denied'],
    ['INSERT INTO events SELECT * FROM events', 'permission denied'],
    ['UPDATE event_heads SET position = 0', 'permission denied'],
  ])('cannot be rewritten by the service: %s', async (statement, message) => {
    await expect(pool.query(statement)).rejects.toThrow(message)
  })
})
