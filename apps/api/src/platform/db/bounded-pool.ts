import pg from 'pg'
import { isReadOnlyServer, noteConnectionError, PoolOverloadedError } from './database-failure.ts'
import { clientOf, type DatabaseHosts, requireWrites } from './database-hosts.ts'

/** The largest number of requests that wait for a connection. A further request is shed. */
const poolWaitersMax = 256

type ConnectCallback = NonNullable<Parameters<pg.Pool['connect']>[0]>

// The message of pg's pool when no connection became free in time.
const waitedTooLong = 'timeout exceeded when trying to connect'

interface BoundedPoolSettings extends Omit<pg.PoolConfig, 'onConnect'> {
  /** Called with each new connection before it is used. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>
}

/**
 * A pool that bounds how many requests wait for a connection, and for how long. `query` obeys the
 * same bounds. New connections go to the server in use. If that server fails, the other servers of
 * the address are tried before the request fails. If a server turns out to be read-only, all
 * connections are replaced.
 */
export class BoundedPool extends pg.Pool {
  readonly #hosts: DatabaseHosts
  readonly #generations = new WeakMap<pg.PoolClient, number>()

  constructor(hosts: DatabaseHosts, { onConnect, ...settings }: BoundedPoolSettings) {
    super({
      ...settings,
      Client: clientOf(hosts),
      onConnect: async (client: pg.ClientBase) => {
        if (hosts.mustWrite) await requireWrites(client)
        await onConnect?.(client)
      },
    })
    this.#hosts = hosts
    this.on('connect', (client) => this.#generations.set(client, hosts.generation))
    this.on('release', (error: unknown) => {
      if (isReadOnlyServer(error)) hosts.renew()
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => {
          if (client === undefined) reject(error ?? new Error('the pool returned no connection'))
          else resolve(client)
        })
      })
    }
    if (this.waitingCount >= poolWaitersMax) {
      callback(
        new PoolOverloadedError('too many requests wait for a connection'),
        undefined,
        () => undefined,
      )
      return undefined
    }
    this.#connectTo(this.#hosts.count, callback)
    return undefined
  }

  #connectTo(serversLeft: number, callback: ConnectCallback): void {
    const { url } = this.#hosts
    super.connect((error, client, done) => {
      if (client !== undefined && this.#generations.get(client) !== this.#hosts.generation) {
        done(true)
        this.#connectTo(serversLeft, callback)
      } else if (error?.message === waitedTooLong) {
        callback(new PoolOverloadedError('waited too long for a connection'), client, done)
      } else if (error !== undefined && serversLeft > 1) {
        this.#hosts.moveOnFrom(url)
        this.#connectTo(serversLeft - 1, callback)
      } else {
        if (error !== undefined) {
          noteConnectionError(error)
          this.#hosts.moveOnFrom(url)
        }
        callback(error, client, done)
      }
    })
  }
}
