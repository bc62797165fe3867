import { Decimal, formatDecimal } from '@vadium/margin'
import type { markToMarketRequestStates } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import { curesDefault, heldFromBorrower } from '../blockers/notice-blockers.ts'
import { ownRetiredFault } from '../blockers/own-retired-wallets.ts'
import type { Blocker, Blockers, Facts } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { hasExpired, tooLate } from '../lifecycle/time-to-answer.ts'
import { hasFailed, isUnderWay } from '../transfers/attempts.ts'
import { countingTransfers, type RequestRecord, uninstructedAmount } from './request-record.ts'

export type MarkToMarketMove = (typeof markToMarketRequestStates)['transitions'][number]['action']
type RequestBlocker = Blocker<RequestRecord>

/** While a position closes, only the close moves its collateral. */
const positionNotActive: RequestBlocker = ({ positionStatus, positionId }) =>
  positionStatus === 'ACTIVE'
    ? undefined
    : notNow('position_id', `the position is ${positionStatus}`, positionId)

/**
 * A share of the collateral was sent back with the returned part, or kept for the part that a
 * close-out has discharged. The amount for the whole loan would take collateral that secures the
 * rest.
 */
const computedForMore: RequestBlocker = ({ lentChanged, positionId }) =>
  lentChanged
    ? notNow(
        'position_id',
        'less of the asset is lent than when it was computed: create another request',
        positionId,
      )
    : undefined

/** The disputed part was computed with terms that no longer apply. What was agreed stays owed. */
const computedForOtherTerms: RequestBlocker = ({ termsChanged, positionId }) =>
  termsChanged
    ? notNow(
        'position_id',
        'other terms apply to the deal since it was computed: create another request',
        positionId,
      )
    : undefined

/** Who sends the collateral of a request. */
const senderOf = ({ direction, lenderId, borrowerId }: RequestRecord) =>
  direction === 'TopUp' ? borrowerId : lenderId

/**
 * The sender of the collateral is bound by an offer for the cure time only. A dispute must not keep
 * the offer open for the receiver until prices have changed. The sender may concede at any time.
 */
const offerLapsed: RequestBlocker = (request, facts) => {
  const { creatorId, expireAt } = request
  return creatorId === senderOf(request) && hasExpired(request, facts)
    ? notNow('expire_time', 'the time to take the offer up has passed', expireAt)
    : undefined
}

/** Who agrees to a transfer of the collateral needs a wallet in use. */
const ownWalletRetired: RequestBlocker = ({ ownRetiredWallet: collateral }) =>
  ownRetiredFault({ collateral }, ['collateral'])

/** A borrower in default takes no collateral out of the deal, unless the lender waives that. */
const heldUnderNotice: RequestBlocker = (request, facts) =>
  request.direction === 'Release' && request.creatorId === request.borrowerId
    ? heldFromBorrower(request, facts)
    : undefined

const retryHeldUnderNotice: RequestBlocker = (request, facts, organizationId) =>
  request.direction === 'Release' && organizationId === request.borrowerId
    ? heldFromBorrower(request, facts)
    : undefined

/** Nobody can refuse what a party under notice offers to send. */
export const isCure = (request: RequestRecord, facts: Facts): Refusal | undefined =>
  request.creatorId === senderOf(request) ? curesDefault(request, facts) : undefined

const underWay: RequestBlocker = (request) => {
  const transfer = countingTransfers(request).find(isUnderWay)
  return (
    transfer && notNow('transfer_ids', 'a transfer of the request is still under way', transfer.id)
  )
}

/** Blocks a transition that would send back more collateral than is available now. */
const notReleasable =
  (quantityOf: (request: RequestRecord) => Decimal): RequestBlocker =>
  (request) => {
    const { releasable } = request
    if (releasable === null) return undefined
    const quantity = quantityOf(request)
    return quantity.isZero() || quantity.lessThanOrEqualTo(releasable)
      ? undefined
      : quantityUnavailable(quantity, releasable)
  }

function retriedQuantity(request: RequestRecord): Decimal {
  const failed = countingTransfers(request).filter(hasFailed)
  return failed.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
}

export function quantityUnavailable(quantity: Decimal, releasable: string): Refusal {
  const issue = `${formatDecimal(quantity)} is more than may be sent back now`
  return new Refusal('QUANTITY_NOT_AVAILABLE', [
    { field: 'collateral_amount', issue, value: releasable },
  ])
}

export const requestBlockers: Blockers<MarkToMarketMove, RequestRecord> = {
  accept: [
    tooLate,
    positionNotActive,
    notReleasable(uninstructedAmount),
    ownWalletRetired,
    heldUnderNotice,
  ],
  reject: [tooLate, isCure],
  dispute: [tooLate, positionNotActive, ownWalletRetired, heldUnderNotice, isCure],
  cancel: [underWay],
  retry: [positionNotActive, computedForMore, notReleasable(retriedQuantity), retryHeldUnderNotice],
  concede: [
    positionNotActive,
    computedForMore,
    computedForOtherTerms,
    offerLapsed,
    notReleasable(uninstructedAmount),
    ownWalletRetired,
    heldUnderNotice,
  ],
}
