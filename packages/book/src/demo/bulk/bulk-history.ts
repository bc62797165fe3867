import { Decimal, formatDecimal, roundDown } from '@vadium/margin'
import { day, hour, marketCutOf, minute, startOfDay } from '../../calendar.ts'
import { demoTime } from '../times.ts'
import type { Deal, MarginCall } from '../deal.ts'
import type { ReportedState } from '../provider-words.ts'
import type { Random } from '../../random.ts'
import { smallestUnit } from '../reference/assets.ts'
import type { BulkOrder } from './bulk-orders.ts'

/**
 * Positions are marked to market on the weekday of the end, this share of them each week. More
 * calls would make the book richer, and the first start slower.
 */
const markedPercent = 6

const statesUnderWay: readonly ReportedState[] = [
  'pending_provider_approval',
  'pending_provider_approval',
  'pending_provider_signature',
  'broadcasting',
  'confirming',
]

/** Something that happens to an active deal. It returns the time at which it is over. */
interface Episode {
  readonly at: number
  readonly play: (at: number) => number
}

/** Plays one of the bulk orders from its creation to the end of the book. */
export function playBulkOrder(deal: Deal, order: BulkOrder, random: Random): void {
  const { createdAt, status } = order
  const answeredAt = createdAt + random.integer(2, 25) * minute
  const isPending = status === 'PENDING_ACCEPTANCE'
  deal.offer(createdAt, isPending ? demoTime + 89 * day : undefined)
  if (isPending || status === 'EXPIRED') return
  if (status === 'CANCELLED') {
    deal.cancel(answeredAt)
    return
  }
  deal.answer(answeredAt, status === 'REJECTED' ? 'reject' : 'accept')
  if (status === 'REJECTED' || status === 'ACCEPTED') return
  const latency = () => random.integer(1, 3) * minute + random.integer(0, 59_999)
  const [assetAt, collateralAt] = [answeredAt + latency(), answeredAt + latency()]
  if (status === 'OPENING') {
    deal.report(assetAt, 'asset', 'pending_provider_approval')
    deal.report(collateralAt, 'collateral', 'confirming')
  } else if (status === 'FAILED') {
    deal.report(assetAt, 'asset', 'failed')
    deal.report(collateralAt, 'collateral', 'cancelled')
    deal.say(Math.max(assetAt, collateralAt) + minute, 'lender', 'Let us start over next week.')
    deal.abandon(Math.max(assetAt, collateralAt) + 5 * minute)
  } else {
    deal.report(assetAt, 'asset', 'completed')
    deal.report(collateralAt, 'collateral', 'completed')
    playActiveDeal(deal, order, answeredAt, random)
  }
}

function playActiveDeal(deal: Deal, order: BulkOrder, openedAt: number, random: Random): void {
  const { status, closedAt } = order
  const until = closedAt ?? demoTime
  const episodes = [
    ...marks(deal, openedAt, until, random),
    ...partialReturn(deal, order, openedAt, until, random),
    ...idleRequest(deal, openedAt, until, random),
  ]
  let isFreeAt = openedAt + 6 * hour
  for (const { at, play } of episodes.toSorted((a, b) => a.at - b.at)) {
    if (at >= isFreeAt) isFreeAt = play(at)
  }
  if (closedAt === undefined) markAtLastCut(deal, random)
  else if (status === 'CLOSED') close(deal, closedAt, random)
  else {
    deal.close(closedAt)
    deal.report(closedAt + random.integer(3, 40) * minute, 'asset', 'pending_provider_signature')
  }
}

function marks(deal: Deal, openedAt: number, until: number, random: Random): Episode[] {
  const episodes: Episode[] = []
  for (let cut = marketCutOf(demoTime) - 7 * day; cut > openedAt; cut -= 7 * day) {
    const isMarked = random.chance(markedPercent)
    if (!isMarked || cut > until - 2 * day) continue
    // The calls of all deals follow the market cut at the same time.
    episodes.push({ at: cut + 5 * minute, play: (at) => mark(deal, at, random) })
  }
  return episodes
}

/** Calls what is due, if anything is. Most calls are accepted and carried out. */
function mark(deal: Deal, at: number, random: Random): number {
  const call = deal.call(at)
  if (call === undefined) return at
  const answeredAt = at + random.integer(2, 25) * minute
  const outcome = random.integer(1, 100)
  if (outcome <= 2) return at + 5 * hour
  if (outcome <= 5) {
    deal.answer(answeredAt, 'reject', call)
    deal.say(answeredAt + minute, call.creator, 'Which price did you use? We took the market cut.')
    return answeredAt + minute
  }
  deal.answer(answeredAt, 'accept', call)
  const settledAt = answeredAt + random.integer(6, 95) * minute + random.integer(0, 59_999)
  if (outcome > 16) return complete(deal, call, settledAt)
  const followsAt = settledAt + random.integer(2, 40) * minute
  if (outcome <= 8) {
    deal.report(settledAt, 'collateral', 'cancelled', call)
    deal.cancel(followsAt, call)
    return followsAt
  }
  deal.report(settledAt, 'collateral', outcome <= 12 ? 'failed' : 'rejected', call)
  deal.retry(followsAt, call)
  return complete(deal, call, followsAt + random.integer(6, 50) * minute)
}

function complete(deal: Deal, call: MarginCall, at: number): number {
  deal.report(at, 'collateral', 'completed', call)
  return at
}

/** The calls of the last cut are all accepted at once. Some transfers are not over at the end. */
function markAtLastCut(deal: Deal, random: Random): void {
  const cut = marketCutOf(demoTime)
  const call = deal.call(cut + 5 * minute)
  if (call === undefined) return
  deal.answer(cut + 15 * minute, 'accept', call)
  const reportedAt = cut + random.integer(18, 58) * minute
  if (random.chance(55)) complete(deal, call, reportedAt)
  else if (random.chance(80)) {
    deal.report(reportedAt, 'collateral', random.pick(statesUnderWay), call)
  }
}

/** A part of the loan comes back, with its share of the collateral. */
function partialReturn(
  deal: Deal,
  { asset }: BulkOrder,
  openedAt: number,
  until: number,
  random: Random,
): Episode[] {
  const days = Math.floor((until - openedAt) / day)
  if (days < 20 || !random.chance(38)) return []
  const at =
    startOfDay(openedAt) +
    random.integer(8, days - 8) * day +
    random.integer(7 * 60, 13 * 60) * minute
  const kind = random.chance(50) ? 'recall' : 'return'
  const percent = random.integer(4, 22)
  const play = () => {
    const quantity = part(deal.lent, percent, smallestUnit(asset))
    const request = deal.request(at, { kind, quantity })
    const acceptedAt = at + random.integer(10, 90) * minute
    deal.answer(acceptedAt, 'accept', request)
    const assetAt = acceptedAt + random.integer(10, 120) * minute
    deal.report(assetAt, 'asset', 'completed', request)
    const collateralAt = assetAt + random.integer(10, 120) * minute
    deal.report(collateralAt, 'collateral', 'completed', request)
    return collateralAt
  }
  return [{ at, play }]
}

function part(lent: Decimal, percent: number, unit: Decimal): Decimal {
  return roundDown(lent.times(percent).div(100), unit)
}

/** A request that moves nothing: a new rate, or a return that was declined. */
function idleRequest(deal: Deal, openedAt: number, until: number, random: Random): Episode[] {
  if (!random.chance(30)) return []
  const days = Math.max(2, Math.floor((until - openedAt) / day) - 2)
  const at = startOfDay(openedAt) + random.integer(1, days) * day + random.integer(60, 600) * minute
  const answeredAt = at + random.integer(10, 90) * minute
  const isRerate = random.chance(65)
  const outcome = random.pick(['accept', 'reject', isRerate ? 'accept' : 'cancel', 'expire'])
  const kind = random.pick(['recall', 'return'] as const)
  const creator = random.pick(['lender', 'borrower'] as const)
  const ratePercent = formatDecimal(new Decimal(random.integer(8, 40)).div(4))
  const percent = random.integer(10, 50)
  const play = () => {
    const quantity = part(deal.lent, percent, new Decimal('0.01'))
    const asked = isRerate
      ? ({ kind: 'rerate', creator, ratePercent } as const)
      : { kind, quantity }
    const request = deal.request(at, asked)
    if (outcome === 'expire') return at + 5 * hour
    if (outcome === 'cancel') deal.cancel(answeredAt, request)
    else deal.answer(answeredAt, outcome === 'accept' && isRerate ? 'accept' : 'reject', request)
    return answeredAt
  }
  return [{ at, play }]
}

/** The asset, the interest and the collateral are sent back, one after the other. */
function close(deal: Deal, at: number, random: Random): void {
  if (random.chance(25)) {
    const request = deal.request(at, { kind: 'return', quantity: undefined })
    deal.acceptWholeReturn(at + 20 * minute, request)
  } else deal.close(at + 20 * minute)
  let time = at + 20 * minute
  for (const leg of ['asset', 'interest', 'collateral'] as const) {
    time += random.integer(8, 90) * minute + random.integer(0, 59_999)
    deal.report(time, leg, 'completed')
  }
}
