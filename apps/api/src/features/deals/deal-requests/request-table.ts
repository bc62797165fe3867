import type { AnswerDay } from '@vadium/schema'
import type { QueryResultRow } from 'pg'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import type { PlanMode, Statement } from '../../../platform/db/tenant-query.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { lockDealOfRequest } from '../parties/deal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'
import { together } from '../../../platform/writes/together.ts'

/** The filters of a list, by column. A request must match all that are given. */
export type RequestSelection<Filter extends string> = Partial<Record<Filter, string>>

/** What differs between kinds of requests. */
interface RequestKind<Filter extends string> {
  /** Used in the names of statements and in internal errors. */
  readonly name: string
  readonly table: 'mark_to_market_requests' | 'order_requests' | 'close_outs'
  /** The columns that a list can be filtered by. */
  readonly filters: readonly Filter[]
  /**
   * The SELECT of a request record, with the alias `r` and up to its FROM clause. `requests` is the
   * table or subquery to select from.
   */
  readonly selectRecords: (requests: string) => string
}

/** A new request, by the columns of its table. */
export interface NewRequest {
  readonly id: string
  readonly position_id: string
  readonly lender_id: string
  readonly borrower_id: string
  readonly creator_id: string
  readonly status: string
  readonly [column: string]: string | number | boolean | AnswerDay | null
}

/**
 * The requests of one kind that one side of a position makes to the other: how they are found,
 * listed and changed. `Request` is a record with everything that decides about it.
 */
export class RequestTable<Request extends QueryResultRow, Filter extends string> {
  readonly #kind: RequestKind<Filter>
  /** Selects the records of all requests `r`. A WHERE follows. Decimals are texts, also as JSON. */
  readonly records: string

  constructor(kind: RequestKind<Filter>) {
    this.#kind = kind
    this.records = kind.selectRecords(kind.table)
  }

  /** Undefined if the organization has no such request. */
  find(
    database: TenantDatabase,
    tenant: Tenant,
    id: string,
  ): Promise<Request | Refusal | undefined> {
    return database.readOne<Request>(tenant, {
      name: this.#kind.name,
      text: `${this.records} WHERE r.id = $1 AND $2 IN (r.lender_id, r.borrower_id)`,
      values: [id, tenant.organizationId],
    })
  }

  /** Those of the given requests that the organization has. `tx` is given within a write. */
  async some(
    database: TenantDatabase,
    tenant: Tenant,
    ids: readonly string[],
    tx?: WriteTransaction,
  ): Promise<readonly Request[] | Refusal> {
    const statement = {
      name: `some ${this.#kind.name}s`,
      text: `${this.records} WHERE r.id = ANY($1) AND $2 IN (r.lender_id, r.borrower_id)`,
      values: [ids, tenant.organizationId],
    }
    if (tx !== undefined) return tx.rowsOf<Request>(statement)
    return database.read<Request>(tenant, statement, 'generic')
  }

  /** A page after a position in the list, newest first. */
  page(
    database: TenantDatabase,
    tenant: Tenant,
    selection: RequestSelection<Filter>,
    after: PagePosition | undefined,
    count: number,
  ): Promise<Request[] | Refusal> {
    const statement = this.pageStatement(tenant.organizationId, selection, after, count)
    return database.read<Request>(tenant, statement, this.planModeOf(selection))
  }

  /**
   * Merges the requests on positions in which the organization lends with those in which it
   * borrows.
   */
  pageStatement(
    organizationId: string,
    selection: RequestSelection<Filter>,
    after: PagePosition | undefined,
    count: number,
  ): Statement {
    const values: unknown[] = [organizationId, count]
    const bind = (value: unknown) => `$${values.push(value)}`
    const given = this.#given(selection)
    const conditions = given.map((name) => `${name} = ${bind(selection[name])}`)
    if (after !== undefined) {
      conditions.push(
        `(created_at, id) < (${bind(after.createTime)}::timestamptz, ${bind(after.id)}::uuid)`,
      )
    }
    const side = (column: string) => `(
      SELECT * FROM ${this.#kind.table}
      WHERE ${[`${column} = $1::uuid`, ...conditions].join(' AND ')}
      ORDER BY ${newestFirst('')} LIMIT $2::int)`
    const page = `(
      SELECT * FROM ${bothSides(dealColumns, side)} AS both_sides
      ORDER BY ${newestFirst('')} LIMIT $2::int)`
    return {
      name: [`${this.#kind.name}s`, ...given, ...(after === undefined ? [] : ['after'])].join(' '),
      text: `${this.#kind.selectRecords(page)} ORDER BY ${newestFirst('r.')}`,
      values,
    }
  }

  /** With several filters, their values decide which index discards fewest rows. */
  planModeOf(selection: RequestSelection<Filter>): PlanMode {
    return this.#given(selection).length > 1 ? 'custom' : 'generic'
  }

  #given(selection: RequestSelection<Filter>): Filter[] {
    return this.#kind.filters.filter((name) => selection[name] !== undefined)
  }

  /**
   * Locks the deal of a request and reads the request. Undefined if the organization has no such
   * request.
   */
  async lock(tx: WriteTransaction, id: string): Promise<Request | undefined> {
    const [isLocked, request] = await together([
      lockDealOfRequest(tx, this.#kind.table, id),
      this.#within(tx, id),
    ])
    return isLocked ? request : undefined
  }

  /** The record of a request. Its deal must be locked. */
  async read(tx: WriteTransaction, id: string): Promise<Request> {
    const request = await this.#within(tx, id)
    if (request === undefined) throw new Error(`there is no ${this.#kind.name} ${id}`)
    return request
  }

  async #within(tx: WriteTransaction, id: string): Promise<Request | undefined> {
    return tx.row<Request>(`${this.records} WHERE r.id = $1`, [id])
  }

  /** The requests of a position in a state, oldest first. The deal must be locked. */
  async ofPosition(
    tx: WriteTransaction,
    positionId: string,
    status: string,
  ): Promise<readonly Request[]> {
    const { rows } = await tx.query<Request>(
      `${this.records} WHERE r.position_id = $1 AND r.status = $2 ORDER BY r.created_at, r.id`,
      [positionId, status],
    )
    return rows
  }

  /** The same of several positions. */
  async ofPositions(
    tx: WriteTransaction,
    positionIds: readonly string[],
    status: string,
  ): Promise<readonly Request[]> {
    const { rows } = await tx.query<Request>(
      `${this.records} WHERE r.position_id = ANY ($1) AND r.status = $2 ORDER BY r.created_at, r.id`,
      [positionIds, status],
    )
    return rows
  }

  insert(tx: WriteTransaction, request: NewRequest): Promise<void> {
    return this.insertAll(tx, [request])
  }

  /** Inserts requests that have the same columns. */
  async insertAll(tx: WriteTransaction, requests: readonly NewRequest[]): Promise<void> {
    const [first] = requests
    if (first === undefined) return
    const { table } = this.#kind
    const columns = Object.keys(first).join(', ')
    await tx.write(
      `INSERT INTO ${table} (created_at, updated_at, ${columns})
       SELECT $2, $2, ${columns} FROM json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(requests), tx.now],
    )
  }
}

const newestFirst = (of: string) => `${of}created_at DESC, ${of}id DESC`
