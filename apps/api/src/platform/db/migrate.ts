import pg, { type Client } from 'pg'
import { defaultServiceRole } from '../../config/database-settings.ts'
import { StartError } from '../start-error.ts'
import { buildConcurrently } from './concurrent-migration.ts'
import { whyReadOnly } from './database-hosts.ts'
import {
  lockMigrations,
  migrationLock,
  type MigrationWaits,
  refuseBesideTraffic,
  retryWhileLocked,
} from './migration-waits.ts'
import { type Migration, newestVersion, readMigrations, withoutBodies } from './migrations.ts'
import { makePastMonths } from './months.ts'
import {
  createRecord,
  recordedMigrations,
  recordMigration,
  refuseOtherFiles,
} from './recorded-migrations.ts'
import {
  checkRoleName,
  closeDatabase,
  keepOwnerApart,
  requireServiceRole,
  withRoleName,
} from './service-role.ts'
import { inTransactionOn } from './transaction.ts'

/**
 * How long one attempt waits for a lock. Queries of a table wait behind a migration that waits for
 * its lock, so each attempt is short, and the queries run in the pause after it.
 */
const lockTimeoutMs = 500

const insufficientPrivilege = '42501'
/** A migration refuses the database, and its message says what to do. */
const raised = 'P0001'

export interface MigrationSettings extends MigrationWaits {
  /** The folder of the migrations. Default: the service's own. */
  readonly folder?: string
}

export interface Migrated {
  /** The number of migrations that were applied now. */
  readonly applied: number
  /** The version of the schema after it. */
  readonly version: number
  /** The newest migration of this program. */
  readonly known: number
}

/**
 * Migrates the database to the newest migration. An advisory lock makes processes that start at the
 * same time wait for each other. Each migration and its record are committed in one transaction.
 * Files named `….concurrently.sql` are the exception: they build indexes without blocking ({@link
 * buildConcurrently}). Files named `….offline.sql` run only while no process of the service is
 * connected. A schema that is newer than this program is left as it is. The files contain the
 * default name of the service's role; each statement runs with the configured name.
 *
 * @throws StartError if a migration cannot be applied, or the roles do not satisfy row-level
 * security.
 */
export async function migrate(
  client: Client,
  serviceRole = defaultServiceRole,
  settings: MigrationSettings = {},
): Promise<Migrated> {
  const why = await whyReadOnly(client)
  if (why !== undefined) {
    throw new StartError(
      `The PostgreSQL of DATABASE_URL takes no writes: ${why}. Give the address of the primary, or several ` +
        'hosts and target_session_attrs=read-write.',
    )
  }
  await lockMigrations(client, settings)
  try {
    return await bringUp(client, serviceRole, settings)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) {
      throw new StartError(
        `${error.message}. See docs/operating.md for the rights that the owner needs.`,
      )
    }
    if (error instanceof pg.DatabaseError && error.code === raised) {
      throw new StartError(error.message)
    }
    throw error
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock])
  }
}

async function bringUp(
  client: Client,
  serviceRole: string,
  settings: MigrationSettings,
): Promise<Migrated> {
  const { folder, logger } = settings
  const migrations = await readMigrations(folder)
  const recorded = await recordedMigrations(client)
  refuseOtherFiles(recorded, migrations)
  const before = newestVersion(recorded.keys())
  const known = migrations.at(-1)?.version ?? 0
  if (before > known)
    logger?.warn({ schema: before, known }, 'the schema is newer than this program')
  const pending = migrations.filter(({ version }) => !recorded.has(version))
  const offline = pending.find(({ way }) => way === 'offline')
  // Before anything else, so that a refusal leaves no half of an upgrade.
  if (offline !== undefined) await refuseBesideTraffic(client, offline, serviceRole)
  await inTransaction(client, async () => {
    await checkRoleName(client, serviceRole)
    await requireServiceRole(client, serviceRole)
    await keepOwnerApart(client, serviceRole)
    if (recorded.size === 0) await createRecord(client)
  })
  const retrying = retryWhileLocked(client, settings)
  for (const migration of pending) {
    await retrying(migration, () => apply(client, migration, serviceRole))
    const { version, name } = migration
    logger?.info({ version, migration: name }, 'migrated')
  }
  await inTransaction(client, () => closeDatabase(client, serviceRole))
  await makeMonths(client, logger)
  return { applied: pending.length, version: Math.max(before, known), known }
}

async function apply(client: Client, migration: Migration, serviceRole: string): Promise<void> {
  const sql = withRoleName(migration.sql, serviceRole)
  if (migration.way === 'concurrently') {
    await buildConcurrently(client, sql)
    await recordMigration(client, migration)
    return
  }
  // A process of the release before may have started since.
  if (migration.way === 'offline') await refuseBesideTraffic(client, migration, serviceRole)
  await inTransaction(client, async () => {
    await client.query(sql)
    await recordMigration(client, migration)
    // The migration that creates the role also grants it to the owner, who would inherit it.
    await keepOwnerApart(client, serviceRole)
  })
}

/**
 * Makes the partitions of the next months, and of past ones that have rows. If it fails, these rows
 * are in the default partition, and a later start tries again.
 */
async function makeMonths(client: Client, logger: MigrationSettings['logger']): Promise<void> {
  const { rows } = await client.query(
    "SELECT FROM pg_proc WHERE oid = to_regprocedure('make_months()')",
  )
  if (rows.length === 0) return
  try {
    await client.query('SELECT make_months()')
    const past = await makePastMonths(client, (work) => inTransaction(client, work))
    if (past > 0) logger?.info({ partitions: past }, 'made the partitions of past months')
  } catch (err) {
    if (!(err instanceof pg.DatabaseError)) throw err
    logger?.warn({ err }, 'partitions of months are made later')
  }
}

function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  return inTransactionOn(
    client,
    work,
    `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; ${withoutBodies}`,
  )
}
