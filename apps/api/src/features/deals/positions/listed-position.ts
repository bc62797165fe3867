import type { DayCount } from '@vadium/margin'
import type { MarginTerms, Order } from '@vadium/schema'
import type { CloseBlockers } from '../blockers/close-blockers.ts'
import type { NewerTerms } from '../terms/terms-of-deal.ts'
import type { KeptInterestChange } from './interest-changes.ts'
import type { WatchedPosition } from './valued-position.ts'

/** What decides whether its reader may send collateral without a call. */
export interface Sending {
  /** The id of what the reader has sent so, while it is under way. Otherwise null. */
  readonly underWayId: string | null
  /** Whether a notice is open that the reader has not met a call: it may send less than usual. */
  readonly owesCalled: boolean
}

/** Everything that the database knows of a position that is shown. */
export interface ListedPosition extends WatchedPosition {
  readonly orderNumber: number
  readonly orderStatus: Order['status']
  readonly lenderId: string
  readonly lenderName: string
  readonly borrowerId: string
  readonly borrowerName: string
  /** Percent a year, at the opening. */
  readonly ratePercent: string
  readonly dayCount: DayCount
  /** The changes of rate and quantity, in the order in which they apply. */
  readonly interestChanges: readonly KeptInterestChange[]
  /** The decimals of the smallest unit of the asset. */
  readonly assetDecimals: number
  /** When interest started. Null until asset and collateral have arrived. */
  readonly activeAt: string | null
  /** When a close had returned the whole asset, which ends interest. Null until then. */
  readonly assetBackAt: string | null
  /** The quantity that a close has returned, or a close-out has ended. Null until then. */
  readonly closedQuantity: string | null
  /** The interest that has arrived, in the asset. Decimal string. */
  readonly interestPaid: string
  /** The ids of its close-outs that are not over, oldest first. */
  readonly openCloseOutIds: readonly string[]
  readonly closeBlockers: CloseBlockers
  /** Whether a notice of a default is open. */
  readonly hasNotice: boolean
  readonly sending: Sending
  /** When its close begins, RFC 3339. Null: whenever a side begins it. */
  readonly maturityAt: string | null
  /** What may be declared to be a default. */
  readonly defaultCauses: MarginTerms['default_causes']
  /** The version of the agreement whose terms apply. */
  readonly termsVersion: number
  /** The assets for which its collateral can be exchanged. */
  readonly substituteAssets: readonly string[]
  /** Newer terms that are in effect. Null if there are none, or unless it is active. */
  readonly newerTerms: NewerTerms | null
  readonly priceAtLastM2mUsd: string
  readonly lastM2mAt: string
  readonly createdAt: string
  readonly updatedAt: string
}
