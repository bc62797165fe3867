import { printable } from '../printable.ts'
import { layTable, tableLines } from '../table.ts'

/** A heading and the lines below it, indented. Nothing when there are no lines. */
export function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return []
  return ['', printable(heading), ...lines.map((line) => `  ${line}`)]
}

export const LABEL_WIDTH = 22

/** Labels and what belongs to them, in two columns that stand in line from section to section. */
export function pairs(
  rows: readonly (readonly [label: string, value: string])[],
  labelWidth = LABEL_WIDTH,
): string[] {
  return tableLines(layTable([{}, {}], rows, [labelWidth]))
}
