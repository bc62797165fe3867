import type { QueryResultRow } from 'pg'
import type { Connections } from './connection-shares.ts'
import type { Statement } from './tenant-query.ts'
import { asError } from './transaction.ts'

/** The first row of one statement, on a connection of its own. */
export async function firstRow<Row extends QueryResultRow>(
  connections: Connections,
  statement: Statement,
): Promise<Row | undefined> {
  const [row] = await rowsOf<Row>(connections, statement)
  return row
}

/** The rows of one statement, on a connection of its own. */
export async function rowsOf<Row extends QueryResultRow>(
  connections: Connections,
  statement: Statement,
): Promise<Row[]> {
  const client = await connections.connect()
  let broken: Error | undefined
  try {
    return (await client.query<Row>(statement)).rows
  } catch (error) {
    broken = asError(error)
    throw error
  } finally {
    client.release(broken)
  }
}
