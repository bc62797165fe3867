import pg from 'pg'

/** A statement, prepared once a connection under its name. Equal names must mean equal texts. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/**
 * How PostgreSQL plans a statement: `generic` once, whatever its values, which suits a statement that
 * one index serves; `custom` anew for the values it is given, which costs about half a millisecond and
 * is worth it where the right index depends on them.
 */
export type PlanMode = 'generic' | 'custom'

type Done<Row extends pg.QueryResultRow> = (
  error: Error | null | undefined,
  result: pg.QueryResult<Row>,
) => void

/** The messages of the extended protocol, as pg's connection sends them. */
interface WireConnection {
  readonly parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: unknown[] }): void
  execute(portal: { portal: string }): void
}

/** How pg's Query is sent and how it takes its answers. */
interface WireQuery extends pg.Submittable {
  prepare(connection: WireConnection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: WireConnection): void
}

// The types of pg show of its Query only that it can be submitted.
const WireQuery = pg.Query as unknown as new <Row extends pg.QueryResultRow>(
  statement: Statement,
  done: Done<Row>,
) => WireQuery

/**
 * Two statements in one round trip and one implicit transaction: the first makes the transaction an
 * organization's, the second reads. Both are sent before one Sync, so what the first sets for the
 * transaction holds for the second and ends with it.
 *
 * After an error the connection must not be used again: pg has then booked the second statement as
 * prepared under the answer to the first.
 */
export class TenantQuery<Row extends pg.QueryResultRow> extends WireQuery<Row> {
  readonly #first: Statement
  #firstIsOver = false
  #hasEntered = false

  constructor(first: Statement, second: Statement, done: Done<Row>) {
    super(second, done)
    this.#first = first
  }

  /** Whether the first statement gave a row. */
  get hasEntered(): boolean {
    return this.#hasEntered
  }

  override prepare(connection: WireConnection): void {
    const { name, text, values } = this.#first
    if (connection.parsedStatements[name] === undefined) connection.parse({ name, text })
    connection.bind({ statement: name, values })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#firstIsOver) super.handleDataRow(message)
    else this.#hasEntered = true
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#firstIsOver) {
      super.handleCommandComplete(message, connection)
      return
    }
    this.#firstIsOver = true
    connection.parsedStatements[this.#first.name] = this.#first.text
  }
}
