import { compareDecimals } from '../figures/decimal-text.ts'
import type { Column } from './column.ts'

/** By what rows are sorted. */
export interface Sorting {
  /** Of a column. */
  readonly id: string
  readonly isDown: boolean
}

/** Reads a sorting of an address: the name of a column, after a minus sign if it goes down. */
export const readSorting = (text: string): Sorting => ({
  id: text.replace('-', ''),
  isDown: text.startsWith('-'),
})

const textOf = ({ id, isDown }: Sorting): string => `${isDown ? '-' : ''}${id}`

/**
 * The sorting of the address after a press on a header: one direction, then the other, then that in
 * which the list comes. Amounts and times begin with the largest.
 *
 * @param present How the rows are sorted now.
 * @param first The sorting without a choice.
 */
export function nextSorting<Row>(
  { id, kind = 'text' }: Column<Row>,
  present: Sorting | undefined,
  first: string | undefined,
): string | undefined {
  const isDown = kind !== 'text'
  const isFirst = present !== undefined && textOf(present) === first
  const next =
    present?.id !== id || (isFirst && present.isDown !== isDown)
      ? textOf({ id, isDown })
      : present.isDown === isDown
        ? textOf({ id, isDown: !isDown })
        : undefined
  return next === first ? undefined : next
}

const words = new Intl.Collator('en', { numeric: true })

function compare<Row>({ kind, unit, value }: Column<Row>, one: Row, other: Row): number {
  const [left = null, right = null] = [value?.(one), value?.(other)]
  if (left === null || right === null) return 0
  if (kind === 'time') return Date.parse(left) - Date.parse(right)
  if (kind !== 'decimal') return words.compare(left, right)
  const units = unit === undefined ? 0 : words.compare(unit(one), unit(other))
  return units === 0 ? compareDecimals(left, right) : units
}

/** The rows in the order of a column. Those without a value come last in both directions. */
export function sortedRows<Row>(
  rows: readonly Row[],
  column: Column<Row>,
  isDown: boolean,
): readonly Row[] {
  const hasValue = (row: Row) => (column.value?.(row) ?? null) !== null
  const sign = isDown ? -1 : 1
  return [
    ...rows.filter(hasValue).toSorted((one, other) => sign * compare(column, one, other)),
    ...rows.filter((row) => !hasValue(row)),
  ]
}
