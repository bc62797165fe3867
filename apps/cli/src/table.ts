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

/** Rows as lines of text, and how wide each column came out: never narrower than `widthsMin`. */
export function layTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  widthsMin: readonly number[] = [],
): { lines: string[]; widths: number[] } {
  const cells = rows.map((row) => row.map(printable))
  const natural = draw(columns, cells, []).widths
  const widths = natural.map((width, index) => Math.max(width, widthsMin[index] ?? 0))
  return draw(columns, cells, widths)
}

function draw(
  columns: readonly TableColumn[],
  rows: readonly string[][],
  widths: readonly number[],
): { lines: string[]; widths: number[] } {
  const headings = columns.map(({ heading }) => heading ?? '')
  const table = new Table({
    chars: frameless,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    colWidths: [...widths],
    head: headings.some((heading) => heading !== '') ? headings : [],
  })
  table.push(...rows)
  // A table of nothing but its headings has no rows to lay out.
  if (rows.length === 0) return { lines: [], widths: headings.map(({ length }) => length) }
  const lines = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
  return { lines, widths: table.options.colWidths.map((width) => width ?? 0) }
}
