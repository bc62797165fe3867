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
import { isServerOf, postmasterFilePath, readPostmasterFile, serversOf } from './postmaster-file.ts'
import { isAlive } from './process-life.ts'
import { spawnAs } from './run-program.ts'
import { logTail, openedLog } from './server-log.ts'
import { until } from './until.ts'

/** Recovery after a crash reads everything written since the last checkpoint. */
const readyMillisecondsMax = 120_000
const shutdownMillisecondsMax = 60_000
const portAttemptsMax = 5

/** A server that accepts connections, with one of our own to it. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
  readonly client: MaintenanceClient
}

/** The server at work in the folder, whoever started it; waits for one that is just coming up. */
export async function runningServer(place: Place): Promise<RunningServer | undefined> {
  const file = readPostmasterFile(place.dataFolder)
  if (file === undefined) return undefined
  const server = await until(readyMillisecondsMax, async () => {
    if (!isServerOf(place.dataFolder, file.pid)) return 'none'
    return connected(place, file.pid, file.port)
  })
  if (server === undefined) {
    throw new LocalPostgresError(
      `PostgreSQL, process ${file.pid}, works in ${place.dataFolder} but accepts no connections on ` +
        `port ${file.port}. The end of its log:\n${logTail(place.logFile)}`,
    )
  }
  if (server === 'none') return undefined
  if (await serves(server.client, place)) return server
  await server.client.end()
  return undefined
}

/** Waits until no process of an earlier server touches the data any more. */
export async function untilAbandoned(place: Place): Promise<void> {
  const abandoned = await until(
    shutdownMillisecondsMax,
    () => serversOf(place.dataFolder).length === 0 || undefined,
  )
  if (abandoned === undefined) {
    const pids = serversOf(place.dataFolder).join(', ')
    throw new LocalPostgresError(
      `Processes of an earlier PostgreSQL (${pids}) still work in ${place.dataFolder}. End them ` +
        'and try again.',
    )
  }
  // The number in it belongs to a stranger by now, which PostgreSQL would take for a server.
  rmSync(postmasterFilePath(place.dataFolder), { force: true })
}

/** Boots the server in a session of its own, where no Ctrl-C in our terminal reaches it. */
export async function boot(
  lodging: Lodging,
  settings: Record<string, string>,
): Promise<RunningServer> {
  const { place, strategy, binaries } = lodging
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const log = openedLog(place.logFile)
    const parameters = parametersOf(place, port, settings)
    const child = spawnAs(strategy, program(binaries, 'postgres'), parameters, {
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    child.once('error', () => undefined)
    child.unref()
    const { pid } = child
    if (pid === undefined) throw cannotRun(`${program(binaries, 'postgres')} could not be spawned.`)

    const server = await until(readyMillisecondsMax, async () =>
      isAlive(pid) ? connected(place, pid, port) : 'ended',
    )
    if (typeof server === 'object') return server
    const tail = logTail(place.logFile)
    if (server === undefined) {
      throw new LocalPostgresError(
        `PostgreSQL, process ${pid}, accepts no connections yet. It was left at work: the next ` +
          `start finds it. The end of its log:\n${tail}`,
      )
    }
    // Between our look and its own, another program may have taken the port.
    if (attempt < portAttemptsMax && tail.includes('could not bind')) continue
    throw cannotRun(`the server ended at once. The end of its log:\n${tail}`)
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function shutDown(place: Place, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  const ended = await until(shutdownMillisecondsMax, () => !isAlive(pid) || undefined)
  if (ended === undefined) {
    throw new LocalPostgresError(
      `PostgreSQL, process ${pid}, does not end. The end of its log:\n${logTail(place.logFile)}`,
    )
  }
}

function parametersOf(place: Place, port: number, settings: Record<string, string>): string[] {
  const all: Record<string, string> = {
    ...{ timezone: 'UTC', log_timezone: 'UTC' },
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A socket's path may have 107 bytes, and folders have longer ones.
    unix_socket_directories: '',
  }
  const pairs = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', place.dataFolder, ...pairs]
}

async function connected(
  place: Place,
  pid: number,
  port: number,
): Promise<RunningServer | undefined> {
  try {
    return { pid, port, client: await MaintenanceClient.connect(place, port) }
  } catch (error) {
    if (error instanceof LocalPostgresError) throw error
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new LocalPostgresError(
        `The server over ${place.dataFolder} refuses the password in ${place.passwordFile}.`,
      )
    }
    return undefined
  }
}

/** Whether a server sees in its data folder what we write into ours. */
async function serves(client: MaintenanceClient, { dataFolder }: Place): Promise<boolean> {
  const name = `local-postgres-${randomBytes(6).toString('hex')}`
  writeFileSync(join(dataFolder, name), '')
  try {
    return await client.sees(name)
  } finally {
    rmSync(join(dataFolder, name), { force: true })
  }
}
