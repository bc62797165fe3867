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
import { checkRoleName, closeDatabase, keepOwnerApart, withRoleName } from './service-role.ts'

const ownFolder = fileURLToPath(new URL('migrations', packageRoot))

/** Any number that nobody else locks by; the processes of the service meet at it. */
const migrationLock = 8_314_072_026
const turnPauseMs = 200

/**
 * How long a migration waits for a lock in one attempt. Readers of a table queue behind a migration
 * that waits for its lock, so each attempt is short, and readers pass in the pause after it.
 */
const lockTimeoutMs = 500
const retryPauseMs = 1000
const waitSecondsDefault = 120

/** A lock that was not to be had in time, and a deadlock: the same again may well succeed. */
const passing = new Set(['55P03', '40P01'])
const insufficientPrivilege = '42501'

export interface MigrationSettings {
  /** How long to go on trying where somebody has the turn, or what a migration needs. Default: two minutes. */
  readonly waitSecondsMax?: number
  readonly logger?: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Where the migrations are. Default: those of the service. */
  readonly folder?: string
}

export interface Migrated {
  /** How many migrations were applied now. */
  readonly applied: number
  /** The newest one that the database has. */
  readonly version: number
  /** The newest one that this program knows. */
  readonly known: number
}

/**
 * Brings the database to the newest numbered migration: under a lock, so that processes that start
 * at once take turns. Each migration is applied and recorded in one transaction, or neither; those
 * whose file is named `….concurrently.sql` build indexes while everybody works ({@link
 * buildConcurrently}). A schema that is newer than this program is left as it is. The files name
 * the service's role by its default; each statement is carried out with the configured name.
 *
 * @throws StartError that says why it could not be done, or that the roles are not what row-level
 * security needs.
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
  await takeTurn(client, settings)
  try {
    return await bringUp(client, serviceRole, settings)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) {
      throw new StartError(`${error.message}. docs/operating.md says which rights the owner needs.`)
    }
    throw error
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock])
  }
}

/**
 * A process that waited within a statement would hold a snapshot, and an index that is built
 * concurrently waits for all that are older: the two would wait for each other.
 */
async function takeTurn(
  client: Client,
  { waitSecondsMax = waitSecondsDefault, logger }: MigrationSettings,
): Promise<void> {
  const endMs = performance.now() + waitSecondsMax * 1000
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [migrationLock],
    )
    if (rows[0]?.taken === true) return
    if (performance.now() >= endMs) throw new StartError(await whoseTurn(client))
    if (tries === 0) logger?.info('another process migrates; waiting for it')
    await setTimeout(turnPauseMs)
  }
}

/** The lock has a number of 64 bits, which PostgreSQL shows in two halves. */
async function whoseTurn(client: Client): Promise<string> {
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
    `Another connection held the turn to migrate for all of MIGRATION_WAIT_S: ${who ?? 'it is gone now'}. ` +
    'Try again when it has ended, or end it where it migrates nothing.'
  )
}

async function bringUp(
  client: Client,
  serviceRole: string,
  settings: MigrationSettings,
): Promise<Migrated> {
  const { folder = ownFolder, logger } = settings
  await inTransaction(client, async () => {
    await checkRoleName(client, serviceRole)
    await keepOwnerApart(client, serviceRole)
  })
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: `${folder}/*.sql`,
    schemaTable: 'schema_versions',
    validateChecksums: true,
    newline: 'LF',
    execQuery: async (query) => client.query(withRoleName(query, serviceRole)),
  })
  const before = await postgrator.getDatabaseVersion()
  // To the version that it has: makes the table of versions, and holds what was applied against the
  // files.
  await postgrator.migrate(String(before))
  const migrations = await inOrder(postgrator)
  const known = migrations.at(-1)?.version ?? 0
  if (before > known)
    logger?.warn({ schema: before, known }, 'the schema is newer than this program')
  const recorded = await recordedVersions(client)
  const pending = migrations.filter(({ version }) => !recorded.has(version))
  const retrying = patience(client, settings)
  for (const migration of pending) {
    await retrying(migration.filename, async () => {
      if (isConcurrent(migration.filename)) {
        await buildConcurrently(client, migration.getSql())
        await postgrator.runMigrations([{ ...migration, getSql: () => '' }])
        return
      }
      await inTransaction(client, async () => {
        await postgrator.runMigrations([migration])
        // The migration that creates the role also grants it, in a way that the owner would inherit
        // it.
        await keepOwnerApart(client, serviceRole)
      })
    })
    logger?.info({ version: migration.version, migration: migration.name }, 'migrated')
  }
  await inTransaction(client, () => closeDatabase(client, serviceRole))
  return { applied: pending.length, version: Math.max(before, known), known }
}

/** The migrations of this program, in their order. */
export async function knownMigrations(): Promise<Postgrator.Migration[]> {
  return inOrder(
    new Postgrator({ driver: 'pg', migrationPattern: `${ownFolder}/*.sql`, newline: 'LF' }),
  )
}

async function inOrder(postgrator: Postgrator): Promise<Postgrator.Migration[]> {
  const migrations = await postgrator.getMigrations()
  return migrations.sort((one, other) => one.version - other.version)
}

async function recordedVersions(client: Client): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ version: string }>('SELECT version FROM schema_versions')
  return new Set(rows.map(({ version }) => Number(version)))
}

function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  return inTransactionOn(client, work, `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`)
}

/** Does work again after a pause, as long as it only waits for others. */
function patience(
  client: Client,
  { waitSecondsMax = waitSecondsDefault, logger }: MigrationSettings,
) {
  const endMs = performance.now() + waitSecondsMax * 1000
  return async (file: string, work: () => Promise<void>): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        await work()
        return
      } catch (error) {
        const mayPass = error instanceof pg.DatabaseError && passing.has(error.code ?? '')
        if (!mayPass) throw error
        if (performance.now() >= endMs) throw new StartError(await heldUp(client, file))
        if (tries === 0) logger?.warn({ file }, 'a migration waits for a lock')
      }
      await setTimeout(retryPauseMs)
    }
  }
}

/** A lock is held by a transaction that is open; the oldest are shown. */
async function heldUp(client: Client, file: string): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `SELECT pid, application_name AS name, extract(epoch FROM now() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
     ORDER BY xact_start LIMIT 5`,
  )
  const held = rows.map(({ pid, name, seconds }) => `process ${pid} (${name}, ${seconds} s)`)
  return (
    `The migration ${file.replace(/^.*\//, '')} did not get its locks in time. ` +
    `Transactions that are open: ${held.join(', ') || 'none any more'}. Try again, or set MIGRATION_WAIT_S.`
  )
}
