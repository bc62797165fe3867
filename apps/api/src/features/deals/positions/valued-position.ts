import { formatDecimal, type MarginTerms, roundUp } from '@vadium/margin'
import type { CollateralType } from '@vadium/schema'

/**
 * The margin terms of a position, as the column `position_terms` has them. Decimals are strings, in
 * USD unless named otherwise.
 */
export interface PositionTerms {
  readonly requirementPercent: string | null
  readonly haircut: string | null
  readonly marginCallPercent: string
  readonly liquidationPercent: string
  readonly topUpWhen: 'minimum' | 'margin_call'
  /** Null: a release can be submitted at any coverage. */
  readonly releasePercent: string | null
  readonly thresholdUsd: string
  readonly minimumNotionalTopUpUsd: string
  readonly minimumNotionalReleaseUsd: string
  /** In the collateral asset. Null: its smallest unit. */
  readonly lotTopUp: string | null
  readonly lotRelease: string | null
}

/** Everything except prices that decides the value of a position and whether it can be marked. */
export interface ValuedPosition {
  readonly id: string
  readonly status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED'
  readonly orderId: string
  readonly asset: string
  readonly assetQuantity: string
  readonly collateralAsset: string
  /** The decimals of the smallest unit of the collateral. */
  readonly collateralDecimals: number
  readonly collateralType: CollateralType
  /** Settled collateral, and its disputed part. */
  readonly collateralQuantity: string
  readonly collateralDisputedQuantity: string
  /** Collateral under way to the lender, and under way back. */
  readonly deliveriesInTransit: string
  readonly returnsInTransit: string
  readonly terms: PositionTerms
  /** Mark-to-market requests that await an answer or a retry. */
  readonly openMarkToMarketRequests: readonly string[]
  /** The return or recall that is changing the quantity: there is at most one. */
  readonly changingOrderRequest: ChangingOrderRequest | null
}

export interface ChangingOrderRequest {
  readonly id: string
  /** Its part of the asset is back; the share of the collateral is still to be sent back. */
  readonly owesCollateral: boolean
}

/** A position with what decides whether its levels of coverage count. */
export interface WatchedPosition extends ValuedPosition {
  /** Whether its asset is lent: from its opening until a close has returned it. */
  readonly isLent: boolean
}

/**
 * The terms as input of the calculation. Every amount is a multiple of the smallest unit, with or
 * without an agreed lot.
 */
export function marginTermsOf(
  position: Pick<ValuedPosition, 'id' | 'terms' | 'collateralDecimals'>,
): MarginTerms {
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
    topUpPercent: topUpPercent(terms),
    releasePercent: terms.releasePercent,
  }
}

/** The coverage at or below which a top-up can be submitted. Null: any. */
export function topUpPercent({ topUpWhen, marginCallPercent }: PositionTerms): string | null {
  return topUpWhen === 'margin_call' ? marginCallPercent : null
}

/** An agreement has a requirement or a haircut, never both. The database enforces it. */
export function requirementOf({
  id,
  terms: { requirementPercent, haircut },
}: {
  readonly id: string
  readonly terms: Pick<PositionTerms, 'requirementPercent' | 'haircut'>
}): { requirementPercent: string } | { haircut: string } {
  if (requirementPercent !== null) return { requirementPercent }
  if (haircut !== null) return { haircut }
  throw new Error(`the terms of position ${id} have neither a requirement nor a haircut`)
}

/** The smallest quantity of an asset with so many decimals. */
export function smallestUnit(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`
}

/**
 * The lot of the terms, or without one the smallest unit of the asset. Terms are agreed before the
 * collateral is known, so a lot may not be a multiple of its smallest unit. It is then rounded up
 * to one.
 */
export function movableLot(agreed: string | null, decimals: number): string {
  if (agreed === null) return smallestUnit(decimals)
  return isMultiple(agreed, decimals)
    ? agreed
    : formatDecimal(roundUp(agreed, smallestUnit(decimals)))
}

/** Whether a decimal without padding has no more than some decimals. It needs no arithmetic. */
function isMultiple(text: string, decimals: number): boolean {
  const point = text.indexOf('.')
  return point === -1 || (text.length - point - 1 <= decimals && !text.endsWith('0'))
}
