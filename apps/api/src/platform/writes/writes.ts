import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../clock.ts'
import { type Connections, ConnectionShares } from '../db/connection-shares.ts'
import { isTransient, losesStatements } from '../db/database-failure.ts'
import { enterByService, enterStatement, type Tenant } from '../db/tenant.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Ids } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { type Actor, type Deal, type DealChanged, WriteTransaction } from './write-transaction.ts'

const attemptsMax = 5

/** Called when events of these logs were committed. It must not throw. */
export type EventsCommitted = (logs: ReadonlySet<string>) => void

/** Opens the transactions that change the book. Each use case has one. */
export class Writes {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #shares: ConnectionShares
  readonly #listeners: DealChanged[] = []
  #eventsCommitted: EventsCommitted = () => undefined
  readonly #dealChanged = (deal: Deal) => {
    for (const listener of this.#listeners) listener(deal)
  }

  constructor(pool: Pool, clock: Clock, ids: Ids, shares = new ConnectionShares(pool)) {
    this.#pool = pool
    this.#shares = shares
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Registers a listener for deals that this process may have changed. It is called after the
   * commit.
   */
  onDealChanged(listener: DealChanged): void {
    this.#listeners.push(listener)
  }

  /** Registers who numbers the events after each commit. */
  onEventsCommitted(listener: EventsCommitted): void {
    this.#eventsCommitted = listener
  }

  /**
   * Runs work in the name of a caller. The credential must be valid when the transaction starts.
   */
  byTenant<T>(
    tenant: Tenant,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    return this.#inNameOf(this.#shares.of(tenant), tenant, work)
  }

  /**
   * The same for a request that the service carries out later. A worker of many organizations waits
   * for no connection of one of them, which may use all of its share.
   */
  onBehalfOf<T>(
    tenant: Tenant,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    return this.#inNameOf(this.#pool, tenant, work)
  }

  #inNameOf<T>(
    connections: Connections,
    tenant: Tenant,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    return this.#transaction(connections, tenant, work, async (client) => {
      const { rowCount } = await client.query(enterStatement(tenant, 'auto'))
      if (rowCount === 0) return new Refusal('UNAUTHENTICATED', [], 'credential changed')
      tenant.verified = true
      return undefined
    })
  }

  /**
   * Runs the service's own work in the name of one party of a deal, such as a passed deadline or a
   * custodian's answer.
   */
  byService<T>(organizationId: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#byService(this.#pool, organizationId, work)
  }

  /**
   * The same for a request that no credential has signed. It waits for a connection of the
   * organization's share, so that who has a link cannot take those of all organizations.
   */
  unsigned<T>(organizationId: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#byService(this.#shares.of({ organizationId }), organizationId, work)
  }

  #byService<T>(
    connections: Connections,
    organizationId: string,
    work: (tx: WriteTransaction) => Promise<T>,
  ): Promise<T> {
    return this.#transaction(connections, { organizationId }, work, async (client) => {
      await client.query(enterByService(organizationId))
      return undefined
    }) as Promise<T>
  }

  async #transaction<T>(
    connections: Connections,
    actor: Actor,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
    enter: (client: PoolClient) => Promise<Refusal | undefined>,
  ): Promise<T | Refusal> {
    // Each connection may have lost its statements once.
    let attemptsLeft = attemptsMax
    let lossesLeft = this.#pool.options.max
    for (;;) {
      try {
        return await this.#attempt(connections, actor, work, enter)
      } catch (error) {
        if (losesStatements(error)) lossesLeft -= 1
        else attemptsLeft -= 1
        if (!isTransient(error) || attemptsLeft === 0 || lossesLeft < 0) throw error
      }
    }
  }

  async #attempt<T>(
    connections: Connections,
    actor: Actor,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
    enter: (client: PoolClient) => Promise<Refusal | undefined>,
  ): Promise<T | Refusal> {
    let nowMs = 0
    let stranger: Refusal | undefined
    let tx: WriteTransaction | undefined
    const outcome = await inTransaction(
      connections,
      async (client) => {
        nowMs = this.#clock.now()
        stranger = await enter(client)
      },
      async (client) => {
        if (stranger !== undefined) return stranger
        tx = new WriteTransaction(client, actor, nowMs, this.#ids, this.#dealChanged)
        const done = await work(tx)
        await tx.appendEvents()
        return done
      },
    )
    if (tx !== undefined && tx.grownLogs.size > 0) this.#eventsCommitted(tx.grownLogs)
    await tx?.committed()
    return outcome
  }
}
