import { Decimal } from '@vadium/margin'
import type { ErrorReason } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import { closingBlocker } from '../orders/order-blockers.ts'
import { dayOf } from '../positions/interest-changes.ts'
import {
  assetHasArrived,
  firstDay,
  unreplacedFailedTransfers,
  type OrderRequestRecord,
  transferUnderWay,
} from './order-request-record.ts'

type Blocker = (request: OrderRequestRecord, now: string) => Refusal | undefined

/** Exactly at that time it is too late. */
const tooLate: Blocker = ({ status, expireAt }, now) =>
  status === 'PENDING' && expireAt !== null && Date.parse(expireAt) <= Date.parse(now)
    ? stop('expire_time', 'the time to answer has passed', expireAt)
    : undefined

const orderNotActive: Blocker = ({ orderStatus, orderId }) =>
  orderStatus === 'ACTIVE' ? undefined : stop('order_id', `the order is ${orderStatus}`, orderId)

/** What was frozen stays frozen: a rate holds from a day that is not over, and not before the last one. */
const rateCannotHold: Blocker = (request, now) => {
  if (request.kind !== 'rerate') return undefined
  const { ratePercent, lastRateFrom } = request
  if (ratePercent === null) return stop('rate_percent', 'the book was imported without the rate')
  const from = firstDay(request, now)
  if (from < dayOf(now)) {
    return stop('effective_time', 'the day from which the rate was to hold is over', from)
  }
  return lastRateFrom !== null && from < lastRateFrom
    ? stop('effective_time', 'a rate that was agreed on holds from a later day', lastRateFrom)
    : undefined
}

const assetCannotGoBack: Blocker = (request) => {
  const { quantity, lentQuantity, collateralType } = request
  if (quantity === null) return undefined
  if (collateralType === 'TRIPARTY') return stop('position_id', 'its collateral is TRIPARTY')
  const asked = new Decimal(quantity)
  if (asked.isZero()) return stop('quantity', 'nothing is to go back')
  if (asked.greaterThan(lentQuantity) && !isWhole(request)) {
    return refusal('QUANTITY_NOT_AVAILABLE', 'quantity', 'less is lent', [lentQuantity])
  }
  return isWhole(request) ? closingBlocker(request.closeBlockers) : partBlocker(request)
}

/** Collateral may be on its way, and counts. What was computed with the quantity of before must be over. */
function partBlocker(request: OrderRequestRecord): Refusal | undefined {
  const { openMarkToMarketRequests, assetUnderWay, closeBlockers } = request
  if (openMarkToMarketRequests.length > 0) {
    const issue = 'a mark-to-market request of the position awaits an answer or a retry'
    const field = 'mark_to_market_request_id'
    return refusal('MARK_TO_MARKET_REQUEST_OPEN', field, issue, openMarkToMarketRequests)
  }
  const reason = 'POSITION_QUANTITY_CHANGING'
  if (assetUnderWay.length > 0) {
    return refusal(reason, 'transfer_id', 'the asset is on its way', assetUnderWay)
  }
  const { changingOrderRequests: others } = closeBlockers
  if (others.length === 0) return undefined
  return refusal(reason, 'order_request_id', 'another return or recall is under way', others)
}

const nothingToGiveUp: Blocker = (request) => {
  if (request.status === 'PENDING') return undefined
  if (request.kind === 'rerate') {
    return request.ratePercent === null
      ? undefined
      : stop('kind', 'the rate is agreed on: ask for another')
  }
  if (request.whole === true) return stop('order_id', 'the order is closing', request.orderId)
  const underWay = transferUnderWay(request)?.id ?? request.assetUnderWay[0]
  if (underWay !== undefined)
    return stop('transfer_ids', 'a transfer is still under way: cancel it first', underWay)
  return assetHasArrived(request)
    ? stop('transfer_ids', 'the asset has come back: its collateral has to follow')
    : undefined
}

const nothingLost: Blocker = (request) =>
  unreplacedFailedTransfers(request).length > 0
    ? undefined
    : stop('transfer_ids', 'none of its transfers has come to nothing')

/** What besides the state and the party can stand against each action. */
const blockers: Readonly<Record<string, readonly Blocker[]>> = {
  accept: [tooLate, orderNotActive, rateCannotHold, assetCannotGoBack],
  reject: [tooLate],
  cancel: [nothingToGiveUp],
  retry: [nothingLost],
}

/** What stands against an action that state and party would allow, at a time (RFC 3339). */
export function blockerOf(
  action: string,
  request: OrderRequestRecord,
  now: string,
): Refusal | undefined {
  for (const blocker of blockers[action] ?? []) {
    const found = blocker(request, now)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether all that is lent is to go back: it was asked for, however much that is by now, or is no more than was asked for. */
export function isWhole({ quantity, whole, lentQuantity }: OrderRequestRecord): boolean {
  return whole === true || (quantity !== null && new Decimal(quantity).equals(lentQuantity))
}

function stop(field: string, issue: string, value?: string): Refusal {
  return refusal('INVALID_STATE', field, issue, value === undefined ? [undefined] : [value])
}

function refusal(
  reason: ErrorReason,
  field: string,
  issue: string,
  values: readonly (string | undefined)[],
): Refusal {
  return new Refusal(
    reason,
    values.map((value) => ({ field, issue, ...(value !== undefined && { value }) })),
  )
}
