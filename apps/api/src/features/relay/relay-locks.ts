import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { connectToHost, hostsOf } from '../../platform/db/database-hosts.ts'
import { databaseTimes, type ServiceLogin } from '../../platform/db/pool.ts'
import { type RecurringWork, runPeriodically } from '../../platform/recurring-work.ts'
import type { RelayedOrganization } from './relayed-organizations.ts'

const lookMs = 1000

interface Parts {
  readonly login: Required<ServiceLogin>
  readonly organizations: readonly RelayedOrganization[]
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** This process relays the log of the organization from now on. */
  readonly taken: (organizationId: string) => void
}

/**
 * Which logs this process relays: those whose advisory lock its connection has. A process that has
 * lost the connection may take itself for the holder for a while. The broker refuses what it sends
 * then, so this only keeps two processes from hindering each other.
 */
export class RelayLocks {
  readonly #parts: Parts
  readonly #held = new Set<string>()
  readonly #waiting = new Set<string>()
  #client: pg.Client | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  holds(organizationId: string): boolean {
    return this.#held.has(organizationId)
  }

  /** Takes what is free, once a second, until it is stopped. */
  start(): RecurringWork {
    const work = runPeriodically(async () => {
      try {
        await this.#look()
      } catch (err) {
        this.#parts.logger.warn({ err }, 'connection for the locks of the relay lost')
        await this.#leave()
      }
      return lookMs
    })
    return {
      stop: async () => {
        await work.stop()
        await this.#leave()
      },
    }
  }

  async #look(): Promise<void> {
    const client = (this.#client ??= await this.#connect())
    for (const organization of this.#parts.organizations) {
      if (!this.#held.has(organization.id)) await this.#take(client, organization)
    }
    // Shows that the connection is there, if nothing was left to take.
    await client.query('SELECT')
  }

  async #take(client: pg.Client, { id, slug }: RelayedOrganization): Promise<void> {
    const { logger, taken } = this.#parts
    const { rows } = await client.query<{ held: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('relay ' || $1, 0)) AS held`,
      [id],
    )
    if (rows[0]?.held === true) {
      this.#held.add(id)
      this.#waiting.delete(id)
      logger.info({ organization: slug }, 'this process relays the events')
      taken(id)
    } else if (!this.#waiting.has(id)) {
      this.#waiting.add(id)
      logger.info({ organization: slug }, 'another process relays the events: this one waits')
    }
  }

  async #connect(): Promise<pg.Client> {
    const { login } = this.#parts
    const client = await connectToHost(hostsOf(login.url), {
      application_name: 'vadium-relay',
      connectionTimeoutMillis: databaseTimes.connectMs,
      query_timeout: databaseTimes.answerMs,
      keepAlive: true,
    })
    client.on('end', () => {
      if (this.#client === client) this.#forget()
    })
    await client.query(`SET ROLE ${pg.escapeIdentifier(login.role)}`)
    return client
  }

  async #leave(): Promise<void> {
    const client = this.#client
    this.#forget()
    await client?.end().catch(() => undefined)
  }

  #forget(): void {
    this.#client = undefined
    this.#held.clear()
  }
}
