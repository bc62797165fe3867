import { accessSync, constants } from 'node:fs'
import { checkOwner, prepareCluster } from './cluster.ts'
import { withFolderLock } from './folder-lock.ts'
import { findLodging, type LodgingWishes } from './lodging.ts'
import { type LoginNames, type Logins, prepareLogins } from './logins.ts'
import { urlOf } from './maintenance-client.ts'
import { cannotRun } from './local-postgres-error.ts'
import { madeFolder } from './ownership.ts'
import { type Place, placeOf } from './place.ts'
import { removePostmasterFile } from './postmaster-file.ts'
import { boot, runningServer, type RunningServer, shutDown } from './server.ts'
import { boundLog } from './server-log.ts'
import { until } from './until.ts'

/** The connections of a program that has just ended take a moment to close. */
const disconnectMillisecondsMax = 500

export interface LocalPostgresOptions extends LodgingWishes {
  /** The folder for the data, the password and the log. Created if it is missing. */
  readonly folder: string
  /** The database in `url`. Created if it is missing. */
  readonly database?: string
  /** Whether commits survive a crash of the machine. Default: true. */
  readonly durable?: boolean
  /** Settings of PostgreSQL, if this call starts the server. A running server keeps its own. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface LocalPostgres {
  /** postgres://… of the superuser, in the given database. */
  readonly url: string
  /**
   * Logins of two roles without special rights: one owns the database and everything in it, the
   * other owns nothing.
   */
  logins(names: LoginNames): Promise<Logins>
  /** Whether the server was already running. */
  readonly reused: boolean
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
  return withFolderLock(folder, async () => {
    checkOwner(placeOf(folder))
    const found = await runningServer(placeOf(folder))
    const server = found ?? (await bootIn(folder, options))
    const place = placeOf(folder)
    if (found !== undefined) boundLog(place.logFile)
    const database = options.database ?? 'postgres'
    return {
      url: await urlInto(server, place, database),
      reused: found !== undefined,
      logins: (names) =>
        withFolderLock(folder, () => prepareLogins(place, server.port, database, names)),
      async stop({ force = false } = {}) {
        await server.client.end()
        return withFolderLock(folder, () => stopServer(place, force))
      },
    }
  })
}

async function urlInto(server: RunningServer, place: Place, database: string): Promise<string> {
  try {
    await server.client.ensureDatabase(database)
  } catch (error) {
    await server.client.end()
    throw error
  }
  server.client.rest()
  return urlOf(place, server.port, database)
}

function writableFolder(path: string): string {
  try {
    const folder = madeFolder(path)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    throw cannotRun(
      `this user cannot write to the data folder ${path}: ${(error as Error).message}`,
    )
  }
}

async function bootIn(folder: string, options: LocalPostgresOptions): Promise<RunningServer> {
  const { durable = true, settings = {} } = options
  removePostmasterFile(placeOf(folder).dataFolder)
  const lodging = await findLodging(placeOf(folder), options)
  await prepareCluster(lodging, durable)
  return boot(lodging, { ...(durable ? {} : fleeting), ...settings })
}

/** For data that may be lost in a crash. */
const fleeting = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

async function stopServer(place: Place, force: boolean): Promise<StopOutcome> {
  const server = await runningServer(place)
  if (server === undefined) return 'stopped'
  const alone = force || (await until(disconnectMillisecondsMax, () => isUnused(server)))
  await server.client.end()
  if (alone !== true) return 'leftRunning'
  await shutDown(place, server.pid)
  return 'stopped'
}

async function isUnused({ client }: RunningServer): Promise<true | undefined> {
  return (await client.countOthers()) === 0 || undefined
}
