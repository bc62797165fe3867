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
 * right index depends on the values. `auto`: as PostgreSQL decides, for each execution until a
 * connection has executed a statement five times.
 */
export type PlanMode = 'generic' | 'custom' | 'auto'

/** What is known of a connection: the columns of its prepared statements, by name. */
interface Described {
  readonly columns: Map<string, unknown>
  /** The connection, without requests for a description. */
  readonly silent: WireConnection
}

const described = new WeakMap<WireConnection, Described>()

function describedOf(connection: WireConnection): Described {
  const known = described.get(connection)
  if (known !== undefined) return known
  const silent = Object.create(connection, {
    describe: { value: () => undefined },
  }) as WireConnection
  const fresh = { columns: new Map<string, unknown>(), silent }
  described.set(connection, fresh)
  return fresh
}

/**
 * Two statements in one round trip and one implicit transaction: the first assigns the transaction
 * to an organization, the second reads. Both are sent before one Sync message, so the settings of
 * the first apply to the second and end with it.
 *
 * PostgreSQL describes the columns of the second statement only when a connection runs it for the
 * first time. A prepared statement keeps its columns: after a change of the schema that would alter
 * them, it fails.
 *
 * After an error the connection must not be used again: pg may have recorded the second statement
 * as prepared when it received the answer to the first.
 */
export class TenantQuery<Row extends pg.QueryResultRow> extends WireQuery<Row> {
  readonly #first: Statement
  #firstIsOver = false
  #hasEntered = false
  /** The columns of the second statement, if they are known. */
  #columns: unknown

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
    const { columns, silent } = describedOf(connection)
    this.#columns = columns.get(this.name)
    super.prepare(this.#columns === undefined ? connection : silent)
  }

  override handleRowDescription(message: unknown): void {
    this.#columns = message
    super.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    if (this.#firstIsOver) super.handleDataRow(message)
    else this.#hasEntered = true
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#firstIsOver) {
      describedOf(connection).columns.set(this.name, this.#columns)
      super.handleCommandComplete(message, connection)
      return
    }
    this.#firstIsOver = true
    if (this.#columns !== undefined) super.handleRowDescription(this.#columns)
    connection.parsedStatements[this.#first.name] = this.#first.text
  }
}
