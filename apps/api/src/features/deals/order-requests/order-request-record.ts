import type { CollateralType, OrderRequest, TransferStatus } from '@vadium/schema'
import type { CloseBlockers } from '../orders/order-row.ts'
import { dayOf } from '../positions/interest-changes.ts'

/** A transfer of a request, as far as the request depends on it. */
export interface RequestTransfer {
  readonly id: string
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly status: TransferStatus
  /** Decimal string. */
  readonly quantity: string
}

/** An order request as it stands, with its deal and its transfers. Decimals are strings. */
export interface OrderRequestRecord {
  readonly id: string
  readonly kind: OrderRequest['kind']
  readonly status: OrderRequest['status']
  readonly positionId: string
  readonly orderId: string
  readonly orderNumber: number
  readonly orderStatus: string
  readonly lenderId: string
  readonly borrowerId: string
  /** Null for a rerate that was imported with a book: then either side may stand for both. */
  readonly creatorId: string | null
  readonly asset: string
  /** What is lent now. */
  readonly lentQuantity: string
  readonly collateralAsset: string
  readonly collateralType: CollateralType
  /** What goes back. Null for a rerate. */
  readonly quantity: string | null
  readonly whole: boolean | null
  readonly collateralReturned: string | null
  /** The new rate. Null for a rerate that was imported. */
  readonly ratePercent: string | null
  readonly effectiveAt: string | null
  /** The day from which the last rate holds that was agreed on since the opening. */
  readonly lastRateFrom: string | null
  readonly note: string | null
  readonly expireAt: string | null
  readonly closeBlockers: CloseBlockers
  /** Mark-to-market requests that await an answer or a retry. */
  readonly openMarkToMarketRequests: readonly string[]
  /** Transfers of the asset of the order that are under way, whatever for. */
  readonly assetUnderWay: readonly string[]
  /** The oldest first, as they were instructed; those of the close where all goes back. */
  readonly transfers: readonly RequestTransfer[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** Whether the asset has come back. */
export function assetHasArrived(request: OrderRequestRecord): boolean {
  return request.transfers.some(({ leg, status }) => leg === 'asset' && status === 'COMPLETED')
}

/** The first day of the new rate: that which was asked for, or that of the acceptance, which is now. */
export function firstDay({ effectiveAt }: OrderRequestRecord, now: string): string {
  return dayOf(effectiveAt ?? now)
}
