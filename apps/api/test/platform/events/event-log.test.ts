import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { appendEvents } from '../../harness/appended-events.ts'
import { Book } from '../../harness/book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const [quay, stone] = [book.party('quay'), book.party('stone')]

let service: RunningService
let pool: pg.Pool
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 1 })
  const logs = [quay.id, stone.id]
  await appendEvents(
    service.database,
    logs.map((organizationId) => ({ organizationId, type: 'order.updated' })),
  )
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

describe('the log', () => {
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
