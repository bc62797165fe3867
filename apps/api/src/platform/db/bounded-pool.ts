import pg from 'pg'
import { isReadOnlyServer, noteConnectionError, PoolOverloadedError } from './database-failure.ts'
import { clientOf, type DatabaseHosts, requireWrites } from './database-hosts.ts'

/** The largest number of requests that wait for a connection; one more is shed. */
const poolWaitersMax = 256

type ConnectCallback = NonNullable<Parameters<pg.Pool['connect']>[0]>

// What pg's pool says to who has waited too long for a connection that others hold.
const waitedTooLong = 'timeout exceeded when trying to connect'

interface BoundedPoolSettings extends Omit<pg.PoolConfig, 'onConnect'> {
  /** What is done with each new connection before anything else. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>
}

/**
 * A pool that does not let requests queue up without bound, in number or in time; `query` asks it
 * for a connection as well. Its connections go to the server in use. Where that server fails, the
 * others of the address are tried before the request fails. After a server has turned out to take
 * no writes, all connections are replaced.
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
          if (client === undefined) reject(error ?? new Error('the pool gave no connection'))
          else resolve(client)
        })
      })
    }
    if (this.waitingCount >= poolWaitersMax) {
      callback(new PoolOverloadedError('too many requests wait'), undefined, () => undefined)
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
        callback(new PoolOverloadedError('waited too long'), client, done)
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
