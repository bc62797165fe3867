import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { connectToHost, type DatabaseHosts, hostsOf } from '../db/database-hosts.ts'
import type { ServiceLogin } from '../db/pool.ts'
import { runPeriodically, type RecurringWork } from '../recurring-work.ts'

/** The channels of NOTIFY. */
export const channels = {
  /** A log has grown. The payload is the id of its organization. */
  events: 'vadium_events',
  /** A log has grown that webhooks follow. */
  webhooks: 'vadium_webhooks',
} as const
const reconnectMs = 1000

/**
 * Is called when the log of an organization has grown. Undefined: any log may have grown. It must
 * not throw.
 */
export type LogHasGrown = (organizationId: string | undefined) => void

/**
 * Listens to the database for hints that a log has grown, in any process. A hint may be lost with
 * its connection, so after a reconnect every log may have grown.
 */
export class EventHints {
  readonly #login: Required<ServiceLogin>
  readonly #hosts: DatabaseHosts
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>
  readonly #grown: LogHasGrown
  readonly #webhooksDue: () => void
  #client: pg.Client | undefined
  #generation = 0

  constructor(parts: {
    login: Required<ServiceLogin>
    logger: Pick<FastifyBaseLogger, 'warn'>
    grown: LogHasGrown
    /** Is called when a log has grown that webhooks may follow. It must not throw. */
    webhooksDue: () => void
  }) {
    this.#login = parts.login
    this.#hosts = hostsOf(parts.login.url)
    this.#logger = parts.logger
    this.#grown = parts.grown
    this.#webhooksDue = parts.webhooksDue
  }

  /** Keeps a connection until it is stopped. */
  start(): RecurringWork {
    const work = runPeriodically(async () => {
      // The server is read-only, so it will send no hints.
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
      await client.query(
        `SET ROLE ${pg.escapeIdentifier(this.#login.role)};
         LISTEN ${channels.events}; LISTEN ${channels.webhooks}`,
      )
      this.#client = client
      this.#grown(undefined)
      this.#webhooksDue()
    } catch (err) {
      this.#logger.warn({ err }, 'listening for events failed')
      await client?.end().catch(() => undefined)
    }
  }

  #leave(): void {
    this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }

  #follow(client: pg.Client): void {
    client.on('notification', ({ channel, payload }) => {
      if (channel === channels.webhooks) this.#webhooksDue()
      else this.#grown(payload)
    })
    client.on('error', (err) => {
      this.#logger.warn({ err }, 'connection for events lost')
    })
    client.on('end', () => {
      if (this.#client === client) this.#client = undefined
    })
  }
}
