import pg, { type ClientBase } from 'pg'
import { StartError } from '../start-error.ts'
import { ReadOnlyServerError } from './database-failure.ts'

/** What `target_session_attrs` may say: the service cannot work where it cannot write. */
const writing = new Set(['read-write', 'primary'])

/**
 * The servers that DATABASE_URL names. Several hosts in one URL are a feature of libpq that pg does
 * not have. One server is in use: the first that takes connections and, where that is asked for,
 * writes. A connection that fails moves the whole process on to the next server.
 */
export class DatabaseHosts {
  /** Whether only a server is good that takes writes. */
  readonly mustWrite: boolean
  readonly #urls: readonly [string, ...string[]]
  #current = 0
  #generation = 0

  /** @throws StartError where the URL is not one. */
  constructor(databaseUrl: string) {
    const [first, ...others] = urlsOf(databaseUrl)
    if (first === undefined) throw badUrl('names no host')
    this.#urls = [first, ...others]
    const wanted =
      others.length === 0 ? wantedOf(databaseUrl) : (wantedOf(databaseUrl) ?? 'read-write')
    if (wanted !== undefined && !writing.has(wanted)) {
      throw badUrl('can have target_session_attrs=read-write or primary, and no other')
    }
    this.mustWrite = wanted !== undefined
  }

  get count(): number {
    return this.#urls.length
  }

  /** The address of the server that is in use. */
  get url(): string {
    return this.#urls[this.#current] ?? this.#urls[0]
  }

  /** Another number: connections that were opened under one before it are to be closed. */
  get generation(): number {
    return this.#generation
  }

  /**
   * A connection to a server failed. Where that server is no longer in use, this changes nothing.
   */
  moveOnFrom(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.count
  }

  /** A server that is connected to takes no writes: all connections are to be replaced. */
  renew(): void {
    this.#generation += 1
  }
}

const known = new Map<string, DatabaseHosts>()

/** The servers of an address: the same for all who use it in this process. */
export function hostsOf(databaseUrl: string): DatabaseHosts {
  let hosts = known.get(databaseUrl)
  if (hosts === undefined) known.set(databaseUrl, (hosts = new DatabaseHosts(databaseUrl)))
  return hosts
}

/** Connections of a pool, each to the server of an address that is in use when it is opened. */
export function clientOf(hosts: DatabaseHosts): new () => pg.Client {
  return class extends pg.Client {
    constructor(settings: pg.ClientConfig = {}) {
      super({ ...settings, connectionString: hosts.url })
    }
  }
}

/**
 * A connection to one of the servers of an address: asked in turn, each once.
 * @throws where none is good, the error of the last.
 */
export async function connectToHost(
  hosts: DatabaseHosts,
  settings: Omit<pg.ClientConfig, 'connectionString'>,
): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const { url } = hosts
    const client = new pg.Client({ ...settings, connectionString: url })
    // A connection that breaks fails what is asked on it. Without a listener its event would end
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

/** Why a server takes no writes; undefined where it does. */
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
 * Scheme and user, hosts, and the rest. A user, a password and a name are percent-encoded, so
 * nothing else has these marks.
 */
const parts = new RegExp(`^(${scheme}(?:[^@/?#]*@)?)([^/?#]*)(.*)$`, 's')
const attribute = /([?&])target_session_attrs=([^&#]*)(&?)/

function wantedOf(databaseUrl: string): string | undefined {
  return attribute.exec(databaseUrl)?.[2]
}

/** One URL a host. What pg does not know is left out of it. */
function urlsOf(databaseUrl: string): string[] {
  const plain = databaseUrl.replace(attribute, (_found, before: string, _wanted, after: string) =>
    after === '' ? '' : before,
  )
  const [, user, hosts, rest] = parts.exec(plain) ?? []
  if (user === undefined || hosts === undefined || rest === undefined) return [plain]
  const urls = hosts.split(',').map((host) => `${user}${host}${rest}`)
  if (urls.length > 1 && !urls.every((url) => URL.canParse(url))) {
    throw badUrl('has a host that cannot be read')
  }
  return urls
}

/** The URL itself is not shown: it may hold a password. */
function badUrl(fault: string): StartError {
  return new StartError(
    `DATABASE_URL ${fault}. Expected postgres://user:password@host:port/database, or several hosts: ` +
      'postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write.',
  )
}
