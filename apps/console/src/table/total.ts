import { Decimal, formatDecimal } from '@vadium/margin'
import type { Column, Total } from './column.ts'

/**
 * Sums amounts that are never below zero, exactly.
 *
 * @param amount What a row adds: null if that is unknown, and undefined if it adds nothing.
 */
export const totalOf =
  <Row>(amount: (row: Row) => string | null | undefined) =>
  (rows: readonly Row[]): Total | null => {
    const amounts = rows.map(amount).filter((one) => one !== undefined)
    const known = amounts.filter((one) => one !== null)
    if (known.length === 0 && amounts.length > 0) return null
    const sum = known.reduce((before, one) => before.plus(one), new Decimal(0))
    return { value: formatDecimal(sum, 2), bound: known.length < amounts.length ? '≥' : undefined }
  }

/** Columns with the totals of some of them, by their ids. */
export const withTotals = <Row>(
  columns: readonly Column<Row>[],
  totals: Readonly<Record<string, NonNullable<Column<Row>['total']>>>,
): readonly Column<Row>[] =>
  columns.map((column) => {
    const total = totals[column.id]
    return total === undefined ? column : { ...column, total }
  })
