import { Decimal, formatDecimal } from '@vadium/margin'

/** A sum over rows. */
export interface Total {
  readonly value: string
  /** Whether rows are missing in it whose amounts are unknown: then it is at least so much. */
  readonly isAtLeast: boolean
}

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
    return { value: formatDecimal(sum, 2), isAtLeast: known.length < amounts.length }
  }
