import pg from 'pg'

/** What pg's connection sends, by the extended query protocol. */
export interface WireConnection {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: unknown[] }): void
  execute(portal: { portal: string }): void
  sync(): void
}

interface WireStatement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  readonly types?: pg.CustomTypesConfig
}

/** Called with the result of a statement, or with its error. */
export type ResultOf<Row extends pg.QueryResultRow> = (
  error: Error | null | undefined,
  result: pg.QueryResult<Row>,
) => void

/** The methods of pg's Query that send it and receive its results. */
export interface WireQuery extends pg.Submittable {
  readonly name: string
  readonly text: string
  prepare(connection: WireConnection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: WireConnection): void
  handleReadyForQuery(connection: WireConnection): void
  handleError(error: Error, connection: WireConnection): void
}

// The types of pg declare only that a Query can be submitted, so the compiler cannot check this
// one.
export const WireQuery = pg.Query as unknown as new <Row extends pg.QueryResultRow>(
  statement: WireStatement,
  done: ResultOf<Row>,
) => WireQuery
