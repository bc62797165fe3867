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

/** Connections of a program that has just ended take a moment to go. */
const departureMillisecondsMax = 500

export interface LocalPostgresOptions extends LodgingWishes {
  /** Where the server's data, password and log are; made where it is missing. */
  readonly folder: string
  /** The database in `url`; made where it is missing. */
  readonly database?: string
  /** Whether what is committed survives a crash of the machine. Default: true. */
  readonly durable?: boolean
  /** Settings of PostgreSQL for a server that this call boots; one found running keeps its own. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface LocalPostgres {
  /** postgres://… of the superuser, in the database asked for. */
  readonly url: string
  /**
   * Logins of two ordinary roles: one that owns the database, whoever made what is in it, and one that
   * owns nothing.
   */
  logins(names: LoginNames): Promise<Logins>
  /** Whether the server was already running. */
  readonly reused: boolean
  /**
   * Shuts the server down and waits until it is down; nothing committed is lost. While others are
   * connected to it, it is left running, unless `force` is given.
   */
  stop(options?: { readonly force?: boolean }): Promise<StopOutcome>
}

export type StopOutcome = 'stopped' | 'leftRunning'

/**
 * Starts, or finds running, the server whose data live in the folder.
 *
 * @throws LocalPostgresError where none can be had, with what to do.
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
      `the folder for its data, ${path}, is closed to this user: ${(error as Error).message}`,
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

/** For data that nobody misses after a crash. */
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
  const alone = force || (await until(departureMillisecondsMax, () => isUnused(server)))
  await server.client.end()
  if (alone !== true) return 'leftRunning'
  await shutDown(place, server.pid)
  return 'stopped'
}

async function isUnused({ client }: RunningServer): Promise<true | undefined> {
  return (await client.countOthers()) === 0 || undefined
}
