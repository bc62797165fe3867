import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, passwordOf, superuser, surroundings } from './cluster.ts'
import { cannotRun, StartError } from './errors.ts'
import { freePort } from './port.ts'
import { asServerUser } from './server-user.ts'
import { until } from './until.ts'

/** A server that accepts connections, and a connection of the superuser to it. */
export interface Server {
  readonly pid: number
  readonly port: number
  readonly client: pg.Client
}

/** Recovery after a crash reads everything written since the last checkpoint. */
const readyMillisecondsMax = 120_000
const shutdownMillisecondsMax = 60_000

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
 * Returns the server that runs on the data, or starts one. PostgreSQL itself sees to it that never
 * two run on the same data.
 */
export async function findOrStart(
  cluster: Cluster,
  binaries: string,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  let child: ChildProcess | undefined
  let fault = ''
  const server = await until(readyMillisecondsMax, async () => {
    const running = runningOn(cluster.data)
    if (running?.isReady === true) return connected(cluster, running)
    if (running !== undefined) return undefined
    if (child === undefined) {
      keepLogOfBefore(cluster)
    } else {
      if (child.exitCode === null && child.signalCode === null) return undefined
      const said = fault || logTail(cluster)
      if (!passing.test(said)) throw endOf(cluster, said)
      // PostgreSQL takes any process with the number in the file of a killed server for that one.
      if (said.includes('postmaster.pid')) rmSync(fileOf(cluster.data), { force: true })
    }
    child = spawnServer(cluster, binaries, { ...settings, port: String(await freePort()) })
    child.once('error', ({ message }) => (fault = message))
    return undefined
  })
  if (server !== undefined) return server
  throw new StartError(
    `PostgreSQL does not accept connections to ${cluster.data} yet. Wait until it has recovered, ` +
      `or end it, and try again. The end of its log:\n${logTail(cluster)}`,
  )
}

function keepLogOfBefore({ log }: Cluster): void {
  if (existsSync(log)) renameSync(log, `${log}.previous`)
}

/** Detached from the terminal, so that Ctrl-C does not reach it. */
function spawnServer(
  { data, log }: Cluster,
  binaries: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const all = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
    listen_addresses: '127.0.0.1',
    // The path of a socket may have 107 bytes, and the path of the folder may be longer.
    unix_socket_directories: '',
  }
  const pairs = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = [...asServerUser(data), join(binaries, 'bin', 'postgres')]
  const [command = '', ...parameters] = [...program, '-D', data, ...pairs]
  const file = openSync(log, 'a', 0o600)
  const child = spawn(command, parameters, {
    ...surroundings,
    stdio: ['ignore', file, file],
    detached: true,
  })
  closeSync(file)
  child.unref()
  return child
}

/** The error codes of a server that is starting or stopping, or has no free connection. */
const passingRefusals = new Set(['57P01', '57P03', '53300'])

async function connected(
  cluster: Cluster,
  { pid, port }: { pid: number; port: number },
): Promise<Server | undefined> {
  try {
    const client = await connect(superuserUrl(cluster, port, 'postgres'))
    // The server is in use as long as this connection has the lock. Waits for one that stops the
    // server, and fails with it.
    await client.query('SELECT pg_advisory_lock_shared(1)')
    return { pid, port, client }
  } catch (error) {
    if (error instanceof StartError) throw error
    if (!(error instanceof pg.DatabaseError) || passingRefusals.has(error.code ?? '')) {
      return undefined
    }
    throw new StartError(
      `The server for ${cluster.data} (process ${pid}, port ${port}, password in ` +
        `${cluster.password}) refuses a connection: ${error.message}`,
    )
  }
}

export function superuserUrl(cluster: Cluster, port: number, database: string): string {
  return loginUrl({ name: superuser, password: passwordOf(cluster) }, port, database)
}

export function loginUrl(
  { name, password }: { name: string; password: string },
  port: number,
  database: string,
): string {
  const login = `${encodeURIComponent(name)}:${password}`
  return `postgres://${login}@127.0.0.1:${port}/${encodeURIComponent(database)}`
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

/** Ends the use of the server. The last one shuts it down, and waits until it has ended. */
export async function endUse(cluster: Cluster, { pid, client }: Server): Promise<void> {
  // The server may have ended by itself. If only the connection was cut, others may use it.
  if (await isLastUse(client).catch(() => false)) {
    // Open transactions are rolled back, and everything committed is on disk.
    process.kill(pid, 'SIGINT')
    const hasEnded = () => !isServerOf(cluster.data, pid) || undefined
    if ((await until(shutdownMillisecondsMax, hasEnded)) === undefined) {
      throw new StartError(
        `PostgreSQL (process ${pid}) does not end. The end of its log:\n${logTail(cluster)}`,
      )
    }
  }
  await client.end().catch(() => undefined)
}

/** Whether nobody else uses the server. If so, nobody begins to until the connection ends. */
async function isLastUse(client: pg.Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared(1)')
  const { rows } = await client.query<{ isLast: boolean }>(
    'SELECT pg_try_advisory_lock(1) AS "isLast"',
  )
  return rows[0]?.isLast === true
}

/** The error for a server that has ended, with what it said last. */
export function endOf(cluster: Cluster, said = logTail(cluster)): StartError {
  return cannotRun(cluster.folder, `the server has ended. The end of its log:\n${said}`)
}

/** The end of the log, for an error that must be understood without opening it. */
function logTail({ log }: Cluster): string {
  try {
    return readFileSync(log, 'utf8').slice(-4096).trim()
  } catch (error) {
    return (error as Error).message
  }
}
