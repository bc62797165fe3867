import { formatDecimal, type MarginTerms, roundUp } from '@vadium/margin'
import type { CollateralType } from '@vadium/schema'

/** The terms a position is marked under. Decimals are strings; USD unless named otherwise. */
export interface PositionTerms {
  readonly requirementPercent: string | null
  readonly haircut: string | null
  readonly marginCallPercent: string
  readonly liquidationPercent: string
  readonly thresholdUsd: string
  readonly minimumNotionalTopUpUsd: string
  readonly minimumNotionalReleaseUsd: string
  /** In the collateral asset. Null: its smallest unit. */
  readonly lotTopUp: string | null
  readonly lotRelease: string | null
}

/** All that decides what a position is worth, and whether it can be marked, but for the prices. */
export interface ValuedPosition {
  readonly id: string
  readonly status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED'
  readonly orderId: string
  readonly asset: string
  readonly assetQuantity: string
  readonly collateralAsset: string
  /** Decimals of the smallest unit of the collateral. */
  readonly collateralDecimals: number
  readonly collateralType: CollateralType
  /** Settled collateral, and the part of it that is disputed. */
  readonly collateralQuantity: string
  readonly collateralDisputedQuantity: string
  /** Collateral on its way to the lender, and on its way back. */
  readonly deliveriesInTransit: string
  readonly returnsInTransit: string
  readonly terms: PositionTerms
  /** Mark-to-market requests that await an answer or a retry. */
  readonly openMarkToMarketRequests: readonly string[]
  /** Returns and recalls that are changing the quantity. */
  readonly changingOrderRequests: readonly string[]
}

/** The terms as the arithmetic takes them. What moves is a multiple of the smallest unit, agreed on or not. */
export function marginTermsOf(position: ValuedPosition): MarginTerms {
  const { terms, collateralDecimals } = position
  return {
    ...requirementOf(position),
    thresholdUsd: terms.thresholdUsd,
    minimumNotionalUsd: {
      topUp: terms.minimumNotionalTopUpUsd,
      release: terms.minimumNotionalReleaseUsd,
    },
    lot: {
      topUp: movableLot(terms.lotTopUp, collateralDecimals),
      release: movableLot(terms.lotRelease, collateralDecimals),
    },
  }
}

/** An agreement has a requirement or a haircut, never both; the database holds it to that. */
export function requirementOf({
  id,
  terms: { requirementPercent, haircut },
}: ValuedPosition): { requirementPercent: string } | { haircut: string } {
  if (requirementPercent !== null) return { requirementPercent }
  if (haircut !== null) return { haircut }
  throw new Error(`the terms of position ${id} have neither a requirement nor a haircut`)
}

/** The smallest quantity of an asset that has so many decimals. */
export function smallestUnit(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`
}

/**
 * The lot of terms, or without one the smallest unit of the asset. Terms are agreed on before it is known which
 * collateral they are for: a lot that is no multiple of its smallest unit, and so cannot move, is rounded up to one.
 */
export function movableLot(agreed: string | null, decimals: number): string {
  const unit = smallestUnit(decimals)
  return agreed === null ? unit : formatDecimal(roundUp(agreed, unit))
}
