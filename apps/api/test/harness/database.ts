import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

const insufficientPrivilege = '42501'

interface Answered<Row> {
  readonly rows: Row[]
  readonly rowCount: number | null
}

export interface TestDatabase {
  readonly url: string
  /** As the owner of the tables, without row-level security. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<Answered<Row>>
  drop(): Promise<void>
}

/**
 * A database of this test, with all migrations. It is a copy of a template: `template0` has no
 * migration, and `templateFrom` makes one with a book.
 */
export async function createDatabase(
  template = inject('templateDatabase'),
  serverUrl = inject('databaseUrl'),
): Promise<TestDatabase> {
  const name = `vadium_test_${randomUUID().replaceAll('-', '')}`
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(copyOf(template, name))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const owner = new pg.Pool({ connectionString: url.toString(), max: 2 })
  owner.on('error', () => undefined)
  return {
    url: url.toString(),
    query: (text, values) => owner.query(text, values),
    drop: async () => {
      await owner.end()
      await dropDatabase(server, name)
      await server.end()
    },
  }
}

const copyOf = (template: string, name: string) =>
  `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${inject('copyStrategy')}`

/** Makes a template of a database, whose connections it ends. The run drops it. */
export async function templateFrom(database: TestDatabase): Promise<string> {
  const template = `${inject('templateDatabase')}_${randomUUID().slice(0, 8)}`
  const server = new pg.Client({ connectionString: inject('databaseUrl') })
  await server.connect()
  try {
    const name = new URL(database.url).pathname.slice(1)
    await server.query(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE datname = $1 AND backend_type = 'client backend'`,
      [name],
    )
    await server.query(copyOf(name, template))
  } finally {
    await server.end()
  }
  await database.drop()
  return template
}

/**
 * An owner that is no superuser may not end an autovacuum worker, so a forced drop is refused while
 * one is running. A plain drop makes the server end it, and fails only while others are connected.
 */
async function dropDatabase(server: pg.Client, name: string, attemptsLeft = 5): Promise<void> {
  try {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && error.code === insufficientPrivilege
    if (!isRefused || attemptsLeft === 0) throw error
    await server.query(`DROP DATABASE ${name}`).catch(() => undefined)
    await dropDatabase(server, name, attemptsLeft - 1)
  }
}
