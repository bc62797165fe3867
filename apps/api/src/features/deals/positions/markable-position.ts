import type { ValuedPosition } from './valued-position.ts'

/** One side of a position, and its collateral wallet. */
export interface PositionParty {
  readonly organizationId: string
  readonly organizationName: string
  readonly custodian: string
  readonly walletId: string
  readonly walletName: string
}

/** Everything that the database knows of a position that is marked to market. */
export interface MarkablePosition extends ValuedPosition {
  readonly orderNumber: number
  readonly priceAtLastM2mUsd: string
  readonly lastM2mAt: string
  readonly updatedAt: string
  /** Whether a notice of a default is open. */
  readonly hasNotice: boolean
  readonly lender: PositionParty
  readonly borrower: PositionParty
}
