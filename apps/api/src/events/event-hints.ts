import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { ServiceLogin } from '../db/pool.ts'
import { doAgainAndAgain, type RecurringWork } from '../recurring-work.ts'

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
  readonly #logger: FastifyBaseLogger
  readonly #grown: LogHasGrown
  #client: pg.Client | undefined

  constructor(parts: {
    login: Required<ServiceLogin>
    logger: FastifyBaseLogger
    grown: LogHasGrown
  }) {
    this.#login = parts.login
    this.#logger = parts.logger
    this.#grown = parts.grown
  }

  /** Keeps a connection until it is stopped. */
  start(): RecurringWork {
    const work = doAgainAndAgain(async () => {
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
    const client = new pg.Client({
      connectionString: this.#login.url,
      application_name: 'vadium-events',
      connectionTimeoutMillis: 3000,
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => this.#grown(payload))
    client.on('error', (err) => {
      this.#logger.warn({ err }, 'the database no longer tells of events')
    })
    client.on('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    try {
      await client.connect()
      await client.query(`SET ROLE ${pg.escapeIdentifier(this.#login.role)}; LISTEN ${channel}`)
      this.#client = client
      this.#grown(undefined)
    } catch (err) {
      this.#logger.warn({ err }, 'the database does not tell of events')
      await client.end().catch(() => undefined)
    }
  }
}
