import pg from 'pg'
import { WireQuery, type WireConnection } from '../../../src/platform/db/wire-query.ts'
import { kindOfColumn, type PostgresType, typesOf } from './column-kinds.ts'
import type { Column } from './comparison.ts'
import type { Notes } from './notes.ts'

/** Describes the columns of statements, and executes none. */
export class Descriptions {
  readonly #client: pg.ClientBase
  readonly #types: ReadonlyMap<number, PostgresType>
  readonly #nullable: ReadonlyMap<string, string>
  readonly #nulls: Notes

  private constructor(
    client: pg.ClientBase,
    types: ReadonlyMap<number, PostgresType>,
    nullable: ReadonlyMap<string, string>,
    nulls: Notes,
  ) {
    this.#client = client
    this.#types = types
    this.#nullable = nullable
    this.#nulls = nulls
  }

  /** @param nulls The columns that were null, by the text of a statement that begins so. */
  static async of(client: pg.ClientBase, nulls: Notes): Promise<Descriptions> {
    return new Descriptions(client, await typesOf(client), await nullableColumns(client), nulls)
  }

  /** The columns of what a statement answers. The error of PostgreSQL if it cannot read it. */
  async columnsOf(text: string): Promise<Column[] | Error> {
    const fields = await fieldsOf(this.#client, text)
    if (fields instanceof Error) return fields
    const nulls = this.#nullsOf(text)
    return fields.map((field) => this.#column(field, nulls))
  }

  #nullsOf(text: string): ReadonlySet<string> {
    const begun = [...this.#nulls].filter(([sent]) => sent.startsWith(text))
    return new Set(begun.flatMap(([, columns]) => [...columns]))
  }

  #column(
    { name, dataTypeID, tableID, columnID }: pg.FieldDef,
    nulls: ReadonlySet<string>,
  ): Column {
    const type = this.#types.get(dataTypeID)
    if (type === undefined) throw new Error(`PostgreSQL has no type ${dataTypeID}`)
    const nullable = this.#nullable.get(`${tableID}.${columnID}`)
    const column = { name, kind: kindOfColumn(type), type: type.name }
    if (nullable !== undefined) return { ...column, whyNull: `${nullable} may be null` }
    return nulls.has(name) ? { ...column, whyNull: 'it was null in a test' } : column
  }
}

/** Parses a statement and asks for its columns, without values. */
class Description extends WireQuery<never> {
  constructor(text: string, done: (result: readonly pg.FieldDef[] | Error) => void) {
    // With a value pg parses the statement. Without one it would execute it.
    super({ name: '', text, values: [null] }, (error, result) => done(error ?? result.fields))
  }

  override prepare(connection: DescribingConnection): void {
    connection.parse({ name: '', text: this.text })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
  }
}

interface DescribingConnection extends WireConnection {
  describe(what: { readonly type: 'S'; readonly name: string }): void
}

function fieldsOf(client: pg.ClientBase, text: string): Promise<readonly pg.FieldDef[] | Error> {
  return new Promise((resolve) => {
    client.query(new Description(text, resolve))
  })
}

/** The columns of tables that may be null, by the numbers that a description has. */
async function nullableColumns(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ key: string; name: string }>(
    `SELECT a.attrelid || '.' || a.attnum AS key, c.relname || '.' || a.attname AS name
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attnotnull`,
  )
  return new Map(rows.map(({ key, name }) => [key, name]))
}
