import type { ErrorDetail } from '@vadium/schema'
import { countingTransfers, isUnderWay, type RequestRecord } from './request-record.ts'

type Blocker = (request: RequestRecord, nowMs: number) => ErrorDetail | undefined

/** Exactly at that time it is too late. */
const tooLate: Blocker = ({ status, expireAt }, nowMs) =>
  status === 'PENDING_ACCEPTANCE' && expireAt !== null && Date.parse(expireAt) <= nowMs
    ? { field: 'expire_time', issue: 'the time to answer has passed', value: expireAt }
    : undefined

/** While a position closes, its close alone moves the collateral. */
const positionNotActive: Blocker = ({ positionStatus, positionId }) =>
  positionStatus === 'ACTIVE'
    ? undefined
    : { field: 'position_id', issue: `the position is ${positionStatus}`, value: positionId }

/** Its share has gone back with the part: what was computed for all of it would take what secures the rest. */
const computedForMore: Blocker = ({ lentChanged, positionId }) =>
  lentChanged
    ? {
        field: 'position_id',
        issue: 'a part of the asset has come back since it was computed: ask anew',
        value: positionId,
      }
    : undefined

const priceUnknown: Blocker = ({ collateralPriceUsd }) =>
  collateralPriceUsd === null
    ? {
        field: 'collateral_price_usd',
        issue: 'it is not known at which price the request was computed: accept or reject it',
      }
    : undefined

/**
 * Who sends stands by an offer for the cure time. Disputing it must not keep it open for who receives, to be taken up
 * when prices have turned; whoever gives in by sending may do so whenever they like.
 */
const offerLapsed: Blocker = ({ direction, creatorId, lenderId, borrowerId, expireAt }, nowMs) => {
  const senderId = direction === 'TopUp' ? borrowerId : lenderId
  return creatorId === senderId && expireAt !== null && Date.parse(expireAt) <= nowMs
    ? { field: 'expire_time', issue: 'the time to take the offer up has passed', value: expireAt }
    : undefined
}

const underWay: Blocker = (request) => {
  const transfer = countingTransfers(request).find(isUnderWay)
  return (
    transfer && {
      field: 'transfer_ids',
      issue: 'a transfer of the request is still under way',
      value: transfer.id,
    }
  )
}

/** What besides the state and the party can stand against each move. */
const blockers: Readonly<Record<string, readonly Blocker[]>> = {
  accept: [tooLate, positionNotActive],
  reject: [tooLate],
  dispute: [tooLate, positionNotActive, priceUnknown],
  cancel: [underWay],
  retry: [positionNotActive, computedForMore],
  concede: [positionNotActive, computedForMore, offerLapsed],
}

/** What stands against an action that state and party would allow, if anything does. */
export function blockerOf(
  action: string,
  request: RequestRecord,
  nowMs: number,
): ErrorDetail | undefined {
  for (const blocker of blockers[action] ?? []) {
    const detail = blocker(request, nowMs)
    if (detail !== undefined) return detail
  }
  return undefined
}
