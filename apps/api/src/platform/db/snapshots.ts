import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { beginReading } from './transaction.ts'
import { Refusal } from '../refusal.ts'
import { type ShareLimits, Shares } from '../shares.ts'
import { ReaderPace } from './reader-pace.ts'
import { type Tenant, enterStatement, isGoodCredential } from './tenant.ts'

/** How many may be open at once, and for how long. */
export interface SnapshotLimits extends ShareLimits {
  /** How long one may wait for its reader to take the next rows. */
  readonly idleMs: number
  /** How long one may stay open at all: while it does, nothing that it sees can be cleaned up. */
  readonly totalMs: number
  /** How long at the most one outlives the credential that opened it, with the time of a batch. */
  readonly lookMs: number
  /** Whose reader takes less than so much a second is cut off where another needs its place. */
  readonly bytesPerSecondMin: number
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number
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
  readonly #shares: Shares
  readonly #held = new Set<Snapshot>()

  /** @param pool With one connection more than snapshots may be open: by that one credentials are looked at. */
  constructor(pool: Pool, limits: SnapshotLimits) {
    this.#pool = pool
    this.#limits = limits
    this.#shares = new Shares(limits)
  }

  /** How many are open. */
  get open(): number {
    return this.#shares.count
  }

  /** Opens one, which its reader must end. Where too many are open, or the credential is no longer good, it is a refusal. */
  async begin(tenant: Tenant): Promise<Snapshot | Refusal> {
    if (this.#shares.full(tenant.organizationId) === 'process') this.#cutOffSlowest()
    const release = this.#shares.take(tenant.organizationId)
    if (typeof release === 'string') {
      return new Refusal('OVERLOADED', [], `too many reports at once of this ${release}`)
    }
    let snapshot: Snapshot | undefined
    try {
      const client = await this.#pool.connect()
      const opened: Snapshot = new Snapshot(client, this.#limits, {
        isStillGood: () => this.#isStillGood(tenant),
        ended: () => {
          this.#held.delete(opened)
          release()
        },
      })
      snapshot = opened
      this.#held.add(opened)
      if (await snapshot.enter(tenant)) {
        tenant.verified = true
        return snapshot
      }
      await snapshot.end()
      return new Refusal('UNAUTHENTICATED', [], 'credential changed')
    } catch (error) {
      if (snapshot === undefined) release()
      else snapshot.cutOff('it could not begin')
      throw error
    }
  }

  /** Has the slowest reader make room, if there is one below the least rate. */
  #cutOffSlowest(): void {
    const slow = [...this.#held]
      .map((snapshot) => ({ snapshot, rate: snapshot.pace.bytesPerSecond }))
      .filter(({ rate }) => rate < this.#limits.bytesPerSecondMin)
      .sort((one, other) => one.rate - other.rate)
    slow[0]?.snapshot.cutOff('its reader was too slow while another waited')
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
  /** Called by the code that writes what is read here. */
  readonly pace: ReaderPace
  readonly #client: PoolClient
  readonly #limits: SnapshotLimits
  readonly #watch: Watch
  readonly #wholeTime: NodeJS.Timeout
  #idleTime: NodeJS.Timeout | undefined
  #lookedAtMs = performance.now()
  #cursors = 0
  #over: 'ended' | SnapshotCutOffError | undefined

  constructor(client: PoolClient, limits: SnapshotLimits, watch: Watch) {
    this.pace = new ReaderPace(limits.now)
    this.#client = client
    this.#limits = limits
    this.#watch = watch
    this.#wholeTime = setTimeout(() => this.cutOff('it was open for too long'), limits.totalMs)
  }

  /** Whether it belongs to the tenant now: not where the credential is no longer good. */
  async enter(tenant: Tenant): Promise<boolean> {
    await this.#client.query(beginReading)
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
