import { Decimal } from '@vadium/margin'
import {
  type ErrorReason,
  type OrderRequestChange,
  orderRequestChanges,
  type orderRequestStates,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Blocker, Blockers, Facts } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { tooLate } from '../lifecycle/time-to-answer.ts'
import { closingBlocker } from '../blockers/close-blockers.ts'
import { curesDefault, heldFromBorrower } from '../blockers/notice-blockers.ts'
import { ownRetiredFault } from '../blockers/own-retired-wallets.ts'
import { ownLimitFault } from '../limits/limit-refusals.ts'
import { otherSide } from '../parties/deal.ts'
import { isUnderWay, unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { walletsMoved } from '../blockers/order-request-eligibility.ts'
import { isLimited } from './order-request-facts.ts'
import { assetHasArrived, firstDay, type OrderRequestRecord } from './order-request-record.ts'
import { dayOf } from '../../../platform/instant.ts'
import { collateralCannotBeExchanged, isDecided } from './substitution-blockers.ts'

export type OrderRequestMove = (typeof orderRequestStates)['transitions'][number]['action']
type RequestBlocker = Blocker<OrderRequestRecord>

/** The blocker of the change that a request asks for. */
const byChange =
  (blockers: Readonly<Record<OrderRequestChange, RequestBlocker>>): RequestBlocker =>
  (request, facts, organizationId) =>
    blockers[orderRequestChanges[request.kind]](request, facts, organizationId)

const orderNotActive: RequestBlocker = ({ orderStatus, orderId }) =>
  orderStatus === 'ACTIVE' ? undefined : notNow('order_id', `the order is ${orderStatus}`, orderId)

/**
 * Past days do not change: the first day of a rate must not be over, nor before that of the last
 * rate.
 */
const rateCannotHold: RequestBlocker = (request, { nowMs }) => {
  const now = new Date(nowMs).toISOString()
  const { lastRateFrom } = request
  const from = firstDay(request, now)
  if (from < dayOf(now)) {
    return notNow('effective_time', 'the first day of the rate is over', from)
  }
  return lastRateFrom !== null && from < lastRateFrom
    ? notNow('effective_time', 'an agreed rate starts on a later day', lastRateFrom)
    : undefined
}

/**
 * The newest terms apply, or none. A request with figures of the old terms must be over, and the
 * quantity of the position must not be about to change: figures of two versions never mix.
 */
const termsCannotApply: RequestBlocker = (request, { nowMs }) => {
  const { askedTerms, closeBlockers, collateralAsset } = request
  if (askedTerms === null) return undefined
  const { version, appliedVersion, inEffectAt, later, ofCollateralId } = askedTerms
  if (appliedVersion >= version) {
    return notNow('terms_version', 'these terms apply already', String(appliedVersion))
  }
  // Another process may have a clock that is ahead.
  if (Date.parse(inEffectAt) > nowMs) {
    return notNow('terms_version', 'this version is not in effect yet', String(version))
  }
  const newer = later.findLast((one) => Date.parse(one.inEffectAt) <= nowMs)
  if (newer !== undefined) {
    const issue = `version ${newer.version} of the terms is in effect by now: create another request`
    return refusal('TERMS_CHANGED', 'terms_version', issue, [String(newer.version)])
  }
  if (ofCollateralId === null) {
    const issue = `${collateralAsset}, the collateral of the deal, is not eligible under version ${version}`
    return refusal('COLLATERAL_NOT_ELIGIBLE', 'terms_version', issue, [String(version)])
  }
  const [open] = request.openCloseOuts
  if (open !== undefined) {
    return notNow('close_out_id', 'a declared default or close-out of the deal is not over', open)
  }
  return markedBlocker(request) ?? changingBlocker(closeBlockers.changingOrderRequests)
}

/** Another extend may have been accepted meanwhile, or the time may have come. */
const maturityCannotMove: RequestBlocker = ({ maturityAt, maturityBefore }, { nowMs }) => {
  if (maturityAt === null) return undefined
  if (Date.parse(maturityAt) <= nowMs) {
    return notNow('maturity_time', 'the maturity that is asked for is over', maturityAt)
  }
  return maturityBefore !== null && Date.parse(maturityBefore) >= Date.parse(maturityAt)
    ? notNow('maturity_time', 'the order matures no earlier already', maturityBefore)
    : undefined
}

const assetCannotGoBack: RequestBlocker = (request) => {
  const { quantity, lentQuantity, collateralType } = request
  if (quantity === null) return undefined
  if (collateralType === 'TRIPARTY') return notNow('position_id', 'its collateral is TRIPARTY')
  const asked = new Decimal(quantity)
  if (asked.isZero()) return notNow('quantity', 'nothing is to go back')
  if (asked.greaterThan(lentQuantity) && !isWhole(request)) {
    return refusal('QUANTITY_NOT_AVAILABLE', 'quantity', 'less is lent', [lentQuantity])
  }
  return isWhole(request) ? closingBlocker(request.closeBlockers) : partBlocker(request)
}

/**
 * Blocks a part while the quantity of the position is about to change. Collateral transfers under
 * way do not block; mark-to-market requests computed with the old quantity do.
 */
function partBlocker(request: OrderRequestRecord): Refusal | undefined {
  const { assetUnderWay, closeBlockers } = request
  const marked = markedBlocker(request)
  if (marked !== undefined) return marked
  if (assetUnderWay.length > 0) {
    const reason = 'POSITION_QUANTITY_CHANGING'
    return refusal(reason, 'transfer_id', 'the asset is on its way', assetUnderWay)
  }
  return changingBlocker(closeBlockers.changingOrderRequests)
}

function markedBlocker({ openMarkToMarketRequests }: OrderRequestRecord): Refusal | undefined {
  if (openMarkToMarketRequests.length === 0) return undefined
  const issue = 'a mark-to-market request of the position awaits an answer or a retry'
  const field = 'mark_to_market_request_id'
  return refusal('MARK_TO_MARKET_REQUEST_OPEN', field, issue, openMarkToMarketRequests)
}

function changingBlocker(others: readonly string[]): Refusal | undefined {
  if (others.length === 0) return undefined
  const issue = 'another return, recall or substitution is under way'
  return refusal('POSITION_QUANTITY_CHANGING', 'order_request_id', issue, others)
}

const ownWalletRetired: RequestBlocker = ({ kind, closeBlockers }) =>
  ownRetiredFault(closeBlockers.ownRetiredWallets, walletsMoved(kind))

/**
 * An extend keeps a deal open, and a substitution may weaken it, so the own limits of who accepts
 * must not be exceeded.
 */
const ownLimitExceeded: RequestBlocker = (request, { limits }, organizationId) => {
  if (!isLimited(request.kind)) return undefined
  const own = limits?.get(otherSide(request, organizationId))
  return own && ownLimitFault(own)
}

const isAgreedOn =
  (what: string): RequestBlocker =>
  ({ status }) =>
    status === 'PENDING' ? undefined : notNow('kind', `${what} agreed on: ask for another`)

const nothingToGiveUp: RequestBlocker = (request) => {
  if (request.status === 'PENDING') return undefined
  if (request.whole === true) return notNow('order_id', 'the order is closing', request.orderId)
  const [underWay = request.assetUnderWay[0]] = request.transfers
    .filter(isUnderWay)
    .map(({ id }) => id)
  if (underWay !== undefined)
    return notNow('transfer_ids', 'a transfer is still under way: cancel it first', underWay)
  return assetHasArrived(request)
    ? notNow('transfer_ids', 'the asset has come back: its collateral has to follow')
    : undefined
}

const nothingFailed: RequestBlocker = (request) =>
  unreplacedFailedTransfers(request.transfers).length > 0
    ? undefined
    : notNow('transfer_ids', 'none of its transfers has failed')

/**
 * While a part is under way back, no margin can be called. The side that called its asset back must
 * be able to end that, however fast the other side retries.
 */
const assetCalledBack: RequestBlocker = ({ transfers }) => {
  const called = unreplacedFailedTransfers(transfers).find(
    ({ leg, isCalledOff }) => leg === 'asset' && isCalledOff,
  )
  return (
    called &&
    notNow(
      'transfer_ids',
      'the cancellation of its transfer was requested: cancel the request, and create another',
      called.id,
    )
  )
}

/** Nobody can refuse what a borrower under notice offers to return. */
export const isCure = (request: OrderRequestRecord, facts: Facts): Refusal | undefined =>
  request.kind === 'return' ? curesDefault(request, facts) : undefined

/** A borrower in default has no collateral of a part sent again. */
const heldUnderNotice: RequestBlocker = (request, facts, organizationId) => {
  const { kind, whole, transfers, borrowerId } = request
  const [failed] = unreplacedFailedTransfers(transfers)
  const isPart = orderRequestChanges[kind] === 'quantity' && whole !== true
  const isHeld = isPart && failed?.leg === 'collateral' && organizationId === borrowerId
  return isHeld ? heldFromBorrower(request, facts) : undefined
}

export const orderRequestBlockers: Blockers<OrderRequestMove, OrderRequestRecord> = {
  accept: [
    tooLate,
    orderNotActive,
    byChange({
      quantity: assetCannotGoBack,
      rate: rateCannotHold,
      terms: termsCannotApply,
      maturity: maturityCannotMove,
      collateral: collateralCannotBeExchanged,
    }),
    ownWalletRetired,
    ownLimitExceeded,
  ],
  reject: [tooLate, isCure],
  cancel: [
    byChange({
      quantity: nothingToGiveUp,
      rate: isAgreedOn('the rate is'),
      terms: isAgreedOn('the terms are'),
      maturity: isAgreedOn('the maturity is'),
      // Once it is agreed on, a side calls it off instead.
      collateral: () => undefined,
    }),
  ],
  call_off: [isDecided],
  retry: [nothingFailed, assetCalledBack, heldUnderNotice],
}

/**
 * Whether the whole loan is returned: the request is for all of it, or its quantity is all that is
 * lent.
 */
export function isWhole({ quantity, whole, lentQuantity }: OrderRequestRecord): boolean {
  return whole === true || (quantity !== null && new Decimal(quantity).equals(lentQuantity))
}

function refusal(
  reason: ErrorReason,
  field: string,
  issue: string,
  values: readonly string[],
): Refusal {
  return new Refusal(
    reason,
    values.map((value) => ({ field, issue, value })),
  )
}
