import type { Column } from './column.ts'

/**
 * A file of a table as CSV (RFC 4180), a part at a time. Values are those of the API, to the last
 * digit. A decimal with a unit has two fields.
 */
export async function* csvFile<Row>(
  columns: readonly Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncIterable<string> {
  const saved = columns.filter(({ value }) => value !== undefined)
  yield line(
    saved.flatMap(({ name, unit }) => (unit === undefined ? [name] : [name, `${name}, unit`])),
  )
  for await (const row of rows) {
    yield line(
      saved.flatMap(({ value, unit }) => {
        const text = value?.(row) ?? null
        return unit === undefined ? [text] : [text, text === null ? null : unit(row)]
      }),
    )
  }
}

const line = (fields: readonly (string | null)[]): string => `${fields.map(field).join(',')}\r\n`

const number = /^-?[0-9]+(?:\.[0-9]+)?$/
const formula = /^[=+\-@\t\r]/

/**
 * Null is an empty field. What a spreadsheet would run as a formula has an apostrophe before it.
 */
function field(text: string | null): string {
  if (text === null) return ''
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) || harmless === ''
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}
