import type { DayCount } from '@vadium/margin'
import type { Order } from '@vadium/schema'
import type { CloseBlockers } from '../orders/order-row.ts'
import type { KeptInterestChange } from './interest-changes.ts'
import type { ValuedPosition } from './valued-position.ts'

/** All that the database knows of a position that is to be shown. */
export interface ListedPosition extends ValuedPosition {
  readonly orderNumber: number
  readonly orderStatus: Order['status']
  readonly lenderId: string
  readonly lenderName: string
  readonly borrowerId: string
  readonly borrowerName: string
  /** Percent a year, at the opening. */
  readonly ratePercent: string
  readonly dayCount: DayCount
  /** What has become of rate and quantity since, in the order in which it counts. */
  readonly interestChanges: readonly KeptInterestChange[]
  /** Decimals of the smallest unit of the asset. */
  readonly assetDecimals: number
  /** When interest began. Null: asset and collateral have not arrived. */
  readonly activeAt: string | null
  /** When a close had brought all of the asset back: interest ran until then. Null: it is not back. */
  readonly assetBackAt: string | null
  /** What a close has brought back. Null: not all of it is back. */
  readonly closedQuantity: string | null
  readonly closeBlockers: CloseBlockers
  readonly priceAtLastM2mUsd: string
  readonly lastM2mAt: string
  readonly createdAt: string
  readonly updatedAt: string
}
