/** The rows of `INSERT … VALUES`. */
interface InsertedRows {
  /** For example `($1, $2), ($3, $4)`. */
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Rows that one statement inserts, each with its values in the order of the columns.
 *
 * @param before The values that the statement has besides, whose parameters come first.
 */
export function insertedRows(
  rows: readonly (readonly unknown[])[],
  before: readonly unknown[] = [],
): InsertedRows {
  const values = [...before]
  const texts = rows.map((row) => `(${row.map((value) => `$${values.push(value)}`).join(', ')})`)
  return { text: texts.join(', '), values }
}
