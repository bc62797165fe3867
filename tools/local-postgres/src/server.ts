import type { ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import pg from 'pg'
import { type Binaries, program } from './binaries.ts'
import { type Cluster, superuser, superuserPassword } from './cluster.ts'
import { cannotRun, diskFull, LocalPostgresError } from './errors.ts'
import { giveToFolderOwner } from './owned-files.ts'
import { freePort } from './port.ts'
import { type RunAs, spawnDetached } from './run-as.ts'
import { isServerOf, removeStaleFile, serverProcess } from './server-process.ts'
import { until } from './until.ts'

declare module 'pg' {
  /** Missing in the types of pg: whether the connection keeps the process alive. */
  interface Client {
    ref(): void
    unref(): void
  }
}

/** Recovery after a crash reads everything written since the last checkpoint. */
const readyMillisecondsMax = 120_000
const shutdownMillisecondsMax = 60_000
const bootMillisecondsMax = 30_000
const watchMilliseconds = 500

/** A server that accepts connections, and a connection of the superuser to it. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
  readonly client: pg.Client
}

/** The connection URL of the superuser. */
export function superuserUrl(cluster: Cluster, port: number, database: string): string {
  const password = superuserPassword(cluster)
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

/** Connects as the superuser. The settings of this process are meant for other servers. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'vadium local-postgres',
    options: '-c idle_session_timeout=0 -c statement_timeout=0',
    ssl: false,
  })
  // If the server ends while the connection is idle, the next query fails.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Finds the server that runs on the folder, also one that another process started. Waits for a
 * server that is starting or stopping.
 */
export async function runningServer(cluster: Cluster): Promise<RunningServer | undefined> {
  const { dataFolder } = cluster
  const server = await until(readyMillisecondsMax, async () =>
    serverProcess(dataFolder) === undefined ? 'none' : connected(cluster),
  )
  if (server === undefined) throw notReady(cluster)
  return server === 'none' ? undefined : server
}

function notReady(cluster: Cluster): LocalPostgresError {
  return new LocalPostgresError(
    `PostgreSQL (process ${serverProcess(cluster.dataFolder)?.pid}) runs on ${cluster.dataFolder} ` +
      'but accepts no connections yet. Wait until it has recovered, or end it, and try again. ' +
      `The end of its log:\n${logTail(cluster)}`,
  )
}

/**
 * Failures after which a second start may succeed: another program took the port after it was
 * chosen; processes of an earlier server are still ending; or a server that another process started
 * is starting.
 */
const passing = /could not bind|is still in use|already exists/

/** Starts the server, detached from the terminal, so that Ctrl-C does not reach it. */
export async function boot(
  cluster: Cluster,
  binaries: Binaries,
  runAs: RunAs,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const server = await until(bootMillisecondsMax, async () => {
    const parameters = parametersOf(cluster, await freePort('127.0.0.1', 0), settings)
    removeStaleFile(cluster.dataFolder)
    const log = openLog(cluster)
    const child = spawnDetached(runAs, program(binaries, 'postgres'), parameters, log)
    closeSync(log)
    const outcome = await readyOrEnded(cluster, child)
    if (outcome !== 'ended') return outcome
    return passing.test(logTail(cluster)) ? runningServer(cluster) : 'ended'
  })
  if (typeof server === 'object') return server
  const said = logTail(cluster)
  const full = diskFull(cluster.folder, said)
  if (full !== undefined) throw full
  throw cannotRun(
    `the server ended before it accepted connections. The end of its log, ${cluster.logFile}:\n${said}`,
  )
}

/** Ends the server that it was to wait for if it does not become usable: nobody else would. */
async function readyOrEnded(
  cluster: Cluster,
  child: ChildProcess,
): Promise<RunningServer | 'ended'> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  child.once('exit', end).once('error', end)
  try {
    const outcome = await until(readyMillisecondsMax, async () =>
      hasEnded ? 'ended' : connected(cluster),
    )
    if (outcome === undefined) throw notReady(cluster)
    return outcome
  } catch (error) {
    child.kill('SIGINT')
    await until(shutdownMillisecondsMax, () => hasEnded || undefined)
    throw error
  }
}

/**
 * Calls back with the reason when the server has ended without {@link shutDown}, such as on a full
 * disk. No signal says so: another process may have started it.
 *
 * @returns what ends the watch. The watch does not keep this process alive.
 */
export function watch(
  cluster: Cluster,
  pid: number,
  onEnd: (reason: LocalPostgresError) => void,
): () => void {
  const timer = setInterval(() => {
    if (isServerOf(cluster.dataFolder, pid)) return
    clearInterval(timer)
    const said = logTail(cluster)
    const ended = `PostgreSQL has ended. The end of its log, ${cluster.logFile}:\n${said}`
    onEnd(diskFull(cluster.folder, said) ?? new LocalPostgresError(ended))
  }, watchMilliseconds)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function shutDown(cluster: Cluster, pid: number): Promise<void> {
  // On a full disk it may have ended by itself.
  if (isServerOf(cluster.dataFolder, pid)) process.kill(pid, 'SIGINT')
  const ended = await until(
    shutdownMillisecondsMax,
    () => !isServerOf(cluster.dataFolder, pid) || undefined,
  )
  if (ended === undefined) {
    throw new LocalPostgresError(
      `PostgreSQL (process ${pid}) does not end. The end of its log:\n${logTail(cluster)}`,
    )
  }
}

function parametersOf(
  { dataFolder }: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): string[] {
  const all: Record<string, string> = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    // The path of a socket may have 107 bytes, and the path of the folder may be longer.
    unix_socket_directories: '',
  }
  const pairs = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataFolder, ...pairs]
}

/** The error codes of a server that is starting or stopping, or has no free connection. */
const passingRefusals = new Set(['57P01', '57P03', '53300'])

/** Connects when the server's file says that it is ready. Earlier attempts would fill its log. */
async function connected(cluster: Cluster): Promise<RunningServer | undefined> {
  const { pid, port, ready } = serverProcess(cluster.dataFolder) ?? {}
  if (pid === undefined || port === undefined || !ready) return undefined
  try {
    return { pid, port, client: await connect(superuserUrl(cluster, port, 'postgres')) }
  } catch (error) {
    if (error instanceof LocalPostgresError) throw error
    const refusal = error instanceof pg.DatabaseError ? error.code : undefined
    if (refusal === undefined || passingRefusals.has(refusal)) return undefined
    throw new LocalPostgresError(
      `The server for ${cluster.dataFolder} (process ${pid}, port ${port}, password in ` +
        `${cluster.passwordFile}) refuses a connection: ${(error as Error).message}`,
    )
  }
}

/**
 * Opens the log for a new run of the server. The log of the run before is kept beside it.
 */
function openLog({ folder, logFile }: Cluster): number {
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`)
  const log = openSync(logFile, 'ax', 0o600)
  giveToFolderOwner(log, folder)
  return log
}

/** The end of the log, for an error that must be understood without opening it. */
function logTail({ logFile }: Cluster): string {
  try {
    return readFileSync(logFile, 'utf8').slice(-4096).trim()
  } catch (error) {
    return (error as Error).message
  }
}
