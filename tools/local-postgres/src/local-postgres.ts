import { createHmac } from 'node:crypto'
import { resolve } from 'node:path'
import pg from 'pg'
import { installedBinaries, linkLibraries } from './binaries.ts'
import { type Cluster, clusterIn, passwordOf, prepareData } from './cluster.ts'
import { connect, endOf, endUse, findOrStart, isServerOf } from './server.ts'
import { loginUrl, type Server, superuserUrl } from './server.ts'

export interface LocalPostgresOptions {
  /** The folder for the data and the log. Created if it is missing. */
  readonly folder: string
  /** The database in `url`. Created if it is missing. */
  readonly database?: string
  /** Whether commits survive a crash of the machine. Default: true. */
  readonly durable?: boolean
  /** Settings of PostgreSQL, if this call starts the server. A running server keeps its own. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder of a PostgreSQL, with bin, lib and share. Default: the one that npm installed. */
  readonly binariesFolder?: string
}

export interface LocalPostgres {
  /** postgres://… of the superuser, in the given database. */
  readonly url: string
  /** Aborted if the server ends before `stop()`. Its reason is a StartError. */
  readonly ended: AbortSignal
  /** Two roles without special rights: one owns the database, the other owns nothing. */
  logins(names: Readonly<Record<'owner' | 'service', string>>): Promise<Logins>
  /**
   * Shuts the server down and waits until it has ended, unless another process uses it. Commits are
   * kept.
   */
  stop(): Promise<void>
}

/** postgres://… of the two roles. */
export interface Logins {
  readonly ownerUrl: string
  readonly serviceUrl: string
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

const watchMilliseconds = 500

/**
 * Starts the server of the folder, or connects to it if it is running.
 *
 * @throws StartError, which says what to do, if no server can be started.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { database = 'postgres', durable = true } = options
  const cluster = clusterIn(resolve(options.folder))
  const binaries = options.binariesFolder ?? installedBinaries()
  linkLibraries(binaries)
  await prepareData(cluster, binaries, durable)
  const settings = { ...(durable ? {} : fleeting), ...options.settings }
  const server = await findOrStart(cluster, binaries, settings)
  const ended = new AbortController()
  const timer = setInterval(() => {
    if (isServerOf(cluster.data, server.pid)) return
    clearInterval(timer)
    ended.abort(endOf(cluster))
  }, watchMilliseconds).unref()
  let stopping: Promise<void> | undefined
  const stop = () => {
    clearInterval(timer)
    return (stopping ??= endUse(cluster, server))
  }
  try {
    await alone(server, () => ensureDatabase(server, database))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: superuserUrl(cluster, server.port, database),
    ended: ended.signal,
    logins: (names) => alone(server, () => prepareLogins(cluster, server, database, names)),
    stop,
  }
}

/** Two starts at once prepare one after the other. */
async function alone<T>({ client }: Server, work: () => Promise<T>): Promise<T> {
  await client.query('SELECT pg_advisory_lock(2)')
  try {
    return await work()
  } finally {
    await client.query('SELECT pg_advisory_unlock(2)')
  }
}

async function ensureDatabase({ client }: Server, name: string): Promise<void> {
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
}

/** Creates the roles that are missing, and makes `owner` the owner of the database. */
async function prepareLogins(
  cluster: Cluster,
  { port }: Server,
  database: string,
  { owner, service }: Readonly<Record<'owner' | 'service', string>>,
): Promise<Logins> {
  // The same at each start, so that a second start does not invalidate the password of the first.
  const passwordFor = (name: string) =>
    createHmac('sha256', passwordOf(cluster)).update(name).digest('base64url')
  const client = await connect(superuserUrl(cluster, port, database))
  const roles = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles')
  const known = new Set(roles.rows.map(({ rolname }) => rolname))
  const [ownerRole, serviceRole] = [owner, service].map(pg.escapeIdentifier)
  const passwords = [owner, service].map((name) => {
    const password = pg.escapeLiteral(passwordFor(name))
    const verb = known.has(name) ? 'ALTER' : 'CREATE'
    return `${verb} ROLE ${pg.escapeIdentifier(name)} LOGIN PASSWORD ${password};`
  })
  // By default every role may create large objects without limit, whatever its other rights.
  await client.query(`
    ${passwords.join('\n')}
    GRANT ${serviceRole} TO ${ownerRole} WITH INHERIT FALSE, SET TRUE;
    ALTER DATABASE ${pg.escapeIdentifier(database)} OWNER TO ${ownerRole};
    REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea)
      FROM PUBLIC`)
  await client.end()
  const urlOf = (name: string) => loginUrl({ name, password: passwordFor(name) }, port, database)
  return { ownerUrl: urlOf(owner), serviceUrl: urlOf(service) }
}
