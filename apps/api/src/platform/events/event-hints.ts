import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { connectToHost, type DatabaseHosts, hostsOf } from '../db/database-hosts.ts'
import type { ServiceLogin } from '../db/pool.ts'
import { runPeriodically, type RecurringWork } from '../recurring-work.ts'

const channel = 'vadium_events'
const reconnectMs = 1000

/** Told that the log of an organization has grown; undefined: any may have. It must not throw. */
export type LogHasGrown = (organizationId: string | undefined) => void

/**
 * Listens to the database for logs that have grown, whichever process made them grow. A hint may be lost with
 * its connection: when there is a new one, every log may have grown meanwhile.
 */
export class EventHints {
  readonly #login: Required<ServiceLogin>
  readonly #hosts: DatabaseHosts
  readonly #logger: FastifyBaseLogger
  readonly #grown: LogHasGrown
  #client: pg.Client | undefined
  #generation = 0

  constructor(parts: {
    login: Required<ServiceLogin>
    logger: FastifyBaseLogger
    grown: LogHasGrown
  }) {
    this.#login = parts.login
    this.#hosts = hostsOf(parts.login.url)
    this.#logger = parts.logger
    this.#grown = parts.grown
  }

  /** Keeps a connection until it is stopped. */
  start(): RecurringWork {
    const work = runPeriodically(async () => {
      // Its server takes no writes, so nothing will be told by it.
      if (this.#generation !== this.#hosts.generation) this.#leave()
      if (this.#client === undefined) await this.#listen()
      return reconnectMs
    })
    return {
      stop: async () => {
        await work.stop()
        await this.#client?.end().catch(() => undefined)
      },
    }
  }

  async #listen(): Promise<void> {
    let client: pg.Client | undefined
    try {
      this.#generation = this.#hosts.generation
      client = await connectToHost(this.#hosts, {
        application_name: 'vadium-events',
        connectionTimeoutMillis: 3000,
        keepAlive: true,
      })
      this.#follow(client)
      await client.query(`SET ROLE ${pg.escapeIdentifier(this.#login.role)}; LISTEN ${channel}`)
      this.#client = client
      this.#grown(undefined)
    } catch (err) {
      this.#logger.warn({ err }, 'the database does not tell of events')
      await client?.end().catch(() => undefined)
    }
  }

  #leave(): void {
    this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }

  #follow(client: pg.Client): void {
    client.on('notification', ({ payload }) => this.#grown(payload))
    client.on('error', (err) => {
      this.#logger.warn({ err }, 'the database no longer tells of events')
    })
    client.on('end', () => {
      if (this.#client === client) this.#client = undefined
    })
  }
}
