import { readNonNegative } from '../decimal-input.ts'
import { ZERO } from '../decimal.ts'
import { add } from '../exact-arithmetic.ts'
import type { PartyName } from '../preview-context.ts'
import type { AskedOfHistory } from './asked.ts'
import type { MarginRequest } from './stressed-deal.ts'
import { readTime } from './times.ts'

/** How long before a request an offer that its sender did not keep belongs to the same dispute. */
const CONTINUED_WITHIN_MS = 7 * 86_400_000

/** The requests of one direction, oldest first, and who sends and receives the collateral. */
export interface RequestsOfDirection {
  readonly direction: 'TopUp' | 'Release'
  readonly sender: PartyName
  readonly receiver: PartyName
  readonly oldestFirst: readonly MarginRequest[]
  /** The newest one that the receiver created. */
  readonly newestCall: MarginRequest | undefined
}

/** The requests by which the party in default sends collateral. */
export function requestsOf({ history, inDefault: sender }: AskedOfHistory): RequestsOfDirection {
  const direction = sender === 'borrower' ? 'TopUp' : 'Release'
  const receiver = sender === 'borrower' ? 'lender' : 'borrower'
  const oldestFirst = history.requests
    .filter((request) => request.direction === direction)
    .toSorted(byAge)
  const newestCall = oldestFirst.findLast(({ creator }) => creator === receiver)
  return { direction, sender, receiver, oldestFirst, newestCall }
}

/** Those of the same millisecond in the order of their ids, so that the result is always the same. */
function byAge(one: MarginRequest, other: MarginRequest): number {
  return createMs(one) - createMs(other) || (one.id < other.id ? -1 : 1)
}

export function createMs({ createTime }: MarginRequest): number {
  return readTime(createTime, 'requests.createTime')
}

/** Whether a request that was not created before a time has got all of its collateral. */
export function isMetSince({ oldestFirst }: RequestsOfDirection, sinceMs: number): boolean {
  return oldestFirst.some((request) => createMs(request) >= sinceMs && isMet(request))
}

function isMet({ amount, instructed }: MarginRequest): boolean {
  const arrived = instructed
    .filter(({ state }) => state === 'arrived')
    .reduce(
      (sum, { quantity }) => add(sum, readNonNegative(quantity, 'requests.instructed.quantity')),
      ZERO,
    )
  return arrived.greaterThanOrEqualTo(readNonNegative(amount, 'requests.amount'))
}

/**
 * The requests of the same dispute: what superseded which, created by either side. The sender
 * cannot end a dispute by an offer that it does not keep: the next call goes on with it.
 */
export function disputeOf(requests: RequestsOfDirection, call: MarginRequest): MarginRequest[] {
  const found = new Set([call])
  for (const request of found) {
    for (const other of requests.oldestFirst) {
      if (isLinked(request, other) || isContinued(requests, other, request)) found.add(other)
    }
  }
  return [...found]
}

function isLinked(one: MarginRequest, other: MarginRequest): boolean {
  return one.supersededBy === other.id || other.supersededBy === one.id
}

/** Whether a request is the one before another, and an offer that its sender has not kept. */
function isContinued(
  { oldestFirst, sender }: RequestsOfDirection,
  before: MarginRequest,
  after: MarginRequest,
): boolean {
  const { creator, status, cancelledBy } = before
  return (
    oldestFirst[oldestFirst.indexOf(after) - 1] === before &&
    creator === sender &&
    (status === 'EXPIRED' || cancelledBy === sender) &&
    createMs(after) - createMs(before) <= CONTINUED_WITHIN_MS
  )
}
