import Table from 'cli-table3'
import { printable } from './printable.ts'

/** How a column is written. */
export interface TableColumn {
  readonly heading?: string
  readonly align?: 'left' | 'right'
}

// No lines: a table without them can be copied, searched and cut into words.
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

/** Lines of text in columns, and how wide each column came out. */
export interface LaidTable {
  /** The line of the headings, where there are any. */
  readonly heading: string | undefined
  readonly lines: readonly string[]
  readonly widths: readonly number[]
}

/** Lays rows out in columns, none of them narrower than `widthsMin`. */
export function layTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  widthsMin: readonly number[] = [],
): LaidTable {
  // Headings as wide as the columns must be: the table is drawn once, and drawing is what takes time.
  const head = columns.map(({ heading = '' }, index) => heading.padEnd(widthsMin[index] ?? 0))
  const table = new Table({
    chars: frameless,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    head,
  })
  table.push(...rows.map((row) => row.map(printable)))
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

/** The lines of a table with its headings above. */
export function tableLines(table: LaidTable): string[] {
  return table.heading === undefined ? [...table.lines] : [table.heading, ...table.lines]
}
