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

type Work<T> = (tx: WriteTransaction) => Promise<T | Refusal>

/** Sends what the work needs to begin, and returns the rest of the work. */
type Start<T> = (tx: WriteTransaction) => Promise<() => Promise<T | Refusal>>

/** Assigns the transaction to an organization; or refuses who asks. */
type Enter = (client: PoolClient) => Promise<Refusal | undefined>

interface Begun<T> {
  readonly tx: WriteTransaction
  readonly starting: ReturnType<Start<T>>
  readonly stranger: Refusal | undefined
}

const atOnce =
  <T>(work: Work<T>): Start<T> =>
  (tx) =>
    Promise.resolve(() => work(tx))

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
  byTenant<T>(tenant: Tenant, work: Work<T>): Promise<T | Refusal> {
    return this.#inNameOf(this.#shares.of(tenant), tenant, atOnce(work))
  }

  /**
   * The same for work that reads something before it can do anything. What `admit` sends goes to
   * the database with the statement that confirms the credential, in one round trip. Unless the
   * credential is confirmed, nothing of it is kept and the work is not begun.
   */
  byAdmitted<A, T>(
    tenant: Tenant,
    admit: (tx: WriteTransaction) => Promise<A>,
    work: (tx: WriteTransaction, admitted: A) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    return this.#inNameOf(this.#shares.of(tenant), tenant, async (tx) => {
      const admitted = await admit(tx)
      return () => work(tx, admitted)
    })
  }

  /**
   * The same for a request that the service carries out later. A worker of many organizations waits
   * for no connection of one of them, which may use all of its share.
   */
  onBehalfOf<T>(tenant: Tenant, work: Work<T>): Promise<T | Refusal> {
    return this.#inNameOf(this.#pool, tenant, atOnce(work))
  }

  #inNameOf<T>(connections: Connections, tenant: Tenant, start: Start<T>): Promise<T | Refusal> {
    return this.#transaction(connections, tenant, start, async (client) => {
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
   * The same for work that only looks rows up by their keys, often by a short list of them, which
   * PostgreSQL would plan each time.
   */
  byKeys<T>(organizationId: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#byService(this.#pool, organizationId, work, 'generic')
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
    planMode: 'generic' | 'auto' = 'auto',
  ): Promise<T> {
    return this.#transaction(connections, { organizationId }, atOnce(work), async (client) => {
      await client.query(enterByService(organizationId, planMode))
      return undefined
    }) as Promise<T>
  }

  async #transaction<T>(
    connections: Connections,
    actor: Actor,
    start: Start<T>,
    enter: Enter,
  ): Promise<T | Refusal> {
    // Each connection may have lost its statements once.
    let attemptsLeft = attemptsMax
    let lossesLeft = this.#pool.options.max
    for (;;) {
      try {
        return await this.#attempt(connections, actor, start, enter)
      } catch (error) {
        if (error instanceof Stranger) return error.refusal
        if (losesStatements(error)) lossesLeft -= 1
        else attemptsLeft -= 1
        if (!isTransient(error) || attemptsLeft === 0 || lossesLeft < 0) throw error
      }
    }
  }

  async #attempt<T>(
    connections: Connections,
    actor: Actor,
    start: Start<T>,
    enter: Enter,
  ): Promise<T | Refusal> {
    let begun: Begun<T> | undefined
    const outcome = await inTransaction(
      connections,
      async (client) => {
        const nowMs = this.#clock.now()
        const tx = new WriteTransaction(client, actor, nowMs, this.#ids, this.#dealChanged)
        const entering = enter(client)
        const starting = start(tx)
        // If the transaction is not entered, what was sent meanwhile may fail as well.
        starting.catch(() => undefined)
        begun = { tx, starting, stranger: await entering }
      },
      () => finished(begun),
      { failureOfWork: () => begun?.tx.failure },
    )
    const tx = begun?.tx
    if (tx !== undefined && tx.grownLogs.size > 0) this.#eventsCommitted(tx.grownLogs)
    await tx?.committed()
    return outcome
  }
}

async function finished<T>(begun: Begun<T> | undefined): Promise<T | Refusal> {
  if (begun === undefined) throw new Error('a transaction was not entered')
  const { tx, starting, stranger } = begun
  try {
    if (stranger !== undefined) {
      await starting.catch(() => undefined)
      throw new Stranger(stranger)
    }
    const work = await starting
    const done = await work()
    await tx.finish()
    return done
  } finally {
    tx.end()
  }
}

/** Who asks may not act: everything that was sent meanwhile is rolled back. */
class Stranger extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}
