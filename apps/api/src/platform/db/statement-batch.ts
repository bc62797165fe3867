import type pg from 'pg'
import type { Statement } from './tenant-query.ts'
import { type WireConnection, WireQuery } from './wire-query.ts'

/** A statement of a batch, and who waits for its result. */
export interface BatchedStatement extends Statement {
  readonly done: (error: Error | null | undefined, result?: pg.QueryResult) => void
}

/**
 * Statements of one transaction in one round trip. All are sent before one Sync message, so
 * PostgreSQL skips those after a statement that fails: they get its error.
 */
export class StatementBatch implements pg.Submittable {
  readonly #queries: WireQuery[]
  readonly #isOver: (error: Error | undefined) => void
  /** How many statements have got their result. */
  #answered = 0

  /** @param isOver Called when every statement has its result, or with the error of one. */
  constructor(
    statements: readonly BatchedStatement[],
    types: pg.CustomTypesConfig,
    isOver: (error: Error | undefined) => void,
  ) {
    this.#isOver = isOver
    this.#queries = statements.map(
      ({ done, ...statement }) => new WireQuery({ ...statement, types }, done),
    )
  }

  /** pg remembers under its name that the current statement was prepared. */
  get name(): string | undefined {
    return this.#current?.name
  }

  get text(): string | undefined {
    return this.#current?.text
  }

  get #current(): WireQuery | undefined {
    return this.#queries[this.#answered]
  }

  submit(connection: pg.Connection): void {
    const wire = connection as pg.Connection & WireConnection
    // Each query would send a Sync message of its own.
    const withoutSync = Object.create(wire, { sync: { value: () => undefined } }) as WireConnection
    wire.stream.cork()
    try {
      for (const query of this.#queries) query.prepare(withoutSync)
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: WireConnection): void {
    const query = this.#current
    this.#answered += 1
    query?.handleCommandComplete(message, connection)
    query?.handleReadyForQuery(connection)
  }

  handleReadyForQuery(): void {
    this.#isOver(undefined)
  }

  handleError(error: Error, connection: WireConnection): void {
    const unanswered = this.#queries.slice(this.#answered)
    this.#answered = this.#queries.length
    for (const query of unanswered) query.handleError(error, connection)
    this.#isOver(error)
  }
}
