import { readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, type DecimalInput } from './decimal.ts'
import { multiply, subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'
import { roundDown, roundQuotient } from './rounding.ts'

/** What is pledged when a part of what is lent has come back. Collateral in its own unit, the asset in its own. */
export interface ProRataReleaseInputs {
  /** Collateral with the lender, what is on its way back still included. */
  settled: DecimalInput
  /** Collateral on its way back. Default 0. */
  returnsInTransit?: DecimalInput | undefined
  /** The part of the settled collateral that is disputed, and stays. Default 0. */
  disputed?: DecimalInput | undefined
  /** What was lent before the part came back, above zero. */
  lent: DecimalInput
  /** The part of it that came back, above zero and not above what was lent. */
  returned: DecimalInput
  /** The smallest quantity of the collateral that can move, above zero. */
  smallestUnit: DecimalInput
}

/**
 * The collateral that goes back for a part of the asset: (settled − returns in transit) · returned / lent, rounded
 * down to the smallest unit, so that the rest stays covered as well as before; nothing of what is disputed. What is
 * still on its way to the lender gives no share: it may never arrive, and what was sent for it would be missing.
 *
 * @throws {MarginInputError} when a decimal is malformed or out of its bounds, or more came back than was lent.
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
