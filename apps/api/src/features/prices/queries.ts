import type { QueryResult, QueryResultRow } from 'pg'

/** A statement that writes, and whose result nobody needs. */
export interface PriceWrite {
  readonly text: string
  readonly values: unknown[]
}

/** Runs statements: a pool, a connection, or the caller's transaction. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
}
