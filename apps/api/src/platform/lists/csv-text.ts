import type { TSchema } from '@sinclair/typebox'
import { stringify } from 'csv-stringify/sync'
import type { ExportText } from './export-text.ts'
import type { ExportedList } from './exported-list.ts'

/**
 * CSV (RFC 4180) with a header: one row for each item, columns in the order of the schema. Null is
 * an empty field, and an empty text is a quoted empty field.
 */
export function csvText({ item }: ExportedList): ExportText {
  const columns = csvColumns(item)
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    // One part for each column.
    begin: lines([columns.map(({ name }) => name)]).split(/(?<=,)/),
    rows: (items) => lines(items.map((one) => cellsOf(one, columns))),
    joint: '',
    end: '',
    pause: '',
  }
}

/** One field of a CSV row. */
export function csvField(text: string | null): string {
  return lines([[text === null ? null : harmless(text)]]).slice(0, -2)
}

function lines(cells: readonly (string | null)[][]): string {
  return stringify([...cells], { record_delimiter: 'windows', quoted_empty: true })
}

/** Separates the values of a list in one field. */
const separator = ';'

function cellsOf(item: object, columns: readonly CsvColumn[]): (string | null)[] {
  return columns.map(({ path }) => {
    const value = valueAt(item, path)
    return value === null ? null : harmless(value)
  })
}

/** The text of a member. The values of a list are joined, and a null among them is empty. */
function valueAt(value: unknown, path: readonly string[]): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) {
    return value.map((one: unknown) => valueAt(one, path) ?? '').join(separator)
  }
  const [member, ...rest] = path
  if (member !== undefined) return valueAt((value as Record<string, unknown>)[member], rest)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const number = /^-?[0-9]+(?:\.[0-9]+)?$/
const formula = /^[=+\-@\t\r]/

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
function harmless(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text
}

/** A CSV column: its name, and where its value is found in an item. */
interface CsvColumn {
  /** The member names of the path, joined with dots. */
  readonly name: string
  readonly path: readonly string[]
}

/**
 * The columns of items. Nested members become columns of their own. An optional member is answered
 * to those who request it, and an export has no such request.
 */
function csvColumns(schema: TSchema, path: readonly string[] = []): CsvColumn[] {
  const inner = withoutNull(schema)
  if (inner['items'] !== undefined) return csvColumns(inner['items'] as TSchema, path)
  const properties = inner['properties'] as Record<string, TSchema> | undefined
  if (properties === undefined) return [{ name: path.join('.'), path }]
  const required = inner['required'] as readonly string[] | undefined
  return Object.entries(properties).flatMap(([name, member]) =>
    required?.includes(name) === true ? csvColumns(member, [...path, name]) : [],
  )
}

/** The schema of a member when it is not null. */
function withoutNull(schema: TSchema): TSchema {
  const variants = (schema['anyOf'] ?? []) as TSchema[]
  const valued = variants.filter((variant) => variant['type'] !== 'null')
  const [only] = valued
  return only !== undefined && valued.length === 1 ? only : schema
}
