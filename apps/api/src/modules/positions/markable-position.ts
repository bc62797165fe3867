import type { CollateralType } from '@vadium/schema'

/** One side of a position, and the wallet at which its collateral is. */
export interface PositionParty {
  readonly organizationId: string
  readonly organizationName: string
  readonly custodian: string
  readonly walletId: string
  readonly walletName: string
}

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

/** All that the database knows of a position that is to be marked to market. */
export interface MarkablePosition {
  readonly id: string
  readonly status: 'OPENING' | 'ACTIVE' | 'CLOSING' | 'CLOSED'
  readonly orderId: string
  readonly orderNumber: number
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
  readonly priceAtLastM2mUsd: string
  readonly lastM2mAt: string
  readonly updatedAt: string
  readonly terms: PositionTerms
  readonly lender: PositionParty
  readonly borrower: PositionParty
  /** Mark-to-market requests that await an answer or a retry. */
  readonly openMarkToMarketRequests: readonly string[]
  /** Returns and recalls that are changing the quantity. */
  readonly changingOrderRequests: readonly string[]
}
