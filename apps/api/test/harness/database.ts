import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { EmptiedDatabase } from './emptied-database.ts'
import { KeptConnections } from './kept-connections.ts'
import { withDatabase } from './test-server.ts'

const insufficientPrivilege = '42501'

interface Answered<Row> {
  readonly rows: Row[]
  readonly rowCount: number | null
}

export interface TestDatabase {
  readonly url: string
  /** Those of services, if other tests use the database afterwards. */
  readonly connections?: KeptConnections
  /** As the owner of the tables, without row-level security. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<Answered<Row>>
  drop(): Promise<void>
}

/** Databases that are as new, each with some connections. */
const unused: TestDatabase[] = []
const unusedMax = 3
let firstEmptied: EmptiedDatabase | undefined

/**
 * A database of this test, with all migrations: one that was emptied after another test, or a new
 * one.
 */
export async function createDatabase(): Promise<TestDatabase> {
  const superuserUrl = inject('superuserUrl')
  if (superuserUrl === null) return copyDatabase()
  return unused.pop() ?? reusableDatabase(superuserUrl)
}

async function reusableDatabase(superuserUrl: string): Promise<TestDatabase> {
  const { database: copy, name, owner } = await copied()
  const emptied = await EmptiedDatabase.new(withDatabase(superuserUrl, name), firstEmptied)
  firstEmptied ??= emptied
  const connections = new KeptConnections(copy.url)
  const database: TestDatabase = {
    ...copy,
    connections,
    drop: async () => {
      const { count } = connections
      const isKept = count !== undefined && unused.length < unusedMax
      if (isKept && (await emptied.empty(count + owner.totalCount))) {
        unused.push(database)
        return
      }
      await Promise.all([emptied.close(), connections.end()])
      await copy.drop()
    },
  }
  return database
}

/**
 * A database that only this test uses. It is a copy: of all migrations, of `template0`, which has
 * none, or of a book of which `templateFrom` made a template.
 */
export async function copyDatabase(template?: string, serverUrl?: string): Promise<TestDatabase> {
  const { database } = await copied(template, serverUrl)
  return database
}

interface Copy {
  readonly database: TestDatabase
  readonly name: string
  readonly owner: pg.Pool
}

async function copied(
  template = inject('templateDatabase'),
  serverUrl = inject('databaseUrl'),
): Promise<Copy> {
  const name = `vadium_test_${randomUUID().replaceAll('-', '')}`
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  await server.query(copyOf(template, name))
  const url = withDatabase(serverUrl, name)
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => undefined)
  const database: TestDatabase = {
    url,
    query: (text, values) => owner.query(text, values),
    drop: async () => {
      await owner.end()
      await dropDatabase(server, name)
      await server.end()
    },
  }
  return { database, name, owner }
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
