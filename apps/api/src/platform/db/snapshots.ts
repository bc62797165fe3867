import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { Connections } from './connection-shares.ts'
import type { Replicas } from './replicas.ts'
import { breaksConnection } from './database-failure.ts'
import { asError, beginReading } from './transaction.ts'
import { Refusal, refusalOfFull } from '../refusal.ts'
import type { ReaderPace } from '../reader-pace.ts'
import { CutOffError, type Place, type PlaceLimits, ReaderPlaces } from '../reader-places.ts'
import { type ReplicaRead, type Tenant, enterStatement, isGoodCredential } from './tenant.ts'
import { TextsQuery } from './texts-query.ts'

/** How many snapshots may be open at once, and for how long. */
export interface SnapshotLimits extends PlaceLimits {
  /** How long a snapshot may wait for its reader to take the next rows. */
  readonly idleMs: number
  /**
   * How long a snapshot may stay open. While it is open, PostgreSQL cannot remove the rows that it
   * sees.
   */
  readonly totalMs: number
  /**
   * The interval of the credential check: a snapshot outlives its credential by at most this long,
   * plus the time of one batch.
   */
  readonly lookMs: number
}

/**
 * Snapshots of one organization's book for long reads. Each uses a connection of a separate pool,
 * so any number of open snapshots leaves the other work its connections.
 */
export class Snapshots {
  readonly #pool: Pool
  readonly #limits: SnapshotLimits
  readonly #places: ReaderPlaces
  readonly #replicas: Replicas | undefined

  /**
   * @param pool Must have one connection more than snapshots may be open. That one checks
   * credentials.
   */
  constructor(pool: Pool, limits: SnapshotLimits, replicas?: Replicas) {
    this.#pool = pool
    this.#limits = limits
    this.#places = new ReaderPlaces(limits)
    this.#replicas = replicas
  }

  get open(): number {
    return this.#places.taken
  }

  /**
   * Opens a snapshot, which its reader must end. A refusal if too many are open or the credential
   * is no longer valid.
   */
  begin(tenant: Tenant): Promise<Snapshot | Refusal> {
    return this.#replicas?.answer(this.#readOf(tenant)) ?? this.#beginOn(this.#pool, tenant)
  }

  /** Begins again on the primary, after the snapshot of a replica has failed. */
  beginOnPrimary(tenant: Tenant): Promise<Snapshot | Refusal> {
    return (
      this.#replicas?.answerByPrimary(this.#readOf(tenant), 'failed') ??
      this.#beginOn(this.#pool, tenant)
    )
  }

  #readOf(tenant: Tenant): ReplicaRead<Snapshot> {
    const reading = (connections: Connections) => this.#beginOn(connections, tenant)
    return { tenant, kind: 'reports', reading, primary: this.#pool }
  }

  async #beginOn(connections: Connections, tenant: Tenant): Promise<Snapshot | Refusal> {
    let snapshot: Snapshot | undefined
    const place = this.#places.take(tenant.organizationId, (why) => snapshot?.cutOff(why))
    if (typeof place === 'string') {
      return refusalOfFull(place, `too many reports of this ${place} at once`)
    }
    try {
      const client = await connections.connect()
      snapshot = new Snapshot({
        client,
        limits: this.#limits,
        place,
        isStillGood: () => this.#isStillGood(tenant),
        isOnReplica: connections !== this.#pool,
      })
      if (await snapshot.enter(tenant)) {
        tenant.verified = true
        return snapshot
      }
      await snapshot.end()
      return new Refusal('UNAUTHENTICATED', [], 'credential changed')
    } catch (error) {
      if (snapshot === undefined) place.release()
      else snapshot.cutOff('it failed to start')
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
}

/**
 * Rows are fetched in batches, each within the time limit of a statement. So the plan that returns
 * the first rows soonest is the best.
 */
export const cursorSettings = 'SET LOCAL cursor_tuple_fraction = 0.0001'

/**
 * The order of a subquery whose rows are fetched one after the other. For an ordered subquery
 * PostgreSQL plans to read all rows, and may sort a million to return the first. With any limit it
 * also considers an index in that order.
 */
export const inOrder = (order: string) => `ORDER BY ${order} LIMIT 1000000000000`

interface SnapshotParts {
  readonly client: PoolClient
  readonly limits: SnapshotLimits
  readonly place: Place
  readonly isStillGood: () => Promise<boolean>
  readonly isOnReplica: boolean
}

/** The book of one organization at the moment of opening, however long it is read. */
export class Snapshot {
  /** Whether its book is that of a replica, which may break it off at any time. */
  readonly isOnReplica: boolean
  readonly #client: PoolClient
  readonly #limits: SnapshotLimits
  readonly #place: Place
  readonly #isStillGood: () => Promise<boolean>
  readonly #wholeTime: NodeJS.Timeout
  #idleTime: NodeJS.Timeout | undefined
  #lookedAtMs = performance.now()
  #cursors = 0
  #over: 'ended' | CutOffError | undefined
  /** Why its connection must be closed. */
  #broken: Error | undefined

  constructor({ client, limits, place, isStillGood, isOnReplica }: SnapshotParts) {
    this.isOnReplica = isOnReplica
    this.#client = client
    this.#limits = limits
    this.#place = place
    this.#isStillGood = isStillGood
    this.#wholeTime = setTimeout(() => this.cutOff('it was open for too long'), limits.totalMs)
  }

  /** Updated by the code that writes the answer. */
  get pace(): ReaderPace {
    return this.#place.pace
  }

  /** Starts the transaction of the tenant. False if the credential is no longer valid. */
  async enter(tenant: Tenant): Promise<boolean> {
    try {
      await this.#client.query(beginReading)
      const { rowCount } = await this.#client.query(enterStatement(tenant, 'custom'))
      // If this process hangs, the database ends the transaction.
      await this.#client.query(
        `SET LOCAL idle_in_transaction_session_timeout = ${this.#limits.idleMs * 2}; ${cursorSettings}`,
      )
      this.#waitForReader()
      return rowCount === 1
    } catch (error) {
      this.#noteBroken(error)
      throw error
    }
  }

  async query<Row extends QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<QueryResult<Row>> {
    return this.#whileOpen(() => this.#client.query<Row>(text, values))
  }

  /**
   * The rows of a statement, in batches. While the reader has one batch, the next one is fetched.
   * @throws CutOffError if the time is over or the credential is no longer valid.
   */
  rows<Row extends QueryResultRow>(
    text: string,
    values: unknown[],
    batchRows: number,
  ): AsyncGenerator<Row[], void, undefined> {
    const fetched = async (fetch: string) => (await this.query<Row>(fetch)).rows
    return this.#batches(text, values, batchRows, fetched)
  }

  /**
   * The rows of a statement with a single column of text, in batches like those of {@link rows}. It
   * costs half the time, because no value is parsed.
   */
  texts(
    text: string,
    values: unknown[],
    batchRows: number,
  ): AsyncGenerator<string[], void, undefined> {
    return this.#batches(text, values, batchRows, (fetch) => this.#fetchTexts(fetch))
  }

  async *#batches<Item>(
    text: string,
    values: unknown[],
    batchRows: number,
    fetched: (fetch: string) => Promise<Item[]>,
  ): AsyncGenerator<Item[], void, undefined> {
    this.#cursors += 1
    const cursor = `rows_${this.#cursors}`
    await this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values)
    const fetch = `FETCH ${batchRows} FROM ${cursor}`
    let next = this.#next(() => fetched(fetch))
    for (;;) {
      const items = await next
      const isLast = items.length < batchRows
      if (!isLast) {
        // Fetched while the reader writes the batch before. An error is reported when the batch is
        // requested.
        next = this.#next(() => fetched(fetch))
        next.catch(() => undefined)
      }
      if (items.length > 0) yield items
      if (isLast) return
    }
  }

  /** Ends the snapshot and releases its connection. Further calls do nothing. */
  async end(): Promise<void> {
    if (this.#over !== undefined) return
    this.#finish('ended')
    // Nothing more is sent on a broken connection, whose server may not answer.
    if (this.#broken === undefined) {
      await this.#client.query('ROLLBACK').catch((error: unknown) => {
        this.#broken = asError(error)
      })
    }
    this.#client.release(this.#broken)
  }

  /** Ends the snapshot immediately by closing its connection. */
  cutOff(why: string): void {
    if (this.#over !== undefined) return
    const error = new CutOffError(why)
    this.#finish(error)
    this.#client.release(this.#broken ?? error)
  }

  async #next<Item>(fetched: () => Promise<Item[]>): Promise<Item[]> {
    clearTimeout(this.#idleTime)
    if (performance.now() - this.#lookedAtMs >= this.#limits.lookMs) {
      this.#lookedAtMs = performance.now()
      if (!(await this.#isStillGood())) this.cutOff('its credential is no longer good')
    }
    const items = await fetched()
    this.#waitForReader()
    return items
  }

  #fetchTexts(fetch: string): Promise<string[]> {
    return this.#whileOpen(
      () =>
        new Promise((resolve, reject) => {
          this.#client.query(
            new TextsQuery(fetch, (error, texts) => (error ? reject(error) : resolve(texts))),
          )
        }),
    )
  }

  async #whileOpen<T>(work: () => Promise<T>): Promise<T> {
    this.#mustBeOpen()
    try {
      return await work()
    } catch (error) {
      // The reason why the snapshot was cut off says more than the closed connection.
      this.#mustBeOpen()
      this.#noteBroken(error)
      throw error
    }
  }

  #noteBroken(error: unknown): void {
    if (breaksConnection(error)) this.#broken = asError(error)
  }

  #waitForReader(): void {
    if (this.#over !== undefined) return
    this.#idleTime = setTimeout(() => this.cutOff('its reader took too long'), this.#limits.idleMs)
  }

  #mustBeOpen(): void {
    if (this.#over === 'ended') throw new Error('a snapshot was read after its end')
    if (this.#over !== undefined) throw this.#over
  }

  #finish(over: 'ended' | CutOffError): void {
    this.#over = over
    clearTimeout(this.#wholeTime)
    clearTimeout(this.#idleTime)
    this.#place.release()
  }
}
