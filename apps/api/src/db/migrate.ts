import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import Postgrator from 'postgrator'
import { packageRoot } from '../package-root.ts'

const folder = fileURLToPath(new URL('migrations', packageRoot))

/** Any number that nobody else locks by; the processes of the service meet at it. */
const migrationLock = 8_314_072_026

/**
 * Brings the database to the newest numbered migration: under a lock, so that processes that start at
 * once take turns, and in one transaction, so that a migration is applied and recorded or neither.
 */
export async function migrate(client: Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query('BEGIN')
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${folder}/*.sql`,
      schemaTable: 'schema_versions',
      validateChecksums: true,
      newline: 'LF',
      execQuery: async (query) => client.query(query),
    })
    await postgrator.migrate()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock])
  }
}
