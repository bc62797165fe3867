import type { ValuedPosition } from './valued-position.ts'

/** One side of a position, and its collateral wallet. */
export interface PositionParty {
  readonly organizationId: string
  readonly organizationName: string
  readonly custodian: string
  readonly walletId: string
  readonly walletName: string
}

/** What the sides have sent without a call. Decimal strings. */
export interface VoluntaryCollateral {
  /**
   * How much of the settled collateral, less what was sent back without a call: perhaps below 0.
   */
  readonly voluntaryQuantity: string
  /** How much of what is in transit and counts. */
  readonly voluntaryDeliveries: string
  readonly voluntaryReturns: string
}

/** Everything that the database knows of a position that is marked to market. */
export interface MarkablePosition extends ValuedPosition, VoluntaryCollateral {
  readonly orderNumber: number
  readonly priceAtLastM2mUsd: string
  readonly lastM2mAt: string
  readonly updatedAt: string
  /** Whether a notice of a default is open. */
  readonly hasNotice: boolean
  readonly lender: PositionParty
  readonly borrower: PositionParty
}
