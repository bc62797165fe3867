import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, passwordOf, superuser, surroundings } from './cluster.ts'
import { cannotRun, LocalPostgresError } from './errors.ts'
import { freePort } from './port.ts'
import { asServerUser } from './server-user.ts'
import { until } from './until.ts'

/** Recovery after a crash reads everything written since the last checkpoint. */
const readyMillisecondsMax = 120_000
const shutdownMillisecondsMax = 60_000

/** A server that accepts connections, and a connection of the superuser to it. */
export interface Server {
  readonly pid: number
  readonly port: number
  readonly client: pg.Client
}

export function superuserUrl(cluster: Cluster, port: number, database: string): string {
  const password = passwordOf(cluster)
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

/** The server on the data, as its own file there describes it. Undefined if none runs. */
export function runningOn(data: string) {
  let lines: string[]
  try {
    lines = readFileSync(fileOf(data), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!(pid > 0 && port > 0) || !isServerOf(data, pid)) return undefined
  return { pid, port, isReady: ['ready', 'standby'].includes(lines[7]?.trim() ?? '') }
}

const fileOf = (data: string) => join(data, 'postmaster.pid')

/** Whether the process is the server of the data, and not another one that has its number now. */
export function isServerOf(data: string, pid: number): boolean {
  try {
    const line =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return line.includes(` -D ${data} `)
  } catch {
    return false
  }
}

/**
 * Failures after which another attempt may succeed: another program took the port after it was
 * chosen, processes of a killed server are still ending, or another start was faster.
 */
const passing = /could not bind|is still in use|already exists/

/**
 * Returns the server that runs on the data, or starts one, detached from the terminal, so that
 * Ctrl-C does not reach it. PostgreSQL itself sees to it that never two run on the same data.
 *
 * @param use what makes a found server ours, or undefined to ask again.
 */
export async function findOrStart(
  cluster: Cluster,
  { binaries, settings }: { binaries: string; settings: Readonly<Record<string, string>> },
): Promise<{ readonly server: Server; readonly isFound: boolean }> {
  let child: ChildProcess | undefined
  let fault = ''
  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null
  try {
    const server = await until(readyMillisecondsMax, async () => {
      const running = runningOn(cluster.data)
      if (running?.isReady === true) return connected(cluster, running)
      if (running !== undefined || !hasEnded()) return undefined
      const said = child === undefined ? '' : fault || logTail(cluster)
      if (child !== undefined && !passing.test(said)) {
        throw cannotRun(cluster.folder, `the server has ended. The end of its log:\n${said}`)
      }
      // PostgreSQL takes any process with the number in the file of a killed server for that one.
      if (said.includes('postmaster.pid')) rmSync(fileOf(cluster.data), { force: true })
      // Another attempt of this start continues the log.
      if (child === undefined) keepLogOfBefore(cluster)
      child = start(cluster, binaries, { port: await freePort('127.0.0.1', 0), settings })
      child.once('error', ({ message }) => (fault = message))
      return undefined
    })
    if (server !== undefined) return { server, isFound: server.pid !== child?.pid }
    throw new LocalPostgresError(
      `PostgreSQL does not accept connections to ${cluster.data} yet. Wait until it has recovered, ` +
        `or end it, and try again. The end of its log:\n${logTail(cluster)}`,
    )
  } catch (error) {
    child?.kill('SIGINT')
    await until(shutdownMillisecondsMax, () => hasEnded() || undefined)
    throw error
  }
}

function keepLogOfBefore({ log }: Cluster): void {
  if (existsSync(log)) renameSync(log, `${log}.previous`)
}

function start(
  { data, log }: Cluster,
  binaries: string,
  { port, settings }: { port: number; settings: Readonly<Record<string, string>> },
): ChildProcess {
  const all = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    // The path of a socket may have 107 bytes, and the path of the folder may be longer.
    unix_socket_directories: '',
  }
  const pairs = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = [...asServerUser(data), join(binaries, 'bin', 'postgres')]
  const [command = '', ...parameters] = [...program, '-D', data, ...pairs]
  const file = openSync(log, 'a', 0o600)
  const stdio = ['ignore', file, file] as const
  const child = spawn(command, parameters, { ...surroundings, stdio: [...stdio], detached: true })
  closeSync(file)
  child.unref()
  return child
}

/** The error codes of a server that is starting or stopping, or has no free connection. */
const passingRefusals = new Set(['57P01', '57P03', '53300'])

/** A server is in use as long as a connection to it has this lock, shared. */
const useLock = 'SELECT pg_advisory_lock_shared(1)'
const useEnd = 'SELECT pg_advisory_unlock_shared(1)'
const lastLock = 'SELECT pg_try_advisory_lock(1) AS "isLast"'

async function connected(
  cluster: Cluster,
  { pid, port }: { pid: number; port: number },
): Promise<Server | undefined> {
  try {
    const client = await connect(superuserUrl(cluster, port, 'postgres'))
    // Waits for one that stops the server, and fails with it.
    await client.query(useLock)
    return { pid, port, client }
  } catch (error) {
    if (error instanceof LocalPostgresError) throw error
    if (!(error instanceof pg.DatabaseError) || passingRefusals.has(error.code ?? '')) {
      return undefined
    }
    throw new LocalPostgresError(
      `The server for ${cluster.data} (process ${pid}, port ${port}, password in ` +
        `${cluster.password}) refuses a connection: ${error.message}`,
    )
  }
}

/**
 * Whether the server is no longer in use by anyone. Until the connection ends, nobody begins to.
 */
export async function isLastUse({ client }: Server): Promise<boolean> {
  await client.query(useEnd)
  const { rows } = await client.query<{ isLast: boolean }>(lastLock)
  return rows[0]?.isLast === true
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function shutDown(cluster: Cluster, pid: number): Promise<void> {
  // On a full disk it may have ended by itself.
  if (isServerOf(cluster.data, pid)) process.kill(pid, 'SIGINT')
  const isEnded = () => !isServerOf(cluster.data, pid) || undefined
  if ((await until(shutdownMillisecondsMax, isEnded)) !== undefined) return
  throw new LocalPostgresError(
    `PostgreSQL (process ${pid}) does not end. The end of its log:\n${logTail(cluster)}`,
  )
}

/** The end of the log, for an error that must be understood without opening it. */
export function logTail({ log }: Cluster): string {
  try {
    return readFileSync(log, 'utf8').slice(-4096).trim()
  } catch (error) {
    return (error as Error).message
  }
}
