import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg, { type Client } from 'pg'
import { StartError } from '../start-error.ts'
import type { Migration } from './migrations.ts'

/** An arbitrary number for the advisory lock that no other lock uses. */
export const migrationLock = 8_314_072_026
const lockPauseMs = 200
const retryPauseMs = 1000
const waitSecondsDefault = 120

/** A lock was not available in time, or a deadlock. A retry may succeed. */
const transient = new Set(['55P03', '40P01'])

export interface MigrationWaits {
  /**
   * How long to wait for the migration of another process, and how long to retry while other
   * sessions hold locks that a migration needs. Default: two minutes.
   */
  readonly waitSecondsMax?: number
  readonly logger?: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Waits before another attempt, that many milliseconds. Default: a timer. */
  readonly wait?: (ms: number) => Promise<void>
}

/**
 * The lock is polled, because a session that waits inside a statement holds a snapshot. A
 * concurrent index build waits for all older snapshots, so the two sessions would wait for each
 * other.
 */
export async function lockMigrations(
  client: Client,
  { waitSecondsMax = waitSecondsDefault, logger, wait }: MigrationWaits,
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

/** Retries a migration as long as it only waits for locks of others. */
export function retryWhileLocked(
  client: Client,
  { waitSecondsMax = waitSecondsDefault, logger, wait }: MigrationWaits,
) {
  const endMs = performance.now() + waitSecondsMax * 1000
  return async ({ file }: Migration, work: () => Promise<void>): Promise<void> => {
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

interface Repetition {
  /** Milliseconds of a monotonic clock. */
  readonly endMs: number
  readonly pauseMs: number
  readonly wait: MigrationWaits['wait']
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
    `The migration ${file} did not get its locks in time. ` +
    `Open transactions: ${held.join(', ') || 'none now'}. Try again, or set MIGRATION_WAIT_S.`
  )
}

/**
 * Refuses to begin while processes of the service are connected, of which one could not do its work
 * beside this migration. A process that starts waits for the migration, and so is none of them.
 *
 * @throws StartError that names the sessions of such processes.
 */
export async function refuseBesideTraffic(
  client: Client,
  { file }: Pick<Migration, 'file'>,
  serviceRole: string,
): Promise<void> {
  const { rows } = await client.query<{ pid: number; name: string; role: string }>(
    `SELECT pid, application_name AS name, usename AS role FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name <> 'vadium-start'
       AND (usename = $1 OR application_name IN ('vadium', 'vadium-events'))
     ORDER BY pid LIMIT 5`,
    [serviceRole],
  )
  if (rows.length === 0) return
  const named = rows.map(({ pid, name, role }) => `process ${pid} (${name}, as ${role})`)
  throw new StartError(
    `The migration ${file} cannot run beside the service, and processes of the service are ` +
      `connected: ${named.join(', ')}. Stop them all, run \`vadium-api migrate\`, and start those ` +
      'of the new release. Nothing was changed.',
  )
}
