import pg, { type ClientBase } from 'pg'
import { StartError } from '../start-error.ts'
import { ReadOnlyServerError } from './database-failure.ts'

/** The accepted values of `target_session_attrs`. The service cannot work on a read-only server. */
const writableAttributes = new Set(['read-write', 'primary'])

/**
 * The servers in DATABASE_URL. libpq accepts several hosts in one URL, but pg does not. One server
 * is in use: the first that accepts connections and, if the URL requires it, writes. When a
 * connection to it fails, the whole process moves on to the next server.
 */
export class DatabaseHosts {
  /** Whether a server is used only if it accepts writes. */
  readonly mustWrite: boolean
  readonly #urls: readonly [string, ...string[]]
  #current = 0
  #generation = 0

  /** @throws StartError if the URL is invalid. */
  constructor(databaseUrl: string) {
    const [first, ...others] = urlsOf(databaseUrl)
    if (first === undefined) throw badUrl('names no host')
    this.#urls = [first, ...others]
    const wanted =
      others.length === 0 ? wantedOf(databaseUrl) : (wantedOf(databaseUrl) ?? 'read-write')
    if (wanted !== undefined && !writableAttributes.has(wanted)) {
      throw badUrl('can have target_session_attrs=read-write or primary, and no other')
    }
    this.mustWrite = wanted !== undefined
  }

  get count(): number {
    return this.#urls.length
  }

  /** The URL of the server that is in use. */
  get url(): string {
    return this.#urls[this.#current] ?? this.#urls[0]
  }

  /**
   * Changes when connections that are open must be replaced: those of an older generation are
   * closed.
   */
  get generation(): number {
    return this.#generation
  }

  /** A connection to this server failed. Does nothing if another server is already in use. */
  moveOnFrom(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.count
  }

  /** A connected server is read-only: all connections will be replaced. */
  renew(): void {
    this.#generation += 1
  }
}

const known = new Map<string, DatabaseHosts>()

/** The servers of a URL. All users of the URL in this process share the object. */
export function hostsOf(databaseUrl: string): DatabaseHosts {
  let hosts = known.get(databaseUrl)
  if (hosts === undefined) known.set(databaseUrl, (hosts = new DatabaseHosts(databaseUrl)))
  return hosts
}

/**
 * A client class for pools: each connection goes to the server that is in use when it is opened.
 */
export function clientOf(hosts: DatabaseHosts): new () => pg.Client {
  return class extends pg.Client {
    constructor(settings: pg.ClientConfig = {}) {
      super({ ...settings, connectionString: hosts.url })
    }
  }
}

/**
 * Opens a connection to one of the servers. Each server is tried once.
 * @throws the error of the last server, if none can be used.
 */
export async function connectToHost(
  hosts: DatabaseHosts,
  settings: Omit<pg.ClientConfig, 'connectionString'>,
): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const { url } = hosts
    const client = new pg.Client({ ...settings, connectionString: url })
    // A broken connection fails the statements on it. Without a listener its error event would end
    // the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      if (hosts.mustWrite) await requireWrites(client)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      hosts.moveOnFrom(url)
      if (attempt >= hosts.count) throw error
    }
  }
}

/** Why a server is read-only; undefined if it accepts writes. */
export async function whyReadOnly(client: Pick<ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(
    `SELECT pg_is_in_recovery() AS standby,
       current_setting('transaction_read_only')::boolean AS "readOnly"`,
  )
  if (rows[0]?.standby === true) return 'it is a standby'
  return rows[0]?.readOnly === true ? 'default_transaction_read_only is on' : undefined
}

/** @throws ReadOnlyServerError */
export async function requireWrites(client: Pick<ClientBase, 'query'>): Promise<void> {
  const why = await whyReadOnly(client)
  if (why !== undefined) throw new ReadOnlyServerError(why)
}

const scheme = 'postgres(?:ql)?://'
/**
 * Scheme and user, hosts, and the rest. User, password and database name are percent-encoded, so
 * these delimiters occur nowhere else.
 */
const parts = new RegExp(`^(${scheme}(?:[^@/?#]*@)?)([^/?#]*)(.*)$`, 's')
/** The folder of a Unix socket, in the two forms that pg reads. */
const socket = /^(?:\/|socket:)/
const attribute = /([?&])target_session_attrs=([^&#]*)(&?)/

/**
 * One URL for each host of DATABASE_REPLICA_URL. Which servers are replicas is seen when they are
 * read, so `target_session_attrs` says nothing.
 *
 * @throws StartError if the URL is invalid.
 */
export function replicaUrlsOf(url: string): string[] {
  return urlsOf(url, 'DATABASE_REPLICA_URL')
}

function wantedOf(databaseUrl: string): string | undefined {
  return attribute.exec(databaseUrl)?.[2]
}

/** One URL for each host, without the parameters that pg does not know. */
function urlsOf(databaseUrl: string, setting = 'DATABASE_URL'): string[] {
  const plain = databaseUrl.replace(attribute, (_found, before: string, _wanted, after: string) =>
    after === '' ? '' : before,
  )
  const [, user, hosts, rest] = parts.exec(plain) ?? []
  if (user === undefined || hosts === undefined || rest === undefined) {
    // pg would take any other text for the name of a database on a host called "base".
    if (!socket.test(plain)) throw badUrl('is not the address of a PostgreSQL server', setting)
    return [plain]
  }
  const urls = hosts.split(',').map((host) => `${user}${host}${rest}`)
  // Without a host, a parameter names the folder of a socket.
  if (hosts !== '' && !urls.every((url) => URL.canParse(url))) {
    throw badUrl('has a host that cannot be read', setting)
  }
  return urls
}

/** The message does not show the URL, because it may contain a password. */
function badUrl(fault: string, setting = 'DATABASE_URL'): StartError {
  return new StartError(
    `${setting} ${fault}. Expected postgres://user:password@host:port/database, or several hosts: ` +
      'postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write.',
  )
}
