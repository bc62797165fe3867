import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import pg, { type Client } from 'pg'
import Postgrator from 'postgrator'
import { defaultServiceRole } from '../../config/database-settings.ts'
import { packageRoot } from '../../package-root.ts'
import { inTransactionOn } from './transaction.ts'
import { StartError } from '../start-error.ts'
import { buildConcurrently, isConcurrent } from './concurrent-migration.ts'
import { whyReadOnly } from './database-hosts.ts'
import { makePastMonths } from './months.ts'
import { newestVersion, recordedMigrations, refuseOtherFiles } from './recorded-migrations.ts'
import {
  checkRoleName,
  closeDatabase,
  keepOwnerApart,
  requireServiceRole,
  withRoleName,
} from './service-role.ts'

const ownFolder = fileURLToPath(new URL('migrations', packageRoot))

/** An arbitrary number for the advisory lock that no other lock uses. */
const migrationLock = 8_314_072_026
const lockPauseMs = 200

/**
 * How long one attempt waits for a lock. Queries of a table wait behind a migration that waits for
 * its lock, so each attempt is short, and the queries run in the pause after it.
 */
const lockTimeoutMs = 500
const retryPauseMs = 1000
const waitSecondsDefault = 120

/** A lock was not available in time, or a deadlock. A retry may succeed. */
const transient = new Set(['55P03', '40P01'])
const insufficientPrivilege = '42501'
/** A migration refuses the database, and its message says what to do. */
const raised = 'P0001'

export interface MigrationSettings {
  /**
   * How long to wait for the migration of another process, and how long to retry while other
   * sessions hold locks that a migration needs. Default: two minutes.
   */
  readonly waitSecondsMax?: number
  readonly logger?: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Waits before another attempt, that many milliseconds. Default: a timer. */
  readonly wait?: (ms: number) => Promise<void>
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
 * buildConcurrently}). A schema that is newer than this program is left as it is. The files contain
 * the default name of the service's role; each statement runs with the configured name.
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

/**
 * The lock is polled, because a session that waits inside a statement holds a snapshot. A
 * concurrent index build waits for all older snapshots, so the two sessions would wait for each
 * other.
 */
async function lockMigrations(
  client: Client,
  { waitSecondsMax = waitSecondsDefault, logger, wait }: MigrationSettings,
): Promise<void> {
  const take = async () => {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [migrationLock],
    )
    return rows[0]?.taken === true
  }
  await repeatUntil(take, {
    endMs: performance.now() + waitSecondsMax * 1000,
    pauseMs: lockPauseMs,
    wait,
    waiting: () => logger?.info('waiting for the migration of another process'),
    expired: () => migrationLockMessage(client),
  })
}

interface Repetition {
  /** Milliseconds of a monotonic clock. */
  readonly endMs: number
  readonly pauseMs: number
  readonly wait: MigrationSettings['wait']
  /** Called once, before the first pause. */
  readonly waiting: () => void
  /** The message of the error when the time is over. */
  readonly expired: () => Promise<string>
}

/** Repeats an attempt until it succeeds. */
async function repeatUntil(
  attempt: () => Promise<boolean>,
  { endMs, pauseMs, wait = (ms) => setTimeout(ms), waiting, expired }: Repetition,
): Promise<void> {
  for (let tries = 0; !(await attempt()); tries += 1) {
    if (performance.now() >= endMs) throw new StartError(await expired())
    if (tries === 0) waiting()
    await wait(pauseMs)
  }
}

/**
 * The message names the session that holds the lock. pg_locks has its 64-bit number in two halves.
 */
async function migrationLockMessage(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; role: string }>(
    `SELECT pid, application_name AS name, usename AS role FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND objsubid = 1 AND granted
       AND (classid::bigint << 32) + objid::bigint = $1
       AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [migrationLock],
  )
  const [holder] = rows
  const who = holder && `process ${holder.pid} of PostgreSQL (${holder.name}, as ${holder.role})`
  return (
    `Another session held the migration lock during all of MIGRATION_WAIT_S: ${who ?? 'it is gone now'}. ` +
    'Try again when it has ended, or end it if it is not migrating.'
  )
}

async function bringUp(
  client: Client,
  serviceRole: string,
  settings: MigrationSettings,
): Promise<Migrated> {
  const { folder = ownFolder, logger } = settings
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${folder}/*.sql`,
    schemaTable: 'schema_versions',
    // It would ask for each migration by itself.
    validateChecksums: false,
    newline: 'LF',
    execQuery: async (query) => client.query(withRoleName(query, serviceRole)),
  })
  const migrations = await inOrder(postgrator)
  // Postgrator would search the folder and read every file twice more.
  postgrator.getMigrations = () => Promise.resolve(migrations)
  const recorded = await recordedMigrations(client)
  refuseOtherFiles(recorded, migrations)
  await inTransaction(client, async () => {
    await checkRoleName(client, serviceRole)
    await requireServiceRole(client, serviceRole)
    await keepOwnerApart(client, serviceRole)
  })
  // Migrating to no version creates the table of versions.
  if (recorded.size === 0) await postgrator.migrate('0')
  const before = newestVersion(recorded.keys())
  const known = migrations.at(-1)?.version ?? 0
  if (before > known)
    logger?.warn({ schema: before, known }, 'the schema is newer than this program')
  const pending = migrations.filter(({ version }) => !recorded.has(version))
  const retrying = retryWhileLocked(client, settings)
  for (const migration of pending) {
    await retrying(migration.filename, async () => {
      if (isConcurrent(migration.filename)) {
        await buildConcurrently(client, migration.getSql())
        await postgrator.runMigrations([{ ...migration, getSql: () => '' }])
        return
      }
      await inTransaction(client, async () => {
        await postgrator.runMigrations([migration])
        // The migration that creates the role also grants it to the owner, who would inherit it.
        await keepOwnerApart(client, serviceRole)
      })
    })
    logger?.info({ version: migration.version, migration: migration.name }, 'migrated')
  }
  await inTransaction(client, () => closeDatabase(client, serviceRole))
  await makeMonths(client, logger)
  return { applied: pending.length, version: Math.max(before, known), known }
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

/** The migrations of this program, in order. */
export async function knownMigrations(): Promise<Postgrator.Migration[]> {
  return inOrder(
    new Postgrator({ driver: 'pg', migrationPattern: `${ownFolder}/*.sql`, newline: 'LF' }),
  )
}

async function inOrder(postgrator: Postgrator): Promise<Postgrator.Migration[]> {
  const migrations = await postgrator.getMigrations()
  return migrations.sort((one, other) => one.version - other.version)
}

function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  return inTransactionOn(client, work, `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`)
}

/** Retries a migration as long as it only waits for locks of others. */
function retryWhileLocked(
  client: Client,
  { waitSecondsMax = waitSecondsDefault, logger, wait }: MigrationSettings,
) {
  const endMs = performance.now() + waitSecondsMax * 1000
  return async (file: string, work: () => Promise<void>): Promise<void> => {
    const attempt = async () => {
      try {
        await work()
        return true
      } catch (error) {
        if (error instanceof pg.DatabaseError && transient.has(error.code ?? '')) return false
        throw error
      }
    }
    await repeatUntil(attempt, {
      endMs,
      pauseMs: retryPauseMs,
      wait,
      waiting: () => logger?.warn({ file }, 'a migration waits for a lock'),
      expired: () => lockTimeoutMessage(client, file),
    })
  }
}

/** The message names the oldest open transactions, because one of them holds the lock. */
async function lockTimeoutMessage(client: Client, file: string): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM now() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
     ORDER BY xact_start LIMIT 5`,
  )
  const held = rows.map(({ pid, name, seconds }) => `process ${pid} (${name}, ${seconds} s)`)
  return (
    `The migration ${file.replace(/^.*\//, '')} did not get its locks in time. ` +
    `Open transactions: ${held.join(', ') || 'none now'}. Try again, or set MIGRATION_WAIT_S.`
  )
}
