import { printable } from './printable.ts'
import { layTable, tableLines } from './table.ts'

/** A heading and its indented lines. Nothing without lines. */
export function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  return ['', printable(heading), ...lines.map((line) => `  ${line}`)]
}

export const LABEL_WIDTH = 22

/** Labels and values in two columns, aligned across sections. */
export function pairs(
  rows: readonly (readonly [label: string, value: string])[],
  labelWidth = LABEL_WIDTH,
): string[] {
  return tableLines(layTable([{}, {}], rows, { min: [labelWidth] }))
}

/** A table with its headings. Nothing without rows. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  if (rows.length === 0) return []
  return tableLines(
    layTable(
      headings.map((heading) => ({ heading })),
      rows,
    ),
  )
}
