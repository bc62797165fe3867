import type { DayCount } from '@vadium/margin'
import type { Order } from '@vadium/schema'
import type { ClosingHoldUps } from '../orders/order-row.ts'
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
  /** What was lent at the opening: a position that closes has it no longer. */
  readonly lentQuantity: string
  /** What has become of rate and quantity since, in the order in which it counts. */
  readonly interestChanges: readonly KeptInterestChange[]
  /** Decimals of the smallest unit of the asset. */
  readonly assetDecimals: number
  /** When interest began. Null: asset and collateral have not arrived. */
  readonly activeAt: string | null
  /** When interest ended: a close pays it until the day it is asked for. Null: it runs. */
  readonly closingAt: string | null
  readonly closingHoldUps: ClosingHoldUps
  readonly priceAtLastM2mUsd: string
  readonly lastM2mAt: string
  readonly createdAt: string
  readonly updatedAt: string
}
