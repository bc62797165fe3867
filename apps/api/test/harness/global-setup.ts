import { randomUUID } from 'node:crypto'
import { type LocalPostgres, startTemporaryPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/db/migrate.ts'
import { withOwnerClient } from '../../src/db/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which each test file makes its own databases. */
    databaseUrl: string
    /** A database with all migrations, to copy. */
    templateDatabase: string
  }
}

/** One PostgreSQL a run: the one that DATABASE_URL names, or a temporary one of our own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  const own: LocalPostgres | undefined =
    given === undefined ? await startTemporaryPostgres() : undefined
  const url = given ?? own?.url ?? ''
  const template = `vadium_template_${randomUUID().replaceAll('-', '')}`
  await query(url, `CREATE DATABASE ${template}`)
  await withOwnerClient(withDatabase(url, template), migrate)
  project.provide('databaseUrl', url)
  project.provide('templateDatabase', template)
  return async () => {
    if (own === undefined) await query(url, `DROP DATABASE ${template}`)
    else await own.stop({ force: true })
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}
