import { readNonNegative } from '../decimal-input.ts'
import { ZERO } from '../decimal.ts'
import { add } from '../exact-arithmetic.ts'
import type { PartyName } from '../preview-context.ts'
import type { AskedOfHistory } from './asked.ts'
import type { MarginRequest } from './stressed-deal.ts'
import { readTime } from './times.ts'

/** How long before a request one that leaves its dispute open belongs to the same dispute. */
const CONTINUED_WITHIN_MS = 7 * 86_400_000

/** The requests of one direction, oldest first, and who sends and receives the collateral. */
export interface RequestsOfDirection {
  readonly direction: 'TopUp' | 'Release'
  readonly sender: PartyName
  readonly receiver: PartyName
  readonly oldestFirst: readonly MarginRequest[]
  /** The place of each of them in that order. */
  readonly places: ReadonlyMap<MarginRequest, number>
  /** The place of the newest one that is met; −1 if none is. */
  readonly newestMet: number
  /** The newest one that the receiver created. */
  readonly newestCall: MarginRequest | undefined
}

/** The requests by which the party in default sends collateral. */
export function requestsOf({ history, inDefault: sender }: AskedOfHistory): RequestsOfDirection {
  const direction = sender === 'borrower' ? 'TopUp' : 'Release'
  const receiver = sender === 'borrower' ? 'lender' : 'borrower'
  const oldestFirst = history.requests
    .filter((request) => request.direction === direction)
    .map((request) => ({ request, ms: createMs(request) }))
    .toSorted(byAge)
    .map(({ request }) => request)
  return {
    direction,
    sender,
    receiver,
    oldestFirst,
    places: new Map(oldestFirst.map((request, place) => [request, place])),
    newestMet: oldestFirst.findLastIndex(isMet),
    newestCall: oldestFirst.findLast(({ creator }) => creator === receiver),
  }
}

interface Created {
  readonly request: MarginRequest
  readonly ms: number
}

/**
 * Those of the same millisecond in the order of their ids, so that the result is always the same.
 */
function byAge(one: Created, other: Created): number {
  return one.ms - other.ms || (one.request.id < other.request.id ? -1 : 1)
}

export function createMs({ createTime }: MarginRequest): number {
  return readTime(createTime, 'requests.createTime')
}

/** The place of one of the requests, counted from the oldest. */
export function placeOf({ places }: RequestsOfDirection, request: MarginRequest): number {
  return places.get(request) ?? 0
}

/** Whether all of its collateral has arrived, or what its receiver has agreed to instead. */
export function isMet({
  amount,
  instructed,
}: Pick<MarginRequest, 'amount' | 'instructed'>): boolean {
  const arrived = instructed
    .filter(({ state }) => state === 'arrived')
    .reduce(
      (sum, { quantity }) => add(sum, readNonNegative(quantity, 'requests.instructed.quantity')),
      ZERO,
    )
  return arrived.greaterThanOrEqualTo(readNonNegative(amount, 'requests.amount'))
}

/**
 * Whether its sender has sent since then without a call all that a request asked for. A little of
 * it says nothing of the rest.
 */
export function isSentSince(
  { history }: AskedOfHistory,
  { sender }: RequestsOfDirection,
  request: MarginRequest,
): boolean {
  const sent = (history.voluntary ?? []).filter(
    (one) =>
      one.sender === sender &&
      readTime(one.instructTime, 'voluntary.instructTime') >= createMs(request),
  )
  return sent.length > 0 && isMet({ amount: request.amount, instructed: sent })
}

/**
 * The requests of the same dispute: what superseded which, created by either side. The sender can
 * end a dispute neither by an offer that it does not keep, nor by letting a transfer of the
 * undisputed part fail, after which no request supersedes the call: the next call goes on with it.
 */
export function disputeOf(requests: RequestsOfDirection, call: MarginRequest): MarginRequest[] {
  const { oldestFirst } = requests
  const linked = links(oldestFirst)
  const found = new Set([call])
  for (const request of found) {
    for (const other of linked.get(request.id) ?? []) found.add(other)
    const before = oldestFirst[placeOf(requests, request) - 1]
    if (before !== undefined && isContinued(requests, before, request)) found.add(before)
  }
  return [...found]
}

/** For each id, the requests that it superseded and the one that superseded it. */
function links(requests: readonly MarginRequest[]): ReadonlyMap<string, readonly MarginRequest[]> {
  const byId = new Map(requests.map((request) => [request.id, request]))
  const linked = new Map<string, MarginRequest[]>()
  const link = (id: string, other: MarginRequest) => {
    const others = linked.get(id)
    if (others === undefined) linked.set(id, [other])
    else others.push(other)
  }
  for (const request of requests) {
    const by = request.supersededBy === null ? undefined : byId.get(request.supersededBy)
    if (by === undefined) continue
    link(by.id, request)
    link(request.id, by)
  }
  return linked
}

/** Whether the request before another one leaves a dispute open that the other one goes on with. */
function isContinued(
  { sender, receiver }: RequestsOfDirection,
  before: MarginRequest,
  after: MarginRequest,
): boolean {
  const { creator, status, cancelledBy, disputeTime } = before
  const isOfferNotKept = creator === sender && (status === 'EXPIRED' || cancelledBy === sender)
  const isDisputed = disputeTime !== null && cancelledBy !== receiver && !isMet(before)
  return (isOfferNotKept || isDisputed) && createMs(after) - createMs(before) <= CONTINUED_WITHIN_MS
}
