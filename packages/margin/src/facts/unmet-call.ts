import type { Asked, AskedOfHistory } from './asked.ts'
import { absent, isFalse, isTrue, moment, oneOf, orAbsent } from './conditions.ts'
import { dueOfRequest, dueWhenSettled } from './due-when-settled.ts'
import { type Condition, type Findings, type Ground, isAny } from './fact.ts'
import { lateFromMs, lateQuantity, unarrived } from './late.ts'
import {
  createMs,
  disputeOf,
  isMet,
  isSentSince,
  placeOf,
  type RequestsOfDirection,
  requestsOf,
} from './margin-requests.ts'
import type { InstructedQuantity, MarginRequest, OpenNotice } from './stressed-deal.ts'
import { readSeconds, readTime } from './times.ts'
import { afterSuspension, underPresentTerms } from './times-that-count.ts'

/** For how long a call can be declared unmet. A receiver that waits longer calls again. */
const UNMET_FOR_MS = 7 * 86_400_000

/** What an answer leaves unmet. One that nobody may answer any more is as good as expired. */
const UNANSWERED = ['EXPIRED', 'REJECTED', 'PENDING_ACCEPTANCE']

/**
 * Collateral is due that its receiver has called for, and was not sent: the call has no answer, its
 * transfer is late, or it has been disputed for too long. Once a notice is open, only what is due
 * and what has been sent since counts, so that neither the receiver's next call nor another dispute
 * ends it.
 */
export function unmetCall(asked: AskedOfHistory): Findings {
  const requests = requestsOf(asked)
  const { direction } = requests
  const bySum = comparesSums(asked, requests)
  const conditions = [
    ...dueWhenSettled(asked, { direction, bySum }),
    ...(direction === 'Release' ? [receiverInDefault(asked), whileClosing(asked)] : []),
  ]
  const { notice } = asked
  const found =
    notice === undefined
      ? [unanswered(asked, requests), ...lateCalls(asked, requests), disputed(asked, requests)]
      : [declaredCall(asked, requests, notice)]
  return { conditions, grounds: bySum ? found.map(withMinimum(asked, requests)) : found }
}

/** Whether a request may be compared with what is due in all deals of its set. */
function comparesSums(
  { deal: { terms }, history: { callSets = [] } }: AskedOfHistory,
  { oldestFirst }: RequestsOfDirection,
): boolean {
  if (terms.minimumAppliesTo !== 'agreement') return false
  const sets = new Set<unknown>(callSets.map(({ callSetId }) => callSetId))
  return oldestFirst.some(({ callSetId }) => sets.has(callSetId))
}

/** A ground with the minimum of what it is about. */
const withMinimum =
  (asked: AskedOfHistory, { direction, oldestFirst }: RequestsOfDirection) =>
  (ground: Ground): Ground => {
    if (ground.resourceId === null) return ground
    const request = oldestFirst.find(({ id }) => id === ground.resourceId)
    const minimum = dueOfRequest(asked, direction, request)
    return { ...ground, conditions: [...minimum, ...ground.conditions] }
  }

/** What has been sent in full cures, though the price may have fallen again since. */
function declaredCall(
  asked: AskedOfHistory,
  requests: RequestsOfDirection,
  notice: OpenNotice,
): Ground {
  const { resource, resourceId, occasion, since } = notice
  const declared = requests.oldestFirst.find(({ id }) => id === resourceId)
  const isMet =
    declared !== undefined &&
    (isMetSince(requests, declared) || isSentSince(asked, requests, declared))
  const conditions = [isFalse('met_since', isMet)]
  return { name: 'declared_call', resource, resourceId, occasion, since, conditions }
}

/** Whether a request or a later one was met, and nothing of it is under way any more. */
function isMetSince(requests: RequestsOfDirection, request: MarginRequest): boolean {
  const { newestMet, oldestFirst } = requests
  const place = placeOf(requests, request)
  const met = oldestFirst[newestMet]
  const open = unarrived(request.instructed, 'collateral')
  if (met === undefined || newestMet < place) return false
  if (newestMet === place) return open.every(hasFailed)
  return oldestFirst.slice(0, newestMet).every((before) => isLeftTo(met, before))
}

/**
 * Whether a later request asked for all that is owed of an earlier one. What was under way when the
 * later one was computed counted as sent there: until it arrives, a small request that was met says
 * nothing of it, and once it has failed, only one that was computed after that.
 */
function isLeftTo(later: MarginRequest, { instructed, failTime }: MarginRequest): boolean {
  const open = unarrived(instructed, 'collateral')
  if (open.length === 0) return true
  const hasFailedBefore =
    failTime !== null && createMs(later) >= readTime(failTime, 'requests.failTime')
  return open.every(hasFailed) && hasFailedBefore
}

const hasFailed = ({ state }: InstructedQuantity) => state === 'failed'

/** Whether what has failed of a request was met: by the rest of it, or by a later request. */
function isFailureMet(
  { newestMet, oldestFirst }: RequestsOfDirection,
  request: MarginRequest,
): boolean {
  const met = oldestFirst[newestMet]
  return isMet(request) || (met !== undefined && isLeftTo(met, request))
}

/** The lender need not release collateral to a borrower in default. */
function receiverInDefault({ deal, holds }: Asked): Condition {
  const found = deal.notices.filter(({ inDefault }) => inDefault === 'borrower').map(holds)
  return isFalse('receiver_in_default', isAny(found))
}

/**
 * While the order closes, nothing but the close sends collateral back: a lender could not cure what
 * the borrower has made impossible. A borrower can always cure: it returns what the close owes.
 */
function whileClosing({ history: { closing } }: AskedOfHistory): Condition {
  return isFalse('closing', closing !== null)
}

function unanswered(asked: AskedOfHistory, requests: RequestsOfDirection): Ground {
  const { newestCall: call } = requests
  if (call === undefined) return absent('unanswered_call', 'mark_to_market_request')
  const expireMs = readTime(call.expireTime, 'requests.expireTime')
  const unmetMs = afterSuspension(asked, createMs(call), expireMs)
  return about('unanswered_call', call, call.expireTime, [
    oneOf('call_status', 'status', call.status, UNANSWERED),
    ...unmetBetween(asked, unmetMs, unmetMs),
    isFalse(
      'met_since',
      requests.newestMet >= placeOf(requests, call) || isSentSince(asked, requests, call),
    ),
    ...endedSince(asked, call),
  ])
}

function lateCalls(asked: AskedOfHistory, requests: RequestsOfDirection): readonly Ground[] {
  const grounds = requests.oldestFirst.flatMap((request) =>
    unarrived(request.instructed, 'collateral').map((part) =>
      about('late_call', request, part.lateTime, [
        isFalse('released', isReleased(requests, request, part)),
        ...lateQuantity(asked, part),
        ...(part.state === 'failed' ? onceFailed(asked, request, part) : []),
      ]),
    ),
  )
  return orAbsent(grounds, absent('late_call', 'mark_to_market_request'))
}

/** Whether nothing of a part is owed any more. */
function isReleased(
  requests: RequestsOfDirection,
  request: MarginRequest,
  { state }: InstructedQuantity,
): boolean {
  if (request.cancelledBy === requests.receiver) return true
  return state === 'failed' && isFailureMet(requests, request)
}

/**
 * What has failed can be declared for some days, as a call without an answer, and not after a
 * close-out. What is under way counts as sent, also after a close-out in part, so its receiver
 * could not call again.
 */
function onceFailed(
  asked: AskedOfHistory,
  request: MarginRequest,
  part: InstructedQuantity,
): Condition[] {
  return [
    moment('unmet_until', lateFromMs(asked, part) + UNMET_FOR_MS, ['at_least', asked.nowMs]),
    ...endedSince(asked, request),
  ]
}

function disputed(asked: AskedOfHistory, requests: RequestsOfDirection): Ground {
  const { newestCall: call } = requests
  if (call === undefined) return absent('disputed_call', 'mark_to_market_request')
  if (call.disputeTime === null) {
    return about('disputed_call', call, null, [isTrue('disputed', false)])
  }
  const dispute = disputeOf(requests, call)
  const oldest = Math.min(...dispute.map((one) => placeOf(requests, one)))
  const oldestMs = Math.min(...dispute.flatMap((one) => senderDisputes(requests, one)))
  const newestMs = Math.max(...senderDisputes(requests, call))
  const timeMs = readSeconds(asked.history.disputeTimeSeconds, 'disputeTimeSeconds')
  const unmet = [oldestMs, newestMs]
    .map((disputedMs) => underPresentTerms(asked, disputedMs))
    .map((startMs) => afterSuspension(asked, startMs, startMs + timeMs))
  return about('disputed_call', call, call.disputeTime, [
    ...unmetBetween(asked, Math.min(...unmet), Math.max(...unmet)),
    isFalse('met_since', requests.newestMet >= oldest || isSentSince(asked, requests, call)),
    ...endedSince(asked, call),
  ])
}

/**
 * When the sender disputed a request. What the receiver disputed does not count against the sender.
 */
function senderDisputes({ receiver }: RequestsOfDirection, request: MarginRequest): number[] {
  const { creator, disputeTime } = request
  if (creator !== receiver || disputeTime === null) return []
  return [readTime(disputeTime, 'requests.disputeTime')]
}

/** A call is unmet from one time on, and can be declared unmet until some days after another. */
function unmetBetween({ nowMs }: Asked, fromMs: number, lastFromMs: number): Condition[] {
  return [
    moment('unmet_from', fromMs, ['at_most', nowMs]),
    moment('unmet_until', lastFromMs + UNMET_FOR_MS, ['at_least', nowMs]),
  ]
}

/**
 * After a close-out in part, the same request would take collateral again; and after an exchange,
 * the new collateral met the requirement.
 */
function endedSince({ history }: AskedOfHistory, request: MarginRequest): Condition[] {
  const { lastTerminated, lastExchanged } = history
  const isSince = (time: string, name: string) => readTime(time, name) > createMs(request)
  const terminated = lastTerminated !== null && isSince(lastTerminated, 'lastTerminated')
  return [
    isFalse('terminated_since', terminated),
    ...(lastExchanged == null
      ? []
      : [isFalse('exchanged_since', isSince(lastExchanged, 'lastExchanged'))]),
  ]
}

function about(
  name: Ground['name'],
  { id: resourceId }: MarginRequest,
  since: string | null,
  conditions: readonly Condition[],
): Ground {
  return { name, resource: 'mark_to_market_request', resourceId, occasion: null, since, conditions }
}
