import { createOrganization } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pool } from 'pg'
import { runDetachPartitions } from '../../../src/commands/detach-partitions-command.ts'
import { ConnectionShares } from '../../../src/platform/db/connection-shares.ts'
import { EventLog } from '../../../src/platform/events/event-log.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { monthWarnings } from '../../../src/platform/db/months.ts'
import { openServicePool, withOwnerClient } from '../../../src/platform/db/pool.ts'
import { quotesAt } from '../../../src/features/prices/past-prices.ts'
import { Sweeper } from '../../../src/platform/writes/sweeper.ts'
import { Book } from '../../harness/book.ts'
import { call, callOf } from '../../harness/call.ts'
import { createDatabase } from '../../harness/database.ts'
import { QueryPlans } from '../../harness/query-plans.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const harbor = book.party('harbor')
const operator = book.party('platform').credential('operator')

const byMonth = ['audit_changes', 'audit_reads', 'events', 'prices']

let service: RunningService
let pool: Pool
beforeAll(async () => {
  const database = await createDatabase()
  // Here the month of the book has no partition, like every month of the past.
  for (const parent of byMonth) await database.query(`DROP TABLE ${parent}_2026_03`)
  service = await startService({ database, scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 2 })
})
afterAll(async () => {
  await pool.end()
  await service.close()
  await service.database.drop()
})

const query = async <Row extends object>(text: string, values: unknown[] = []) => {
  const { rows } = await service.database.query<Row>(text, values)
  return rows
}
const names = async (parent: string) => {
  const rows = await query<{ name: string }>(
    'SELECT name FROM month_partitions() WHERE parent = $1::regclass',
    [parent],
  )
  return rows.map(({ name }) => name)
}
/** The name of the partition of a month, counted from this one. */
const partition = async (parent: string, months: number) => {
  const [row] = await query<{ name: string }>(
    `SELECT $1 || to_char(now() AT TIME ZONE 'UTC' + $2::int * interval '1 month', '_YYYY_MM') AS name`,
    [parent, months],
  )
  return row?.name ?? ''
}
const sweep = () => new Sweeper(pool, { eventsKeptDays: 30, auditReadsKeptDays: 30 }).run()
const warnings = () => withOwnerClient(service.database.url, monthWarnings)

/** A line of the audit trail, some days ago. */
const audited = (days: number, event: string, isRead: boolean, outcome = 'ok') =>
  query(
    `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id, is_read)
     VALUES (gen_random_uuid(), now() - $1 * interval '1 day', 'request', $2, $3, $4, 'r', $5)`,
    [days, harbor.id, event, outcome, isRead],
  )

describe('the partitions', () => {
  it.each(byMonth)('are there in %s for this month and the next three', async (parent) => {
    const wanted = await Promise.all([0, 1, 2, 3].map((months) => partition(parent, months)))
    expect(await names(parent)).toEqual([`${parent}_other`, ...wanted])
  })

  it('are reported when missing, and made by the next sweep, with the rows that waited', async () => {
    const next = await partition('prices', 1)
    await query(`DROP TABLE ${next}`)
    await query(
      `INSERT INTO prices SELECT symbol, 'early', 1, now() + interval '1 month',
         now() + interval '1 month', NULL FROM assets LIMIT 1`,
    )
    expect(await warnings()).toContainEqual(expect.stringMatching(/^prices has no partition for /))
    expect(await warnings()).toContainEqual(expect.stringMatching(/^prices_other, .* rows, /))
    await sweep()
    expect(await query(`SELECT source FROM ${next}`)).toEqual([{ source: 'early' }])
    expect(await warnings()).not.toContainEqual(expect.stringMatching(/has no partition/))
  })

  it('are left out when a detached month has their name, and the sweep does the rest', async () => {
    const next = await partition('prices', 1)
    await query(`ALTER TABLE prices DETACH PARTITION ${next}`)
    await expect(sweep()).resolves.toMatchObject({ events: expect.any(Number) as number })
    expect(await names('prices')).not.toContain(next)
    await query(`DROP TABLE ${next}`)
    await sweep()
    expect(await names('prices')).toContain(next)
  })
})

describe('a write at the moment in which the partition of its month is made', () => {
  it('waits for it and succeeds', async () => {
    const month = new Date(service.clock.now()).toISOString()
    await withOwnerClient(service.database.url, async (client) => {
      await client.query('BEGIN')
      const made = await client.query(
        "SELECT make_partition('audit_changes', 'time', $1) AS made",
        [month],
      )
      expect(made.rows).toEqual([{ made: true }])
      const body = { slug: 'at-midnight', name: 'At midnight' }
      const write = call(service, callOf(createOrganization, { key: operator, body }))
      await expect
        .poll(async () => {
          const waiting = `SELECT FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`
          return (await query(waiting)).length
        })
        .toBe(1)
      await client.query('COMMIT')
      const reply = await write
      expect(reply.status, reply.text).toBe(200)
    })
    const slugs = await query("SELECT slug FROM organizations WHERE slug = 'at-midnight'")
    expect(slugs).toHaveLength(1)
  })
})

describe('the audit trail', () => {
  it('loses reads after AUDIT_READS_KEPT_DAYS, and nothing else ever', async () => {
    for (const days of [29, 31, 400]) {
      await audited(days, 'listOrders', true)
      await audited(days, 'createOrder', false)
      await audited(days, 'listOrders', false, 'ROLE_NOT_PERMITTED')
    }
    expect((await sweep()).auditedReads).toBe(2)
    expect(
      await query(
        `SELECT round(extract(epoch FROM now() - time) / 86400)::int AS days, event, outcome
         FROM audit_entries WHERE request_id = 'r' ORDER BY 1, 2, 3`,
      ),
    ).toEqual([
      { days: 29, event: 'createOrder', outcome: 'ok' },
      { days: 29, event: 'listOrders', outcome: 'ROLE_NOT_PERMITTED' },
      { days: 29, event: 'listOrders', outcome: 'ok' },
      { days: 31, event: 'createOrder', outcome: 'ok' },
      { days: 31, event: 'listOrders', outcome: 'ROLE_NOT_PERMITTED' },
      { days: 400, event: 'createOrder', outcome: 'ok' },
      { days: 400, event: 'listOrders', outcome: 'ROLE_NOT_PERMITTED' },
    ])
  })

  it('never takes a refusal for a read', async () => {
    await expect(audited(1, 'listOrders', true, 'ROLE_NOT_PERMITTED')).rejects.toMatchObject({
      code: '23514',
    })
  })

  it('cannot be changed in its partitions either', async () => {
    const name = await partition('audit_changes', 0)
    for (const text of [`UPDATE ${name} SET event = event`, `DELETE FROM ${name}`]) {
      await expect(query(text)).rejects.toThrow('only ever appended to')
    }
  })
})

describe('the events of a log', () => {
  it('are read in order across months, and resumed between them', async () => {
    await service.services.numbering.sweep()
    await query('DELETE FROM events')
    await query('DELETE FROM event_heads')
    await query(
      `INSERT INTO events (organization_id, position, nonce, previous_nonce, type, time, data, recorded_at)
       SELECT $1, n, n, n - 1, 'chat.updated', now(), '{}', now() + (n - 1) * interval '20 days'
       FROM generate_series(1, 4) n`,
      [harbor.id],
    )
    await query('INSERT INTO event_heads VALUES ($1, 4, 4)', [harbor.id])
    expect(await query('SELECT DISTINCT tableoid FROM events')).not.toHaveLength(1)
    const log = new EventLog(new ConnectionShares(pool))
    const page = await log.after(harbor.id, { position: 0, nonce: 0 }, 2)
    expect(page.events.map(({ position }) => position)).toEqual([1, 2])
    const rest = await log.after(harbor.id, page.end, 10)
    expect(rest).toMatchObject({ lost: false, end: { position: 4, nonce: 4 } })
    expect(rest.events.map(({ position }) => position)).toEqual([3, 4])
  })

  it('leave no partition behind when all of a month are deleted', async () => {
    await query("SELECT make_partition('events', 'recorded_at', now() - interval '3 months')")
    const old = await partition('events', -3)
    expect(await names('events')).toContain(old)
    await query(
      `INSERT INTO events (organization_id, position, nonce, previous_nonce, type, time, data, recorded_at)
       VALUES ($1, 1, 1, 0, 'chat.updated', now(), '{}', now() - interval '3 months')`,
      [harbor.id],
    )
    expect((await sweep()).events).toBe(1)
    expect(await names('events')).not.toContain(old)
  })

  it('are read from few partitions, however long the service has run', async () => {
    const plans = await QueryPlans.of(service.database, harbor.id)
    const text = 'SELECT position FROM events WHERE position > $1 ORDER BY position LIMIT 10'
    const nodes = await plans.nodes({ name: 'events', text, values: [0] }, 'custom')
    await plans.end()
    const tables = new Set(nodes.flatMap((node) => node['Relation Name'] ?? []))
    expect(tables.size).toBeLessThanOrEqual(5)
  })
})

describe('the quotes of a past time', () => {
  it('are found in the month before it, or else further back', async () => {
    await query(
      "SELECT make_partition('prices', 'observed_at', now() - n * interval '1 month') FROM generate_series(1, 12) n",
    )
    const [asset] = await query<{ symbol: string }>('SELECT symbol FROM assets LIMIT 1')
    const add = (source: string, days: number) =>
      query(
        `WITH quote AS (
           INSERT INTO prices VALUES ($1, $2, $3::int, now() - $3::int * interval '1 day', now(),
             now() - $3::int * interval '1 day'))
         INSERT INTO latest_prices VALUES ($1, $2, 1, now()) ON CONFLICT DO NOTHING`,
        [asset?.symbol, source, days],
      )
    for (const days of [3, 40, 300]) await add('often', days)
    await add('rarely', 300)
    const found = async (daysAgo: number) => {
      const quotes = await quotesAt(pool, [asset?.symbol ?? ''], Date.now() - daysAgo * 86_400_000)
      return quotes
        .filter(({ source }) => ['often', 'rarely'].includes(source))
        .map(({ source, priceUsd }) => `${source} ${priceUsd}`)
        .sort()
    }
    expect(await found(1)).toEqual(['often 3', 'rarely 300'])
    expect(await found(10)).toEqual(['often 40', 'rarely 300'])
    expect(await found(100)).toEqual(['often 300', 'rarely 300'])
  })
})

describe('vadium-api detach-partitions', () => {
  const run = (argv: string[], settings = {}) =>
    runDetachPartitions(argv, { DATABASE_URL: service.database.url, ...settings })
  const day = new Date().toISOString().slice(0, 10)

  it('detaches on request what need not be kept, and says what stays', async () => {
    const old = await partition('prices', -12)
    const rows = await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${old}`)
    const listed = await run(['--before', day], { QUOTES_KEPT_DAYS: '200' })
    expect(listed).toContain(`${old} (`)
    expect(listed).toContain('Nothing was changed')
    expect(await names('prices')).toContain(old)
    const kept = await partition('prices', -2)
    const done = await run(['--before', day, '--execute'], { QUOTES_KEPT_DAYS: '200' })
    expect(done).toMatch(new RegExp(`${old} \\(\\d+ KiB\\): detached`))
    expect(done).toMatch(
      new RegExp(`${kept} \\(\\d+ KiB\\): stays, because it is kept for 200 days`),
    )
    expect(await names('prices')).not.toContain(old)
    expect(await names('prices')).toContain(kept)
    expect(await query(`SELECT count(*)::int AS count FROM ${old}`)).toEqual(rows)
    await expect(pool.query(`SELECT FROM ${old}`)).rejects.toThrow('permission denied')
  })

  it('detaches nothing that is kept for ever', async () => {
    expect(await run(['--before', day, '--execute'])).not.toMatch(/prices_.*: detached/)
    expect(await run(['--before', day])).toContain('stays, because it is kept for ever')
  })

  it.each([[[]], [['--before', 'soon']], [['--before', '2026-02-31x']]])(
    'is refused without a day: %j',
    async (argv) => {
      await expect(run(argv)).rejects.toThrow(/--before/)
    },
  )
})

describe('the rows of past months', () => {
  it('get partitions by a migration, up to five years back', async () => {
    const [asset] = await query<{ symbol: string }>('SELECT symbol FROM assets LIMIT 1')
    for (const [source, months] of [
      ['late', 20],
      ['late', 30],
      ['wrong clock', 600],
    ] as const) {
      await query(
        `INSERT INTO prices SELECT $1, $2, 1, t, t, NULL
         FROM (SELECT now() - $3::int * interval '1 month' AS t) x`,
        [asset?.symbol, source, months],
      )
    }
    await audited(500, 'createOrder', false)
    await withOwnerClient(service.database.url, (client) => migrate(client))
    const places = await query(
      `SELECT source, tableoid::regclass::text AS place FROM prices
       WHERE source IN ('late', 'wrong clock') ORDER BY observed_at`,
    )
    expect(places).toEqual([
      { source: 'wrong clock', place: 'prices_other' },
      { source: 'late', place: await partition('prices', -30) },
      { source: 'late', place: await partition('prices', -20) },
    ])
    expect(await query('SELECT FROM audit_changes_other')).toEqual([])
  })
})
