import type pg from 'pg'
import { type ResultOf, type WireConnection, WireQuery } from './wire-query.ts'

/**
 * A statement that each connection prepares once under its name. Equal names require equal texts.
 */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/**
 * How PostgreSQL plans a statement. `generic`: once for all values, for a statement that one index
 * serves. `custom`: for each execution, which costs about half a millisecond and pays off if the
 * right index depends on the values.
 */
export type PlanMode = 'generic' | 'custom'

/**
 * Two statements in one round trip and one implicit transaction: the first assigns the transaction
 * to an organization, the second reads. Both are sent before one Sync message, so the settings of
 * the first apply to the second and end with it.
 *
 * After an error the connection must not be used again: pg may have recorded the second statement
 * as prepared when it received the answer to the first.
 */
export class TenantQuery<Row extends pg.QueryResultRow> extends WireQuery<Row> {
  readonly #first: Statement
  #firstIsOver = false
  #hasEntered = false

  constructor(first: Statement, second: Statement, done: ResultOf<Row>) {
    super(second, done)
    this.#first = first
  }

  /** Whether the first statement returned a row. */
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
