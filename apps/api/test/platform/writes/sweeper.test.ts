import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { notify } from '../../../src/features/notifications/notify.ts'
import { Sweeper } from '../../../src/platform/writes/sweeper.ts'
import { appendEvents } from '../../harness/appended-events.ts'
import { Book } from '../../harness/book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const harbor = book.party('harbor')

let service: RunningService
let pool: Pool
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 2 })
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

const count = async (table: string) => {
  const { rows } = await service.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  )
  return rows[0]?.count
}

describe('the sweep', () => {
  it('deletes callbacks after a quarter of a year, and not before', async () => {
    await service.database.query(
      `INSERT INTO custodian_callbacks (custodian_id, digest, received_at, body, recorded_at)
       SELECT 'simulated', decode(to_hex(n + 16), 'hex'), now(), '', now() - interval '1 day' * n
       FROM generate_series(88, 92) n`,
    )
    const sweep = await new Sweeper(pool, { eventsKeptDays: 30, auditReadsKeptDays: 30 }).run()
    expect(sweep).toMatchObject({ callbacks: 3, isUnfinished: false })
    expect(await count('custodian_callbacks')).toBe(2)
  })

  it('deletes notifications and their marks after a year, and not before', async () => {
    const { writes } = service.services
    await writes.byService(harbor.id, (tx) =>
      notify(
        tx,
        ['old', 'young'].map((occasion) => ({
          organizationId: harbor.id,
          category: 'price_stale',
          severity: 'warning',
          occasion,
          title: 'Price stale',
          body: 'Nobody has quoted it.',
          link: { resource: 'price', id: occasion, order_id: null },
        })),
      ),
    )
    await service.database.query(
      `INSERT INTO notification_reads SELECT a.id, n.id, n.organization_id, n.created_at
       FROM notifications n JOIN accounts a USING (organization_id)`,
    )
    await service.database.query(
      `UPDATE notifications SET recorded_at = now() - interval '1 day' *
         CASE occasion WHEN 'old' THEN 366 ELSE 364 END`,
    )
    expect(
      (await new Sweeper(pool, { eventsKeptDays: 30, auditReadsKeptDays: 30 }).run()).notifications,
    ).toBe(1)
    for (const table of ['notifications', 'notification_reads']) expect(await count(table)).toBe(1)
  })

  it('deletes the oldest events first, and the count continues', async () => {
    await service.services.numbering.sweep()
    await service.database.query('DELETE FROM events')
    await service.database.query('DELETE FROM event_heads')
    const append = () =>
      appendEvents(
        service.database,
        Array.from({ length: 2500 }, () => ({ organizationId: harbor.id, type: 'chat.updated' })),
      )
    await append()
    await service.database.query('ALTER TABLE events DISABLE TRIGGER append_only')
    await service.database.query(`UPDATE events SET recorded_at = now() - interval '31 days'`)
    await service.database.query('ALTER TABLE events ENABLE TRIGGER append_only')
    await append()
    expect(
      (await new Sweeper(pool, { eventsKeptDays: 32, auditReadsKeptDays: 30 }).run()).events,
    ).toBe(0)
    expect(
      (await new Sweeper(pool, { eventsKeptDays: 30, auditReadsKeptDays: 30 }).run()).events,
    ).toBe(2500)
    const { rows } = await service.database.query(
      'SELECT min(position)::int AS oldest, max(position)::int AS newest FROM events',
    )
    expect(rows).toEqual([{ oldest: 2501, newest: 5000 }])
  })
})
