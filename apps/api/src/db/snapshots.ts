import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { Refusal } from '../refusal.ts'
import { type Tenant, enterStatement, isGoodCredential } from './tenant.ts'

export interface SnapshotLimits {
  /** Open at once, by everybody. */
  readonly process: number
  /** Open at once, by one organization. */
  readonly organization: number
  /** How long one may wait for its reader to take the next rows. */
  readonly idleMs: number
  /** How long one may stay open at all: while it does, nothing that it sees can be cleaned up. */
  readonly totalMs: number
  /** How long at the most one outlives the credential that opened it, with the time of a batch. */
  readonly lookMs: number
}

/** A snapshot that was ended before it had been read to its end: what was read of it is a part. */
export class SnapshotCutOffError extends Error {
  override readonly name = 'SnapshotCutOffError'
}

/**
 * Pictures of the book of one organization at one moment, for whoever reads long. Each holds a connection of its own
 * pool, so that however many are open, everything else has its connections.
 */
export class Snapshots {
  readonly #pool: Pool
  readonly #limits: SnapshotLimits
  readonly #byOrganization = new Map<string, number>()
  #open = 0

  /** @param pool With one connection more than snapshots may be open: by that one credentials are looked at. */
  constructor(pool: Pool, limits: SnapshotLimits) {
    this.#pool = pool
    this.#limits = limits
  }

  /** How many are open. */
  get open(): number {
    return this.#open
  }

  /** Opens one, which its reader must end. Where too many are open, or the credential is no longer good, it is a refusal. */
  async begin(tenant: Tenant): Promise<Snapshot | Refusal> {
    const { organizationId } = tenant
    const own = this.#byOrganization.get(organizationId) ?? 0
    if (own >= this.#limits.organization || this.#open >= this.#limits.process) {
      return new Refusal('OVERLOADED', [], 'too many reports at once')
    }
    this.#count(organizationId, 1)
    let snapshot: Snapshot | undefined
    try {
      const client = await this.#pool.connect()
      snapshot = new Snapshot(client, this.#limits, {
        isStillGood: () => this.#isStillGood(tenant),
        ended: () => this.#count(organizationId, -1),
      })
      if (await snapshot.enter(tenant)) {
        tenant.vouched = true
        return snapshot
      }
      await snapshot.end()
      return new Refusal('UNAUTHENTICATED', [], 'credential changed')
    } catch (error) {
      if (snapshot === undefined) this.#count(organizationId, -1)
      else snapshot.cutOff('it could not begin')
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #isStillGood({ credentialId, organizationId, role }: Tenant): Promise<boolean> {
    const { rowCount } = await this.#pool.query(`SELECT WHERE ${isGoodCredential}`, [
      credentialId,
      organizationId,
      role,
    ])
    return rowCount === 1
  }

  #count(organizationId: string, change: 1 | -1): void {
    this.#open += change
    const own = (this.#byOrganization.get(organizationId) ?? 0) + change
    if (own === 0) this.#byOrganization.delete(organizationId)
    else this.#byOrganization.set(organizationId, own)
  }
}

/**
 * Rows are wanted one batch after the other, each within the time of a statement, so the plan that gives the first
 * of them soonest is the best for all.
 */
export const cursorSettings = 'SET LOCAL cursor_tuple_fraction = 0.0001'

/**
 * The order of a part of a statement whose rows are wanted one after the other. PostgreSQL plans a part that is ordered for
 * all of its rows at once, and may sort a million to give the first of them; with a limit, whatever it is, it also
 * looks for an index that has them in their order.
 */
export const inOrder = (order: string) => `ORDER BY ${order} LIMIT 1000000000000`

interface Watch {
  readonly isStillGood: () => Promise<boolean>
  readonly ended: () => void
}

/** The book of one organization as it stood when this was opened, however long it is read. */
export class Snapshot {
  readonly #client: PoolClient
  readonly #limits: SnapshotLimits
  readonly #watch: Watch
  readonly #wholeTime: NodeJS.Timeout
  #idleTime: NodeJS.Timeout | undefined
  #lookedAtMs = performance.now()
  #cursors = 0
  #over: 'ended' | SnapshotCutOffError | undefined

  constructor(client: PoolClient, limits: SnapshotLimits, watch: Watch) {
    this.#client = client
    this.#limits = limits
    this.#watch = watch
    this.#wholeTime = setTimeout(() => this.cutOff('it was open for too long'), limits.totalMs)
  }

  /** Whether it belongs to the tenant now: not where the credential is no longer good. */
  async enter(tenant: Tenant): Promise<boolean> {
    await this.#client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rowCount } = await this.#client.query(enterStatement(tenant, 'custom'))
    // What a process leaves behind that hangs is ended by the database.
    await this.#client.query(
      `SET LOCAL idle_in_transaction_session_timeout = ${this.#limits.idleMs * 2}; ${cursorSettings}`,
    )
    this.#waitForReader()
    return rowCount === 1
  }

  async query<Row extends QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<QueryResult<Row>> {
    this.#mustBeOpen()
    try {
      return await this.#client.query<Row>(text, values)
    } catch (error) {
      // Why its connection was closed says more than that it was.
      this.#mustBeOpen()
      throw error
    }
  }

  /**
   * The rows of a statement, a batch at a time as its reader takes them: one with the reader, and one that is
   * ready for it.
   * @throws SnapshotCutOffError where its time is over or its credential is no longer good.
   */
  async *rows<Row extends QueryResultRow>(
    text: string,
    values: unknown[],
    batchRows: number,
  ): AsyncGenerator<Row[], void, undefined> {
    this.#cursors += 1
    const cursor = `rows_${this.#cursors}`
    await this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values)
    const fetch = `FETCH ${batchRows} FROM ${cursor}`
    let next = this.#next<Row>(fetch)
    for (;;) {
      const { rows } = await next
      const isLast = rows.length < batchRows
      if (!isLast) {
        // Read while its reader writes what came before. If that fails, it is told when it is wanted.
        next = this.#next<Row>(fetch)
        next.catch(() => undefined)
      }
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  }

  /** Ends it, once: its connection is free again. */
  async end(): Promise<void> {
    if (this.#over !== undefined) return
    this.#finish('ended')
    try {
      await this.#client.query('ROLLBACK')
      this.#client.release()
    } catch (error) {
      this.#client.release(error instanceof Error ? error : true)
    }
  }

  /** Ends it in the middle of whatever it does: its connection is closed. */
  cutOff(why: string): void {
    if (this.#over !== undefined) return
    const error = new SnapshotCutOffError(why)
    this.#finish(error)
    this.#client.release(error)
  }

  async #next<Row extends QueryResultRow>(fetch: string): Promise<QueryResult<Row>> {
    clearTimeout(this.#idleTime)
    if (performance.now() - this.#lookedAtMs >= this.#limits.lookMs) {
      this.#lookedAtMs = performance.now()
      if (!(await this.#watch.isStillGood())) this.cutOff('its credential is no longer good')
    }
    const result = await this.query<Row>(fetch)
    this.#waitForReader()
    return result
  }

  #waitForReader(): void {
    if (this.#over !== undefined) return
    this.#idleTime = setTimeout(() => this.cutOff('its reader took too long'), this.#limits.idleMs)
  }

  #mustBeOpen(): void {
    if (this.#over === 'ended') throw new Error('a snapshot was read after its end')
    if (this.#over !== undefined) throw this.#over
  }

  #finish(over: 'ended' | SnapshotCutOffError): void {
    this.#over = over
    clearTimeout(this.#wholeTime)
    clearTimeout(this.#idleTime)
    this.#watch.ended()
  }
}
