import { coveredMs } from '@vadium/margin'
import type { closeOutStates } from '@vadium/schema'
import { instantText } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Blocker, Blockers } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { hasFailed, isUnderWay } from '../transfers/attempts.ts'
import { assetsOfSums } from './called-together.ts'
import { type CloseOutFacts, defaultFact, factIfArrived, missingPrice } from './close-out-facts.ts'
import { closeOutOf } from './close-out-figures.ts'
import { assetsWithQuantity } from './close-out-inputs.ts'
import { type CloseOutRecord, excessTransfers, waitsForTransfers } from './close-out-record.ts'
import { isInPart, sendsTooMuch } from './close-out-scope.ts'
import type { DefaultedDeal } from './defaulted-deal.ts'
import { isTerminable, noticeEndsMs } from './notice-times.ts'
import { causeNotPresent } from './shown-facts.ts'

export type CloseOutMove = (typeof closeOutStates)['transitions'][number]['action']
type CloseOutBlocker = Blocker<CloseOutRecord, CloseOutFacts>

/** How long a held quote refuses a termination while two other speakers make the price. */
const holdMsMax = 900_000

const tooEarly: CloseOutBlocker = (record, facts) =>
  isTerminable(record, facts)
    ? undefined
    : notNow(
        'earliest_terminate_time',
        `it can be terminated from this time on: ${record.earliestTerminateAt}`,
        record.earliestTerminateAt,
      )

/**
 * The grace is for a cure, and the borrower can return nothing while the lender has not sent back
 * what it owes. So that time is left out of the grace, as it is left out of what was missed.
 */
const blockedByLender: CloseOutBlocker = (record, { nowMs, histories }) => {
  const { cause, creatorId, lenderId, positionId, createdAt, earliestTerminateAt } = record
  if (cause !== 'MISSED_RETURN' || creatorId !== lenderId) return undefined
  const blocks = histories.get(positionId)?.lenderBlocks ?? []
  const blockedMs = coveredMs(blocks, [Date.parse(createdAt), nowMs])
  const endsMs = Date.parse(earliestTerminateAt) + blockedMs
  if (nowMs >= endsMs) return undefined
  const issue =
    'what you send back keeps the other side from curing: without that time, the grace lasts until'
  return notNow('earliest_terminate_time', issue, instantText(endsMs))
}

/** A worker that is late ends no notice in time. */
const timeOver: CloseOutBlocker = (record, { nowMs }) =>
  nowMs < noticeEndsMs(record)
    ? undefined
    : notNow('status', 'its time is over: declare the default again')

const running: ReadonlySet<string> = new Set(['ACTIVE', 'CLOSING'])

/** Why nothing of a deal can be declared or terminated, whatever has happened. */
export function notRunning(deal: DefaultedDeal): Refusal | undefined {
  const { orderStatus, orderId, activeAt, terminatedId } = deal
  if (!running.has(orderStatus)) {
    return notNow('order_id', `the order is ${orderStatus}`, orderId)
  }
  if (activeAt === null) {
    return notNow('order_id', 'the opening of the order is unwound: it has no default', orderId)
  }
  return terminatedId === null
    ? undefined
    : notNow('close_out_id', 'a close-out of the deal was terminated', terminatedId)
}

/**
 * The assets whose prices a termination fixes: also that of collateral on its way to the lender,
 * which counts if it arrives. One in part takes nothing of a collateral that was replaced.
 */
function pricedAssets(
  record: CloseOutRecord,
  { nowMs, prices }: Pick<CloseOutFacts, 'nowMs' | 'prices'>,
): readonly string[] {
  const { collateralAsset, borrowerId, replacedCollateral, transfersUnderWay } = record
  const now = instantText(nowMs)
  const figures = closeOutOf(record, prices, now)
  const isPart = !(figures instanceof Refusal) && isInPart(figures)
  const settled = assetsWithQuantity(record, now).filter(
    (asset) => !isPart || asset !== replacedCollateral?.asset,
  )
  const isArriving = transfersUnderWay.some(
    ({ leg, senderId, isOnItsWay }) =>
      leg === 'collateral' && senderId === borrowerId && isOnItsWay,
  )
  return isArriving ? [...new Set([...settled, collateralAsset])] : settled
}

/** The other assets whose prices the fact of a notice needs: those of the sum of its call set. */
function summedAssets(
  { id, positionId, notices }: CloseOutRecord,
  { histories }: CloseOutFacts,
): string[] {
  const own = notices.find((notice) => notice.id === id)
  return own === undefined ? [] : assetsOfSums(histories.get(positionId), own.resourceId)
}

const withoutPrice: CloseOutBlocker = (record, facts) =>
  missingPrice(record, facts, pricedAssets(record, facts))

/**
 * A held quote may be the true price. A source that quotes outliers all the time must not prevent a
 * termination for ever, so the price of two other speakers counts once each hold has lasted a
 * while.
 */
const priceHeld: CloseOutBlocker = (record, facts) => {
  const { held, nowMs } = facts
  for (const one of [...pricedAssets(record, facts), ...summedAssets(record, facts)]) {
    const hold = held.get(one)
    if (hold === undefined) continue
    const lasts = nowMs - Date.parse(hold.since)
    if (hold.speakers >= 2 && lasts >= holdMsMax) continue
    const issue = 'a fresh quote of it is held since this time'
    return new Refusal('PRICE_HELD', [{ field: one, issue, value: hold.since }])
  }
  return undefined
}

const isOver: CloseOutBlocker = (record, facts) => {
  const fact = defaultFact(record, { cause: record.cause, declarerId: record.creatorId }, facts)
  if (fact.holds === true) return undefined
  const unknown =
    fact.holds === null ? missingPrice(record, facts, summedAssets(record, facts)) : undefined
  return unknown ?? causeNotPresent(record, fact)
}

/** How long a cure on the chain holds a termination up. */
const cureMsMax = 3_600_000

/**
 * The party in default has sent what it owes, and cannot make it arrive sooner. For the level, no
 * transfer says that the coverage will still be above it.
 */
const cureUnderWay: CloseOutBlocker = (record, facts) => {
  const { cause, creatorId: declarerId, earliestTerminateAt } = record
  const endsMs = Date.parse(earliestTerminateAt) + cureMsMax
  if (cause === 'LIQUIDATION_LEVEL' || facts.nowMs >= endsMs) return undefined
  if (factIfArrived(record, { cause, declarerId }, facts).holds !== false) return undefined
  const issue = 'transfers on the chain would end it: it is not held up by them from this time on'
  const value = new Date(endsMs).toISOString()
  return new Refusal('CURE_UNDER_WAY', [{ field: 'cause', issue, value }])
}

const nothingFailed: CloseOutBlocker = (record) =>
  excessTransfers(record).some(hasFailed)
    ? undefined
    : notNow('transfer_ids', 'none of its transfers has failed')

const notBooked: CloseOutBlocker = (record) =>
  waitsForTransfers(record)
    ? notNow('statement', 'it is provisional: the close-out is not booked yet')
    : undefined

const stillUnderWay: CloseOutBlocker = (record) => {
  const underWay = excessTransfers(record).find(isUnderWay)
  return (
    underWay &&
    notNow('transfer_ids', 'a transfer of what goes back is still under way', underWay.id)
  )
}

/** A close-out in part lets transfers go on, so the declarer can keep only what they leave. */
const sentBack: CloseOutBlocker = (record, { nowMs, prices }) => {
  const figures = closeOutOf(record, prices, new Date(nowMs).toISOString())
  return figures instanceof Refusal ? undefined : sendsTooMuch(figures, record)
}

export const closeOutBlockers: Blockers<CloseOutMove, CloseOutRecord, CloseOutFacts> = {
  terminate: [
    tooEarly,
    blockedByLender,
    timeOver,
    notRunning,
    withoutPrice,
    priceHeld,
    isOver,
    cureUnderWay,
    sentBack,
  ],
  retry: [nothingFailed],
  receive: [notBooked, stillUnderWay],
}
