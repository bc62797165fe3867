import type { DecimalInput } from '../decimal.ts'
import type { MarginTerms } from '../margin-terms.ts'
import type { AssertedDefault, FactSubject } from './fact.ts'

/**
 * A deal as the facts of defaults read it: at one moment, under its lock. Quantities are in units of
 * their asset, times are RFC 3339, and durations are in seconds.
 */
export interface StressedDeal {
  positionId: string
  orderId: string
  terms: DefaultTerms
  /** The quantity lent: what has not come back. */
  lent: DecimalInput
  /** The settled collateral: with what is on its way back, without what is on its way to the lender. */
  collateral: DecimalInput
  /** The interest that is owed and not paid, in units of the asset. */
  interestOwed: DecimalInput
  /** The alert of the liquidation level. Null if the level was never reached. */
  liquidationAlert: LiquidationAlert | null
  /** The notices that are open: at most one for each party in default and cause. */
  notices: readonly OpenNotice[]
}

/** The terms of a deal that decide its facts. */
export interface DefaultTerms {
  margin: MarginTerms
  /** The coverage (CCR) of the liquidation level, in percent, above zero. */
  liquidationPercent: DecimalInput
  /** How long coverage must have stayed at or below the level. */
  liquidationConfirmSeconds: number
  /** Whether a close-out ends the whole deal, or restores the requirement where it can. */
  closeOutScope: 'full' | 'to_requirement'
}

/** The alert of the liquidation level, as the last revaluation left it. */
export interface LiquidationAlert {
  /** How often the level was reached. */
  occasion: number
  isActive: boolean
  /** When this occasion began. */
  since: string
  /**
   * Whether both assets had a current price `liquidationConfirmSeconds` ago. Without one, an alert
   * stays active though nobody knows the coverage.
   */
  pricedAtStart: boolean
}

/** A notice that was declared and has not ended, with what its fact was about. */
export interface OpenNotice extends AssertedDefault, FactSubject {}

/** The current prices in USD for one unit, each above zero; null without a current price. */
export interface DealPrices {
  assetUsd: DecimalInput | null
  collateralUsd: DecimalInput | null
}
