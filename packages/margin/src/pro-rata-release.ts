import { readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, type DecimalInput } from './decimal.ts'
import { multiply, subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'
import { roundDown, roundQuotient } from './rounding.ts'

/** The collateral and the asset when a part of the asset was sent back, each in its own units. */
export interface ProRataReleaseInputs {
  /** The settled collateral, including returns in transit. */
  settled: DecimalInput
  /** The collateral in transit to the borrower. Default 0. */
  returnsInTransit?: DecimalInput | undefined
  /** The disputed part of the settled collateral, which is not sent back. Default 0. */
  disputed?: DecimalInput | undefined
  /** The quantity lent before the part was sent back, above zero. */
  lent: DecimalInput
  /** The part of it that was sent back, above zero and not above `lent`. */
  returned: DecimalInput
  /** The smallest unit of the collateral, above zero. */
  smallestUnit: DecimalInput
}

/**
 * The collateral to send back for a part of the asset: (settled − returns in transit) · returned /
 * lent,
 * without the disputed part, rounded down to the smallest unit, so that the coverage does not fall.
 * Collateral in transit to the lender is not counted, because it may never arrive.
 *
 * @throws {MarginInputError} if a decimal is malformed or out of bounds, or more was sent back than
 *   was lent.
 */
export function proRataRelease(inputs: ProRataReleaseInputs): Decimal {
  const settled = readNonNegative(inputs.settled, 'settled')
  const returns = readNonNegative(inputs.returnsInTransit ?? '0', 'returnsInTransit')
  const disputed = readNonNegative(inputs.disputed ?? '0', 'disputed')
  const lent = readPositive(inputs.lent, 'lent')
  const returned = readPositive(inputs.returned, 'returned')
  const smallestUnit = readPositive(inputs.smallestUnit, 'smallestUnit')
  if (returned.greaterThan(lent)) throw new MarginInputError('returned', 'must not be above lent')

  const pledged = subtract(settled, returns)
  const share = roundQuotient(multiply(pledged, returned), lent, smallestUnit, 'down')
  const free = roundDown(subtract(pledged, disputed), smallestUnit)
  return Decimal.max(0, Decimal.min(share, free))
}
