import { accessSync, constants, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { installedFolder, program, usableBinaries } from './binaries.ts'
import { checkData, type Cluster, clusterIn, prepareCluster } from './cluster.ts'
import { cannotRun, diskFull } from './errors.ts'
import { withFolderLock } from './folder-lock.ts'
import { type Logins, prepareLogins } from './logins.ts'
import { makeFolder } from './owned-files.ts'
import { findRunAs, type RunAsName } from './run-as.ts'
import { boot, runningServer, type RunningServer, shutDown, superuserUrl, watch } from './server.ts'
import { until } from './until.ts'

/** The connections of a program that has just ended take a moment to close. */
const disconnectMillisecondsMax = 500

export interface LocalPostgresOptions {
  /** The folder for the data, the password and the log. Created if it is missing. */
  readonly folder: string
  /** The database in `url`. Created if it is missing. */
  readonly database?: string
  /** Whether commits survive a crash of the machine. Default: true. */
  readonly durable?: boolean
  /** Settings of PostgreSQL, if this call starts the server. A running server keeps its own. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder of a PostgreSQL, with bin, lib and share. Default: the one that npm installed. */
  readonly binariesFolder?: string
  /** The ways to run the server to try, in this order. Default: all that may work here. */
  readonly runAs?: readonly RunAsName[]
}

export interface LocalPostgres {
  /** postgres://… of the superuser, in the given database. */
  readonly url: string
  /**
   * Logins of two roles without special rights: one owns the database and what it creates in it,
   * the other owns nothing.
   */
  logins(names: Readonly<Record<'owner' | 'service', string>>): Promise<Logins>
  /** Whether the server was already running. */
  readonly reused: boolean
  /** Aborted if the server ends before `stop()`. Its reason is a LocalPostgresError. */
  readonly ended: AbortSignal
  /**
   * Shuts the server down and waits until it has ended. Commits are kept. Without `force`, the
   * server keeps running while others are connected to it.
   */
  stop(options?: { readonly force?: boolean }): Promise<StopOutcome>
}

export type StopOutcome = 'stopped' | 'leftRunning'

/**
 * Starts the server of the folder, or connects to it if it is running.
 *
 * @throws LocalPostgresError, which says what to do, if no server can be started.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const folder = writableFolder(options.folder)
  const cluster = clusterIn(folder)
  checkData(cluster)
  return withFolderLock(folder, async () => {
    const found = await runningServer(cluster)
    const server = found ?? (await bootIn(cluster, options))
    const database = options.database ?? 'postgres'
    try {
      await ensureDatabase(server, database)
    } catch (error) {
      await disconnect(server)
      // The caller gets nothing to stop it with.
      if (found === undefined) await shutDown(cluster, server.pid)
      throw diskFull(folder, String(error)) ?? error
    }
    // The connection stays open, so that other processes see that the server is in use. It does
    // not keep this process alive.
    server.client.unref()
    const end = new AbortController()
    const unwatch = watch(cluster, server.pid, (reason) => {
      end.abort(reason)
    })
    return {
      ended: end.signal,
      url: superuserUrl(cluster, server.port, database),
      reused: found !== undefined,
      logins: (names) =>
        withFolderLock(folder, () => prepareLogins(cluster, server.port, database, names)),
      async stop({ force = false } = {}) {
        unwatch()
        await disconnect(server)
        return withFolderLock(folder, () => stopServer(cluster, force))
      },
    }
  })
}

/** Other users can pass through the folder, because PostgreSQL may run as one of them. */
function writableFolder(path: string): string {
  try {
    makeFolder(resolve(path), 0o711)
    accessSync(path, constants.W_OK)
    return realpathSync(path)
  } catch (error) {
    throw cannotRun(
      `this user cannot write to the data folder ${path}: ${(error as Error).message}`,
    )
  }
}

async function bootIn(cluster: Cluster, options: LocalPostgresOptions): Promise<RunningServer> {
  const { durable = true, settings } = options
  const binaries = await usableBinaries(options.binariesFolder ?? installedFolder())
  const runAs = await findRunAs(cluster.folder, program(binaries, 'postgres'), options.runAs)
  await prepareCluster(cluster, binaries, runAs, durable)
  return boot(cluster, binaries, runAs, { ...(durable ? {} : fleeting), ...settings })
}

/** For data that may be lost in a crash. */
const fleeting = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

async function ensureDatabase(server: RunningServer, name: string): Promise<void> {
  const found = await server.client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (found.rowCount !== 0) return
  await server.client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
}

async function stopServer(cluster: Cluster, force: boolean): Promise<StopOutcome> {
  const server = await runningServer(cluster)
  if (server === undefined) return 'stopped'
  const alone = force || (await until(disconnectMillisecondsMax, () => isUnused(server)))
  await disconnect(server)
  if (alone !== true) return 'leftRunning'
  await shutDown(cluster, server.pid)
  return 'stopped'
}

/** Whether no other client is connected, to any database. */
async function isUnused({ client }: RunningServer): Promise<true | undefined> {
  const others = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  return others.rowCount === 0 || undefined
}

async function disconnect({ client }: RunningServer): Promise<void> {
  client.ref()
  await client.end().catch(() => undefined)
}
