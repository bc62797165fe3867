import type { QueryResult, QueryResultRow } from 'pg'

/** Whatever statements can be sent to: a pool, a connection, or a transaction of the caller's. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
}
