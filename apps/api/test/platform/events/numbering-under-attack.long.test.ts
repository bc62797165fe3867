import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { openServicePool, withOwnerClient } from '../../../src/platform/db/pool.ts'
import { EventNumbering } from '../../../src/platform/events/event-numbering.ts'
import type { TestDatabase } from '../../harness/database.ts'
import { disordered, type DealChange, EventWriter } from '../../harness/event-writers.ts'
import {
  type PrimaryAndStandby,
  startPrimaryAndStandby,
} from '../../harness/primary-and-standby.ts'

const [harbor, quay] = [
  '0a6e6a8e-0e3e-4c6c-9a3f-0d6f0a6b7c11',
  '1b7f7b9f-1f4f-4d7d-8b4f-1e7f1b7c8d22',
] as const

let servers: PrimaryAndStandby
/** The server that is written to: the primary, until it fails. */
let database: TestDatabase
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  database = servers.primary
  await withOwnerClient(database.url, (client) => migrate(client))
  for (const id of [harbor, quay]) {
    await database.query(
      `INSERT INTO organizations (id, slug, name, status, created_at)
       VALUES ($1, $2, $2, 'active', now())`,
      [id, `org-${id.slice(0, 4)}`],
    )
  }
  await EventWriter.createDeals(database)
}, 120_000)
afterAll(() => servers.stop())

const numberingOf = (url: string) =>
  new EventNumbering(openServicePool({ url, poolSize: 1 }), { warn: () => undefined })

const record = (log: string, count: number) =>
  database.query(
    `SELECT record_events(now(), array_agg($1::uuid), array_agg('chat.updated'::text),
       array_agg(jsonb_build_object('deal', 'many', 'n', n) ORDER BY n))
     FROM generate_series(1, $2::integer) n`,
    [log, count],
  )

async function clientOf(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function logOf(log: string): Promise<(DealChange & { readonly nonce: number })[]> {
  const { rows } = await database.query(
    `SELECT data ->> 'deal' AS deal, (data ->> 'n')::int AS n, nonce::text FROM events
     WHERE organization_id = $1 ORDER BY position`,
    [log],
  )
  return rows.map(({ deal, n, nonce }) => ({
    deal: String(deal),
    n: Number(n),
    nonce: Number(nonce),
  }))
}

/** How many pages a statement touches. */
async function pagesOf(statement: string): Promise<number> {
  const { rows } = await database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`)
  const text = JSON.stringify(rows)
  const [, hit = '0'] = /"Shared Hit Blocks":\s*(\d+)/.exec(text) ?? []
  const [, read = '0'] = /"Shared Read Blocks":\s*(\d+)/.exec(text) ?? []
  return Number(hit) + Number(read)
}

it('a snapshot that stays open for long does not make a search for events longer', async () => {
  const numbering = numberingOf(database.url)
  const dump = await clientOf(database.url)
  await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await dump.query('SELECT count(*) FROM organizations')
  for (let i = 0; i < 6; i += 1) {
    await record(harbor, 4000)
    await numbering.sweep()
    await database.query('SELECT raise_numbering_start()')
  }
  for (let i = 0; i < 3; i += 1) await database.query('SELECT raise_numbering_start()')
  const { rows } = await database.query(
    "SELECT pg_relation_size('unnumbered_events') / 8192 AS pages",
  )
  // The dead rows are there, and nothing looks at them.
  expect(Number(rows[0]?.['pages'])).toBeGreaterThan(200)
  for (const statement of [
    `SELECT has_unnumbered_events('${harbor}')`,
    'SELECT * FROM unnumbered_logs(1000)',
    `SELECT * FROM number_events(ARRAY['${harbor}'::uuid], 1000)`,
    'SELECT raise_numbering_start()',
  ]) {
    // The first run of a session also reads the catalog.
    await pagesOf(statement)
    expect([statement, await pagesOf(statement)]).toEqual([statement, expect.toSatisfy(isFew)])
  }
  await dump.query('COMMIT')
  await dump.end()
  await numbering.close()
}, 60_000)

const isFew = (pages: unknown) => typeof pages === 'number' && pages < 150

it('a log that is locked does not hide events that a killed process left in another', async () => {
  const numbering = numberingOf(database.url)
  await record(quay, 1)
  await numbering.sweep()
  const blocker = await clientOf(database.url)
  await blocker.query('BEGIN')
  await blocker.query('SELECT FROM event_heads WHERE organization_id = $1 FOR UPDATE', [quay])
  await record(quay, 5000)
  const before = await logOf(harbor)
  await record(harbor, 1)
  const sweeping = numbering.sweep()
  await expect.poll(async () => (await logOf(harbor)).length).toBe(before.length + 1)
  await blocker.query('ROLLBACK')
  await blocker.end()
  await sweeping
  expect(await logOf(quay)).toHaveLength(5001)
  await numbering.close()
}, 60_000)

it('a log that is locked neither fails a reader nor is asked for without a pause', async () => {
  const pool = openServicePool({ url: database.url, poolSize: 1 })
  let rounds = 0
  pool.on('acquire', () => (rounds += 1))
  const numbering = new EventNumbering(pool, { warn: () => undefined })
  await record(quay, 1)
  await numbering.sweep()
  const blocker = await clientOf(database.url)
  await blocker.query('BEGIN')
  await blocker.query('SELECT FROM event_heads WHERE organization_id = $1 FOR UPDATE', [quay])
  const before = await logOf(quay)
  await record(quay, 1)
  rounds = 0
  await numbering.catchUp(quay)
  expect(rounds).toBeLessThan(60)
  expect(await logOf(quay)).toEqual(before)
  await blocker.query('ROLLBACK')
  await blocker.end()
  await numbering.catchUp(quay)
  expect(await logOf(quay)).toHaveLength(before.length + 1)
  await numbering.close()
}, 60_000)

describe('a failover to a synchronous standby', () => {
  it('changes nothing of what readers have read, and numbers the rest in the order of each deal', async () => {
    await database.query('DELETE FROM events')
    await database.query('DELETE FROM event_heads')
    await database.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await database.query('SELECT pg_reload_conf()')
    await expect
      .poll(async () => {
        const { rows } = await database.query('SELECT sync_state FROM pg_stat_replication')
        return rows.map(({ sync_state }) => sync_state)
      })
      .toEqual(['sync'])

    let over = false
    let answered = 0
    const writers = await Promise.all([0, 1, 2, 3].map(() => EventWriter.open(database.url)))
    const numberings = [numberingOf(database.url), numberingOf(database.url)]
    const writing = writers.map(async (writer, at) => {
      try {
        for (let n = 0; !over; n += 1) {
          await writer.change(`deal ${(n + at) % 3}`, [harbor, quay])
          answered += 1
          // Every other commit is left to nobody, as by a process that is killed.
          if (n % 2 === 0) numberings[at % 2]?.committed([harbor])
        }
      } catch {
        // The primary is gone.
      }
    })
    let read: Awaited<ReturnType<typeof logOf>> = []
    await expect.poll(async () => (read = await logOf(harbor)).length).toBeGreaterThan(100)
    await servers.stopPrimary()
    over = true
    await Promise.all(writing)
    await Promise.allSettled(numberings.map((numbering) => numbering.close()))

    await servers.promote()
    database = servers.standby
    const numbering = numberingOf(database.url)
    await expect
      .poll(
        async () => {
          const { rows } = await database.query('SELECT pg_is_in_recovery() AS standby')
          return rows[0]?.['standby']
        },
        { timeout: 20_000 },
      )
      .toBe(false)
    await numbering.sweep()
    await numbering.close()
    const after = await logOf(harbor)
    expect(after.slice(0, read.length)).toEqual(read)
    expect(disordered(after)).toEqual([])
    // What was answered is there, and so may be what was committed without an answer.
    expect(after.length).toBeGreaterThanOrEqual(answered)
    expect((await logOf(quay)).length).toBe(after.length)
    await Promise.allSettled(writers.map((writer) => writer.close()))
  }, 60_000)
})
