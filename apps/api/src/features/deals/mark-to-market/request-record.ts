import { Decimal } from '@vadium/margin'
import type { MarkToMarketRequest, TransferStatus } from '@vadium/schema'
import type { MarkablePosition } from '../positions/markable-position.ts'

/** A transfer of a request, as far as the request depends on it. */
export interface RequestTransfer {
  readonly id: string
  readonly status: TransferStatus
  readonly quantity: string
  /** It failed, and another transfer replaces it. */
  readonly isReplaced: boolean
}

/** How the other side answered with a figure of its own. Decimal strings. */
export interface DisputeRecord {
  readonly counterNotionalUsd: string
  readonly reason: NonNullable<MarkToMarketRequest['dispute']>['reason']
  readonly note: string | null
  readonly outcome: 'agreed' | 'split' | 'disputed'
  readonly agreedNotionalUsd: string
  readonly agreedCollateralAmount: string
  readonly disputedNotionalUsd: string
  readonly disputedAt: string
}

/** A mark-to-market request as it stands, with its deal and its transfers. */
export interface RequestRecord {
  readonly id: string
  readonly status: MarkToMarketRequest['status']
  readonly positionId: string
  readonly positionStatus: MarkablePosition['status']
  readonly orderId: string
  readonly orderNumber: number
  readonly lenderId: string
  readonly borrowerId: string
  /** Null where a book was imported: then either side may stand for both. */
  readonly creatorId: string | null
  /** Whether less is lent now than it was computed for. */
  readonly lentChanged: boolean
  /** How much collateral may go back now, of a Release that is not settled yet. Otherwise null. */
  readonly releasable: string | null
  readonly direction: 'TopUp' | 'Release'
  readonly collateralAsset: string
  readonly collateralAmount: string
  readonly notionalUsd: string
  /** Null where a book was imported, as are the next ones. */
  readonly assetPriceUsd: string | null
  readonly collateralPriceUsd: string | null
  readonly calculationId: string | null
  readonly expireAt: string | null
  readonly dispute: DisputeRecord | null
  readonly supersededBy: string | null
  /** The oldest first. */
  readonly transfers: readonly RequestTransfer[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** The transfers that count: of a failed transfer and its replacement, the replacement. */
export function countingTransfers({ transfers }: RequestRecord): readonly RequestTransfer[] {
  return transfers.filter(({ isReplaced }) => !isReplaced)
}

/** What was called and no transfer carries: in a dispute, the part that is argued about. */
export function uninstructedAmount(request: RequestRecord): Decimal {
  const carried = countingTransfers(request).map(({ quantity }) => new Decimal(quantity))
  return carried.reduce(
    (rest, quantity) => rest.minus(quantity),
    new Decimal(request.collateralAmount),
  )
}
