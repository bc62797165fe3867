import Table from 'cli-table3'
import { printable } from './printable.ts'

/** The format of a column. */
export interface TableColumn {
  readonly heading?: string
  readonly align?: 'left' | 'right'
}

// No lines, so that a table can be copied, searched and split into words.
const frameless = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

export const gapWidth = frameless.middle.length

/** The lines of a table and the widths of its columns. */
export interface LaidTable {
  /** The line of headings, if there are any. */
  readonly heading: string | undefined
  readonly lines: readonly string[]
  readonly widths: readonly number[]
}

interface TableWidths {
  /** Columns are at least this wide. */
  readonly min?: readonly number[]
  /** Columns are this wide, and their text is cut. Undefined: as wide as their widest text. */
  readonly fixed?: readonly (number | undefined)[]
}

/** Lays out rows in columns. `styled` adds what has no width, such as colours, to a cell. */
export function layTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { min = [], fixed = [] }: TableWidths = {},
  styled: (text: string, column: number) => string = (text) => text,
): LaidTable {
  // Padded headings make the columns wide enough. The table is drawn only once, because drawing is
  // slow.
  const head = columns.map(({ heading = '' }, index) => heading.padEnd(min[index] ?? 0))
  const table = new Table({
    chars: frameless,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    head,
    colWidths: fixed.map((width) => width ?? null),
  })
  table.push(...rows.map((row) => row.map((text, column) => styled(printable(text), column))))
  const [heading = '', ...lines] = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
  return {
    heading: heading === '' ? undefined : heading,
    lines,
    widths: table.options.colWidths.map((width) => width ?? 0),
  }
}

/** The lines of a table, with its headings first. */
export function tableLines(table: LaidTable): string[] {
  return table.heading === undefined ? [...table.lines] : [table.heading, ...table.lines]
}
