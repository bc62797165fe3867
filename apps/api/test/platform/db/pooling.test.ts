import { listOrders } from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseTransactionPooling } from '../../../src/platform/db/pooling.ts'
import { StartError } from '../../../src/platform/start-error.ts'
import { succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { World } from '../../harness/world/world.ts'
import { type PgBouncer, startPgBouncer } from '../../harness/pgbouncer.ts'
import { pgbouncerProgram } from '../../harness/wanted-programs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

async function through(
  settings: Readonly<Record<string, string>>,
  work: (bouncer: PgBouncer) => Promise<void>,
): Promise<void> {
  const bouncer = await startPgBouncer(database.url, settings)
  try {
    await work(bouncer)
  } finally {
    await bouncer.stop()
  }
}

/** Makes the pooler open this many connections, which it then assigns to clients. */
async function openConnections(url: string, count: number): Promise<void> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  for (const client of clients) await client.query('BEGIN')
  await Promise.all(clients.map((client) => client.end()))
}

it('accepts a direct connection', async () => {
  await refuseTransactionPooling('DATABASE_URL', database.url)
})

it('accepts a proxy to several servers whose processes have the same number', async () => {
  await database.query(`
    CREATE SCHEMA pretended;
    GRANT USAGE ON SCHEMA pretended TO PUBLIC;
    CREATE FUNCTION pretended.pg_backend_pid() RETURNS integer LANGUAGE sql RETURN 7;
    CREATE FUNCTION pretended.pg_postmaster_start_time() RETURNS timestamptz
      LANGUAGE sql RETURN to_timestamp(pg_catalog.pg_backend_pid());`)
  const url = new URL(database.url)
  url.searchParams.set('options', '-c search_path=pretended,pg_catalog,public')
  await refuseTransactionPooling('DATABASE_REPLICA_URL', url.toString())
})

describe.skipIf(pgbouncerProgram === undefined)('a pooler that lends connections', () => {
  it.each(['transaction', 'statement'])(
    'is refused at the start if it lends for one %s',
    async (mode) => {
      await through({ pool_mode: mode }, async ({ url }) => {
        const world = new World()
        const started = world.start({}, { database: { ...database, url } })
        await expect(started).rejects.toThrow(StartError)
        await expect(started).rejects.toThrow(
          /^A pooler behind DATABASE_URL .* Set its pool_mode to session/,
        )
      })
    },
  )

  it.each([2, 3, 4])('is refused if it lends %d of them in turn', async (count) => {
    const settings = { pool_mode: 'transaction', server_round_robin: '1' }
    await through(settings, async ({ url }) => {
      await openConnections(url, count)
      const refused = refuseTransactionPooling('DATABASE_SERVICE_URL', url)
      await expect(refused).rejects.toThrow('DATABASE_SERVICE_URL')
    })
  })

  it('works like PostgreSQL itself if it lends for a session', async () => {
    await through({ pool_mode: 'session' }, async ({ url }) => {
      const world = new World()
      await world.start({}, { database: { ...database, url }, streaming: true })
      try {
        const { id } = await world.orders.active()
        const { orders } = await succeed(world.service, listOrders, { key: world.lenderKey })
        expect(orders.map((order) => order.id)).toEqual([id])
      } finally {
        await world.close()
      }
    })
  }, 60_000)
})
