import type {
  AnswerDay,
  CollateralType,
  MarginTerms,
  OrderRequest,
  TransferStatus,
} from '@vadium/schema'
import type { CloseBlockers } from '../blockers/close-blockers.ts'
import { dayOf } from '../../../platform/instant.ts'
import type { Substitution } from './substitution-record.ts'

/** The parts of a transfer that its request depends on. */
export interface RequestTransfer {
  readonly id: string
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly status: TransferStatus
  /** Decimal string. */
  readonly quantity: string
  /** Whether its cancellation was requested. */
  readonly isCalledOff: boolean
}

/** The terms that an amend asks for, beside those that they would replace. */
interface AskedTerms extends Pick<MarginTerms, 'interest_schedule'> {
  readonly calendars: readonly string[]
  readonly id: string
  readonly version: number
  /** The version whose terms apply to the deal. */
  readonly appliedVersion: number
  readonly appliedId: string
  /** Its terms for the collateral of the deal. Null if that is not eligible under them. */
  readonly ofCollateralId: string | null
  /** RFC 3339. */
  readonly inEffectAt: string
  /**
   * The versions after it that both sides have accepted, oldest first. Only while it is pending.
   */
  readonly later: readonly { readonly version: number; readonly inEffectAt: string }[]
}

/** The record of an order request, with its deal and its transfers. Decimals are strings. */
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
  readonly creatorId: string
  readonly asset: string
  /** The quantity that is lent now. */
  readonly lentQuantity: string
  readonly collateralAsset: string
  readonly collateralType: CollateralType
  /** The quantity to return. Null unless the asset goes back. */
  readonly quantity: string | null
  /** Whether it is for the whole loan, which closes the order. Null unless the asset goes back. */
  readonly whole: boolean | null
  readonly collateralReturned: string | null
  /** The new rate. Null unless it is a rerate. */
  readonly ratePercent: string | null
  readonly effectiveAt: string | null
  /** The first day of the last rate that was agreed since the opening. */
  readonly lastRateFrom: string | null
  /** The terms that are to apply. Null unless it is an amend. */
  readonly askedTerms: AskedTerms | null
  /** The later maturity, RFC 3339. Null unless it is an extend. */
  readonly maturityAt: string | null
  /** The maturity of the order. */
  readonly maturityBefore: string | null
  /** What a substitution gives, and what decides about it. Null unless it is one. */
  readonly substitution: Substitution | null
  /** Close-outs of the deal that are not over: a notice keeps its terms. Of an unanswered amend. */
  readonly openCloseOuts: readonly string[]
  /** Whether a notice of a default of the deal is open, while the request is not over. */
  readonly hasNotice: boolean
  /**
   * Whether the share of the collateral stays in the deal when a part comes back: a default of the
   * borrower is declared, and none of the lender about this request; or the deal was closed out in
   * part since it was instructed.
   */
  readonly keepsShare: boolean
  readonly note: string | null
  readonly expireAt: string
  /** Null unless it is the response time of a day. */
  readonly answerDay: AnswerDay | null
  readonly closeBlockers: CloseBlockers
  /** Mark-to-market requests that await an answer or a retry. */
  readonly openMarkToMarketRequests: readonly string[]
  /** Transfers of the order's asset that are under way, for any purpose. */
  readonly assetUnderWay: readonly string[]
  /** Oldest first. For a full return, the transfers of the close. */
  readonly transfers: readonly RequestTransfer[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** Whether the asset has been returned. */
export function assetHasArrived(request: OrderRequestRecord): boolean {
  return request.transfers.some(({ leg, status }) => leg === 'asset' && status === 'COMPLETED')
}

/** The first day of the new rate: the requested one, or the day of the acceptance, which is now. */
export function firstDay({ effectiveAt }: OrderRequestRecord, now: string): string {
  return dayOf(effectiveAt ?? now)
}
