import { randomBytes } from 'node:crypto'
import { closeSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { program } from './binaries.ts'
import { freePort } from './free-port.ts'
import { cannotRun, LocalPostgresError } from './local-postgres-error.ts'
import type { Lodging } from './lodging.ts'
import { MaintenanceClient } from './maintenance-client.ts'
import type { Place } from './place.ts'
import { isServerOf, readPostmasterFile, serversOf } from './postmaster-file.ts'
import { isAlive } from './process-life.ts'
import { spawnAs } from './run-program.ts'
import { logTail, openedLog } from './server-log.ts'
import { until } from './until.ts'

/** Recovery after a crash reads everything written since the last checkpoint. */
const readyMillisecondsMax = 120_000
const shutdownMillisecondsMax = 60_000
const bootMillisecondsMax = 30_000

/** A server that accepts connections, and a connection to it. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
  readonly client: MaintenanceClient
}

/**
 * Finds the server that runs on the folder, also one that another process started. Waits for a
 * server that is starting, and for the last processes of a server that is stopping.
 */
export async function runningServer(place: Place): Promise<RunningServer | undefined> {
  const { dataFolder } = place
  const server = await until(readyMillisecondsMax, async () => {
    const file = readPostmasterFile(dataFolder)
    if (file !== undefined && isServerOf(dataFolder, file.pid)) return connected(place, file.pid)
    return serversOf(dataFolder).length === 0 ? 'none' : undefined
  })
  if (server === undefined) {
    const pid = readPostmasterFile(dataFolder)?.pid ?? serversOf(dataFolder).join(', ')
    throw new LocalPostgresError(
      `PostgreSQL (process ${pid}) runs on ${dataFolder} but accepts no connections. End it and ` +
        `try again. The end of its log:\n${logTail(place.logFile)}`,
    )
  }
  if (server === 'none') return undefined
  if (await serves(server.client, place)) return server
  await server.client.end()
  return undefined
}

/**
 * Failures after which a second start may succeed: another program took the port after it was
 * chosen; processes of an earlier server are still ending; or a server that another process started
 * is starting.
 */
const passing = /could not bind|is still in use|already exists/

/** Starts the server, detached from the terminal, so that Ctrl-C does not reach it. */
export async function boot(
  lodging: Lodging,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const { place } = lodging
  let tail = ''
  const server = await until(bootMillisecondsMax, async () => {
    const pid = spawnServer(lodging, await freePort(), settings)
    const outcome = await until(readyMillisecondsMax, async () =>
      isAlive(pid) ? connected(place, pid) : 'ended',
    )
    if (typeof outcome === 'object') return outcome
    tail = logTail(place.logFile)
    if (outcome === undefined) throw new LocalPostgresError(stillComingUp(pid, tail))
    return passing.test(tail) ? runningServer(place) : 'ended'
  })
  if (typeof server === 'object') return server
  throw cannotRun(
    `the server ended before it accepted connections. The end of its log, ${place.logFile}:\n${tail}`,
  )
}

function spawnServer(
  { place, strategy, binaries }: Lodging,
  port: number,
  settings: Readonly<Record<string, string>>,
): number {
  const postgres = program(binaries, 'postgres')
  const log = openedLog(place.logFile)
  const child = spawnAs(strategy, postgres, parametersOf(place, port, settings), {
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.once('error', () => undefined)
  child.unref()
  if (child.pid === undefined) throw cannotRun(`${postgres} could not be spawned.`)
  return child.pid
}

function stillComingUp(pid: number, tail: string): string {
  return (
    `PostgreSQL (process ${pid}) accepts no connections yet. It keeps running, and the next start ` +
    `uses it. The end of its log:\n${tail}`
  )
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function shutDown(place: Place, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  const ended = await until(shutdownMillisecondsMax, () => !isAlive(pid) || undefined)
  if (ended === undefined) {
    throw new LocalPostgresError(
      `PostgreSQL (process ${pid}) does not end. The end of its log:\n${logTail(place.logFile)}`,
    )
  }
}

function parametersOf(
  place: Place,
  port: number,
  settings: Readonly<Record<string, string>>,
): string[] {
  const all: Record<string, string> = {
    ...{ timezone: 'UTC', log_timezone: 'UTC' },
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    // The path of a socket may have 107 bytes, and the path of the folder may be longer.
    unix_socket_directories: '',
  }
  const pairs = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', place.dataFolder, ...pairs]
}

/** The error codes of a server that is starting or stopping, or has no free connection. */
const passingRefusals = new Set(['57P01', '57P03', '53300'])

/** Connects when the server's file says that it is ready. Earlier attempts would fill its log. */
async function connected(place: Place, pid: number): Promise<RunningServer | undefined> {
  const file = readPostmasterFile(place.dataFolder)
  if (file?.pid !== pid || !file.ready) return undefined
  const { port } = file
  try {
    return { pid, port, client: await MaintenanceClient.connect(place, port) }
  } catch (error) {
    if (error instanceof LocalPostgresError) throw error
    const refusal = error instanceof pg.DatabaseError ? error.code : undefined
    if (refusal === undefined || passingRefusals.has(refusal)) return undefined
    throw new LocalPostgresError(
      `The server for ${place.dataFolder} (process ${pid}, port ${port}, password in ` +
        `${place.passwordFile}) refuses a connection: ${(error as Error).message}`,
    )
  }
}

/** Whether the server uses this data folder: it must see a file that is written there. */
async function serves(client: MaintenanceClient, { dataFolder }: Place): Promise<boolean> {
  const name = `local-postgres-${randomBytes(6).toString('hex')}`
  writeFileSync(join(dataFolder, name), '')
  try {
    return await client.sees(name)
  } finally {
    rmSync(join(dataFolder, name), { force: true })
  }
}
