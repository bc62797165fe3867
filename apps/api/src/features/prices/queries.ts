import type { QueryResult, QueryResultRow } from 'pg'

/** Runs statements: a pool, a connection, or the caller's transaction. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
}
