import { Decimal } from '@vadium/margin'
import type { AnswerDay, MarkToMarketRequest, TransferStatus } from '@vadium/schema'
import type { MarkablePosition } from '../positions/markable-position.ts'

/** The parts of a transfer that its request depends on. */
export interface RequestTransfer {
  readonly id: string
  readonly status: TransferStatus
  readonly quantity: string
  /** Whether it failed and another transfer replaces it. */
  readonly isReplaced: boolean
  /** Whether its receiver has requested its cancellation, because it was late. */
  readonly isCalledOff: boolean
}

/** The dispute of a request. Decimal strings. */
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

/** The record of a mark-to-market request, with its deal and its transfers. */
export interface RequestRecord {
  readonly id: string
  readonly status: MarkToMarketRequest['status']
  readonly positionId: string
  readonly positionStatus: MarkablePosition['status']
  readonly orderId: string
  readonly orderNumber: number
  readonly lenderId: string
  readonly borrowerId: string
  readonly creatorId: string
  readonly createdAutomatically: boolean
  /** The call set that it was created in. */
  readonly callSetId: string | null
  /** Whether a part of the asset was returned or discharged after the request was created. */
  readonly lentChanged: boolean
  /** Whether other terms apply by now than when it was created. Only while it is disputed. */
  readonly termsChanged: boolean
  /**
   * The collateral that may be sent back now, for a Release that is not settled yet. Otherwise
   * null.
   */
  readonly releasable: string | null
  /** Whether a notice of a default of the deal is open, while the request is not over. */
  readonly hasNotice: boolean
  /** The collateral wallet that the caller has named for the deal, if it is retired. */
  readonly ownRetiredWallet: string | null
  readonly direction: 'TopUp' | 'Release'
  readonly collateralAsset: string
  readonly collateralAmount: string
  readonly notionalUsd: string
  readonly assetPriceUsd: string
  readonly collateralPriceUsd: string
  readonly calculationId: string
  readonly expireAt: string
  /** Null if it expires at the end of its cure time. */
  readonly answerDay: AnswerDay | null
  readonly dispute: DisputeRecord | null
  readonly supersededBy: string | null
  /** Null unless it was cancelled. */
  readonly cancellationCause: MarkToMarketRequest['cancellation_cause']
  /** Oldest first. */
  readonly transfers: readonly RequestTransfer[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** The transfers that count: a replacement instead of the failed transfer. */
export function countingTransfers({ transfers }: RequestRecord): readonly RequestTransfer[] {
  return transfers.filter(({ isReplaced }) => !isReplaced)
}

/** The amount without a transfer: in a dispute, the disputed part. */
export function uninstructedAmount(request: RequestRecord): Decimal {
  const carried = countingTransfers(request).map(({ quantity }) => new Decimal(quantity))
  return carried.reduce(
    (rest, quantity) => rest.minus(quantity),
    new Decimal(request.collateralAmount),
  )
}
