import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import Postgrator from 'postgrator'
import { defaultServiceRole } from '../config.ts'
import { packageRoot } from '../package-root.ts'
import { StartError } from '../start-error.ts'
import { whyReadOnly } from './database-hosts.ts'
import { checkRoleName, closeDatabase, keepOwnerApart, withRoleName } from './service-role.ts'

const folder = fileURLToPath(new URL('migrations', packageRoot))

/** Any number that nobody else locks by; the processes of the service meet at it. */
const migrationLock = 8_314_072_026

/**
 * Brings the database to the newest numbered migration: under a lock, so that processes that start at
 * once take turns, and in one transaction, so that a migration is applied and recorded or neither. The
 * files name the service's role by its default; each statement is carried out with the configured name.
 *
 * @throws StartError where the roles of the database are not what row-level security needs.
 */
export async function migrate(client: Client, serviceRole = defaultServiceRole): Promise<void> {
  const why = await whyReadOnly(client)
  if (why !== undefined) {
    throw new StartError(
      `The PostgreSQL of DATABASE_URL takes no writes: ${why}. Give the address of the primary, or several ` +
        'hosts and target_session_attrs=read-write.',
    )
  }
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query('BEGIN')
    await checkRoleName(client, serviceRole)
    await keepOwnerApart(client, serviceRole)
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: `${folder}/*.sql`,
      schemaTable: 'schema_versions',
      validateChecksums: true,
      newline: 'LF',
      execQuery: async (query) => client.query(withRoleName(query, serviceRole)),
    })
    await postgrator.migrate()
    // The migration that creates the role also grants it, in a way that the owner would inherit it.
    await keepOwnerApart(client, serviceRole)
    await closeDatabase(client, serviceRole)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock])
  }
}
