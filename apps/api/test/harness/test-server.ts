import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTemporaryPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/platform/db/migrate.ts'
import { withOwnerClient } from '../../src/platform/db/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server on which each test file creates its own databases, as an ordinary role that owns
     * them.
     */
    databaseUrl: string
    /** The same server as a superuser, if databases may be used by one test after another. */
    superuserUrl: string | null
    /** A database with all migrations, to copy. */
    templateDatabase: string
    /** How the server copies a database. */
    copyStrategy: CopyStrategy
    /** An empty folder, in which the first test that needs the built service builds it. */
    builtService: string
    /** An empty folder, for what the first test that needs it prepares for all tests of the run. */
    preparedBooks: string
    /** A folder, in which each worker notes the texts of statements that have a row type. */
    sentTexts: string
  }
}

/**
 * To copy the files takes a quarter of the processor time of writing each page to the log, but two
 * checkpoints, which are fast only where nothing waits for a disk.
 */
type CopyStrategy = 'FILE_COPY' | 'WAL_LOG'

/** A server for tests, as the role that owns its databases. */
export interface TestServer {
  readonly ownerUrl: string
  /** Null on a server that is to be left as it was found. */
  readonly superuserUrl: string | null
  readonly copyStrategy: CopyStrategy
  stop(): Promise<void>
}

/**
 * Autovacuum would look through hundreds of databases that live for seconds, and what it has
 * analyzed by then would differ from run to run. A login with the usual iterations computes for
 * 2 ms, and there are thousands.
 */
const cheaper = { autovacuum: 'off' }

/** A temporary server: the one that npm installed, or that of a folder. */
export async function startTestServer(binariesFolder?: string): Promise<TestServer> {
  const server = await startTemporaryPostgres(
    // Before PostgreSQL 16 the number of iterations cannot be set.
    binariesFolder === undefined
      ? { settings: { ...cheaper, scram_iterations: '1' } }
      : { binariesFolder, settings: cheaper },
  )
  const { ownerUrl } = await ordinaryOwner(server.url)
  return {
    ownerUrl,
    superuserUrl: server.url,
    copyStrategy: 'FILE_COPY',
    stop: async () => {
      await server.stop()
    },
  }
}

/** The server of a URL, as an ordinary owner if the URL is that of a superuser. */
export async function givenTestServer(url: string): Promise<TestServer> {
  const [rights] = await query<{ rolsuper: boolean }>(
    url,
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  )
  const copyStrategy = 'WAL_LOG'
  const superuserUrl = null
  if (rights?.rolsuper !== true) {
    return { ownerUrl: url, superuserUrl, copyStrategy, stop: () => Promise.resolve() }
  }
  const { name, ownerUrl } = await ordinaryOwner(url)
  return {
    ownerUrl,
    superuserUrl,
    copyStrategy,
    stop: async () => {
      await query(url, `DROP OWNED BY ${name}`)
      await query(url, `DROP ROLE ${name}`)
    },
  }
}

/** When nearly all books of tests are. */
const monthOfTheBook = '2026-03-01T00:00:00Z'

/**
 * Makes every test of a project create its databases on the server, from a template with all
 * migrations, and share one build of the service.
 */
export async function provideTemplate(
  project: TestProject,
  server: TestServer,
): Promise<() => Promise<void>> {
  const { ownerUrl } = server
  const template = `vadium_template_${randomUUID().replaceAll('-', '')}`
  await query(ownerUrl, `CREATE DATABASE ${template}`)
  await withOwnerClient(withDatabase(ownerUrl, template), async (client) => {
    await migrate(client)
    // Otherwise each second start on a database would move the rows of this month.
    await client.query(
      `SELECT make_partition(parent::regclass, time_column::text, $1)
       FROM month_partitions() WHERE month IS NULL`,
      [monthOfTheBook],
    )
  })
  project.provide('databaseUrl', ownerUrl)
  project.provide('superuserUrl', server.superuserUrl)
  project.provide('templateDatabase', template)
  project.provide('copyStrategy', server.copyStrategy)
  const builtService = await mkdtemp(join(tmpdir(), 'vadium-service-'))
  project.provide('builtService', builtService)
  const preparedBooks = await mkdtemp(join(tmpdir(), 'vadium-books-'))
  project.provide('preparedBooks', preparedBooks)
  const sentTexts = await mkdtemp(join(tmpdir(), 'vadium-texts-'))
  project.provide('sentTexts', sentTexts)
  return async () => {
    await rm(builtService, { recursive: true })
    await rm(preparedBooks, { recursive: true })
    await rm(sentTexts, { recursive: true })
    const templates = await query<{ name: string }>(
      ownerUrl,
      `SELECT datname AS name FROM pg_database WHERE datname LIKE '${template}%'`,
    )
    for (const { name } of templates) await query(ownerUrl, `DROP DATABASE ${name}`)
    await server.stop()
  }
}

/**
 * A role as docs/operating.md describes: no superuser, and it may create roles. If the server has
 * the service's role already, it is granted to it.
 */
async function ordinaryOwner(superuserUrl: string): Promise<{ name: string; ownerUrl: string }> {
  const name = `vadium_owner_${randomBytes(6).toString('hex')}`
  const password = randomBytes(18).toString('base64url')
  await query(
    superuserUrl,
    `CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD '${password}';
     -- What a test of statements counts, and only a superuser may have counted.
     GRANT SET ON PARAMETER track_functions TO ${name};
     -- From all rows: a sample makes some plans of a test others than those of its last run.
     ALTER ROLE ${name} SET default_statistics_target = 1000;
     DO $$ BEGIN
       IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'vadium_service') THEN
         GRANT vadium_service TO ${name} WITH ADMIN OPTION;
       END IF;
     END $$`,
  )
  const url = new URL(superuserUrl)
  url.username = name
  url.password = password
  url.pathname = '/postgres'
  return { name, ownerUrl: url.toString() }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(text)
    return rows
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}
