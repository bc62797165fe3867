import type { Decimal, DecimalInput } from './decimal.ts'
import { marginCall } from './margin-call.ts'
import type { CollateralRequirement } from './margin-terms.ts'
import { type Position, valuePosition } from './position-valuation.ts'

/** A position and its terms, of which no lot, minimum or level plays a part. */
export interface MostToSendInputs {
  position: Position
  terms: CollateralRequirement & {
    /** The exposure that needs no collateral, in USD. Default 0. */
    thresholdUsd?: DecimalInput | undefined
  }
  /** The smallest unit of the collateral, above zero. */
  smallestUnit: DecimalInput
}

/** The most that the lender may send back of its own accord, and what it follows from. */
export interface MostToSend {
  /** In units of the collateral. */
  most: Decimal
  /** Required − credited, in USD: without what is in transit to the lender. */
  shortfallUsd: Decimal
  /** The price of one unit of collateral after the haircut, in USD. */
  creditedPriceUsd: Decimal
  /** Settled − returns in transit − disputed, never below zero, in units of the collateral. */
  releasableQuantity: Decimal
}

/**
 * The most collateral that the lender may send back without a call: what leaves the requirement
 * met.
 *
 *     most = min(releasable, roundDown(max(0, −shortfall) / (Pc·(1−h)), smallest unit))
 *
 * It is rounded down, so that the lender never has too little. Collateral in transit to the lender
 * is not counted, because it may never arrive. Lot, minimum and level of a release protect the
 * lender, which waives them.
 *
 * @example
 * const { most } = mostToSend({
 *   position: {
 *     assetQuantity: '1000000',
 *     assetPriceUsd: '1',
 *     collateralQuantity: '30',
 *     collateralPriceUsd: '52000',
 *   },
 *   terms: { requirementPercent: '150' },
 *   smallestUnit: '0.00000001',
 * })
 * most.toFixed() // '1.15384615'
 * @throws {MarginInputError} if a decimal is malformed, out of bounds or contradictory.
 */
export function mostToSend({ position, terms, smallestUnit }: MostToSendInputs): MostToSend {
  const valuation = valuePosition({ ...position, deliveriesInTransit: '0' })
  const { releaseAmount, shortfallUsd, creditedPriceUsd } = marginCall(valuation, {
    ...terms,
    lot: { topUp: smallestUnit, release: smallestUnit },
  })
  const { releasableQuantity } = valuation
  return { most: releaseAmount, shortfallUsd, creditedPriceUsd, releasableQuantity }
}
