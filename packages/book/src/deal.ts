import type { Side } from './deal-history.ts'
import type { Terms } from './terms.ts'

/** What became of a deal of a book, by the ids that the service draws when it plays the history. */
export interface Deal {
  /** The name of the order in the history. */
  readonly name: string
  readonly orderId: string
  readonly orderNumber: number
  readonly positionId: string
  readonly openingTransfers: { readonly asset: string; readonly collateral: string }
  /** When the order was created and accepted, and its opening completed. */
  readonly createdAt: string
}

/** A mark-to-market request or an order request of the history. */
export interface DealRequest {
  readonly name: string
  readonly id: string
}

/** How far a deal has come. */
export type DealState =
  | 'PENDING_ACCEPTANCE'
  | 'REJECTED'
  | 'CANCELLED'
  | 'OPENING'
  | 'ACTIVE'
  | 'CLOSING'
  | 'CLOSED'

/** What a deal has other than the usual: members of the body of createOrder, and more. */
export interface DealChanges {
  readonly state?: DealState
  /** When the order was created and accepted, and its opening completed. */
  readonly at?: string
  /** When the close was asked for, and completed if the deal is CLOSED. */
  readonly closedAt?: string
  readonly creator?: Side
  readonly expire_time?: string
  readonly maturity_time?: string
  readonly asset?: string
  readonly asset_quantity?: string
  readonly rate_percent?: string
  readonly collateral_asset?: string
  readonly collateral_quantity?: string
  readonly collateral_type?: 'BILATERAL' | 'RESTRICTED'
  readonly terms?: Partial<Terms>
  /** The words of the custodians for the arrivals. Default: none. */
  readonly request_states?: { readonly asset: string | null; readonly collateral: string | null }
}
