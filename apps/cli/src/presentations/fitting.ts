import { gapWidth } from '../terminal/table.ts'
import type { ListColumn } from './presentation.ts'

type Columns = readonly ListColumn<unknown>[]

/** A text may be cut to this width before a column is removed. */
const CUT_WIDTH = 26
/** Texts are not cut below this width. */
const CUT_WIDTH_MIN = 8

/** The columns that are shown, and how wide those are that must be cut. */
export interface Fitting {
  readonly shown: Columns
  /** Undefined for a column that is not cut. */
  readonly fixed: readonly (number | undefined)[]
}

/**
 * Fits columns into the room: the least important columns are removed until the others fit with
 * their long texts cut. Then the widest texts are cut as far as needed. A figure is never cut.
 */
export function fitColumns(columns: Columns, widths: readonly number[], room: number): Fitting {
  const widthOf = new Map(columns.map((column, index) => [column, widths[index] ?? 0]))
  const needed = (kept: Columns, widthMax = Infinity) =>
    kept.reduce((sum, column) => {
      const width = widthOf.get(column) ?? 0
      return sum + (isCut(column) ? Math.min(width, widthMax) : width) + gapWidth
    }, -gapWidth)
  let shown = columns
  const leaving = columns
    .filter(({ leavesAs }) => leavesAs !== undefined)
    .sort((a, b) => (a.leavesAs ?? 0) - (b.leavesAs ?? 0))
  for (const column of leaving) {
    if (needed(shown, CUT_WIDTH) <= room) break
    shown = shown.filter((other) => other !== column)
  }
  const cut = new Map<ListColumn<unknown>, number>()
  for (let excess = needed(shown) - room; excess > 0; excess -= 1) {
    const widest = widestText(shown, (column) => cut.get(column) ?? widthOf.get(column) ?? 0)
    if (widest === undefined) break
    cut.set(widest.column, widest.width - 1)
  }
  return { shown, fixed: shown.map((column) => cut.get(column)) }
}

function isCut({ kind, align }: ListColumn<unknown>): boolean {
  return kind === undefined && align !== 'right'
}

function widestText(
  columns: Columns,
  widthOf: (column: ListColumn<unknown>) => number,
): { column: ListColumn<unknown>; width: number } | undefined {
  return columns
    .filter(isCut)
    .map((column) => ({ column, width: widthOf(column) }))
    .filter(({ width }) => width > CUT_WIDTH_MIN)
    .sort((a, b) => b.width - a.width)[0]
}
