import pg, { type Pool, type PoolClient } from 'pg'
import type { Clock } from '../clock.ts'
import { enterByService, enterStatement, type Tenant } from '../db/tenant.ts'
import type { Ids } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { type Deal, type DealChanged, WriteTransaction } from './write-transaction.ts'

const attemptsMax = 5
/** Serialization failure, deadlock: nothing was done, and the same again may well succeed. */
const passing = new Set(['40001', '40P01'])

/** In whose name a transaction is, and by which credential, if by any. */
interface Actor {
  readonly organizationId: string
  readonly credentialId?: string
}

/** Transactions that change the book. One a use case. */
export class Writes {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #listeners: DealChanged[] = []
  readonly #dealChanged = (deal: Deal) => {
    for (const listener of this.#listeners) listener(deal)
  }

  constructor(pool: Pool, clock: Clock, ids: Ids) {
    this.#pool = pool
    this.#clock = clock
    this.#ids = ids
  }

  /** Has a listener told of every deal that this process may have changed, when that is committed. */
  onDealChanged(listener: DealChanged): void {
    this.#listeners.push(listener)
  }

  /** In the name of a caller, whose credential must still be good when the transaction begins. */
  byTenant<T>(
    tenant: Tenant,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    return this.#transaction(tenant, work, async (client) => {
      const { rowCount } = await client.query(enterStatement(tenant, 'custom'))
      if (rowCount === 0) return new Refusal('UNAUTHENTICATED', [], 'credential changed')
      tenant.vouched = true
      return undefined
    })
  }

  /** The service's own work, in the name of one party of a deal: a deadline, a custodian's answer. */
  byService<T>(organizationId: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#transaction({ organizationId }, work, async (client) => {
      await client.query(enterByService, [organizationId])
      return undefined
    }) as Promise<T>
  }

  async #transaction<T>(
    actor: Actor,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
    enter: (client: PoolClient) => Promise<Refusal | undefined>,
  ): Promise<T | Refusal> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(actor, work, enter)
      } catch (error) {
        const mayPass = error instanceof pg.DatabaseError && passing.has(error.code ?? '')
        if (!mayPass || attempt >= attemptsMax) throw error
      }
    }
  }

  async #attempt<T>(
    actor: Actor,
    work: (tx: WriteTransaction) => Promise<T | Refusal>,
    enter: (client: PoolClient) => Promise<Refusal | undefined>,
  ): Promise<T | Refusal> {
    const client = await this.#pool.connect()
    const nowMs = this.#clock.now()
    const tx = new WriteTransaction(client, actor, nowMs, this.#ids, this.#dealChanged)
    let outcome: T | Refusal
    let broken: Error | undefined
    let hasEntered = false
    try {
      await client.query('BEGIN')
      const stranger = await enter(client)
      hasEntered = true
      if (stranger !== undefined) {
        await client.query('ROLLBACK')
        return stranger
      }
      outcome = await work(tx)
      await tx.appendEvents()
      await commit(client)
    } catch (error) {
      // A connection that cannot enter may have lost its role: it is closed, and another is opened.
      broken = hasEntered ? await rollback(client) : asError(error)
      throw error
    } finally {
      client.release(broken)
    }
    tx.committed()
    return outcome
  }
}

/** A transaction in which a statement has failed is rolled back by its commit, without an error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT')
  if (command !== 'COMMIT') throw new Error('a statement had failed, so nothing was committed')
}

/** A connection on which even the rollback fails is closed. */
async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (error) {
    return asError(error)
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
