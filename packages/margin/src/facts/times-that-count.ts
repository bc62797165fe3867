import type { AskedOfHistory } from './asked.ts'
import type { Interval } from './stressed-deal.ts'
import { readTime } from './times.ts'

const DAY_MS = 86_400_000

/** For how long a suspension can keep a time from passing. */
const SUSPENSION_MAX_MS = 14 * DAY_MS

/** A range of time in milliseconds, half-open. */
type Range = readonly [fromMs: number, untilMs: number]

/**
 * A time that is over later, by what does not count since its start: the suspension of the party in
 * default.
 */
export function afterSuspension(asked: AskedOfHistory, startMs: number, endMs: number): number {
  return endMs + leftOutMs(asked, startMs, [])
}

/** The same, of a time that the lender can take as well, by what blocks the close. */
export function afterBlocks(asked: AskedOfHistory, startMs: number, endMs: number): number {
  return endMs + leftOutMs(asked, startMs, asked.history.lenderBlocks)
}

/** How much of a range of time some intervals cover, in milliseconds. One that lasts covers the rest. */
export function coveredMs(
  intervals: readonly Interval[],
  [fromMs, untilMs]: readonly [fromMs: number, untilMs: number],
): number {
  const ranges = intervals.map((interval) => readInterval(interval, 'intervals', untilMs))
  return covered(ranges.map((range) => clipped(range, [fromMs, untilMs])))
}

/**
 * When a time of the present terms begins that began at another time: an amend must not let it have
 * passed before.
 */
export function underPresentTerms({ history }: AskedOfHistory, startMs: number): number {
  const { termsSince } = history
  return termsSince === null ? startMs : Math.max(startMs, readTime(termsSince, 'termsSince'))
}

/** A suspension within a block counts as the block, which has no maximum. */
function leftOutMs(
  { history, inDefault, nowMs }: AskedOfHistory,
  startMs: number,
  blocks: readonly Interval[],
): number {
  const within = (intervals: readonly Interval[], member: string) =>
    intervals.map((interval) => clipped(readInterval(interval, member, nowMs), [startMs, nowMs]))
  const blocked = within(blocks, 'lenderBlocks')
  const suspended = within(history.suspensions[inDefault], `suspensions.${inDefault}`)
  const blockedMs = covered(blocked)
  const suspendedMs = covered([...blocked, ...suspended]) - blockedMs
  return blockedMs + Math.min(suspendedMs, SUSPENSION_MAX_MS)
}

/** One that lasts ends now. */
function readInterval({ from, until }: Interval, member: string, nowMs: number): Range {
  const untilMs = until === null ? nowMs : readTime(until, `${member}.until`)
  return [readTime(from, `${member}.from`), untilMs]
}

/** The part of one range within another. It ends before its beginning if there is none. */
function clipped([fromMs, untilMs]: Range, [startMs, endMs]: Range): Range {
  return [Math.max(startMs, fromMs), Math.min(endMs, untilMs)]
}

/** How much time the ranges cover together. */
function covered(ranges: readonly Range[]): number {
  let sumMs = 0
  let reachedMs = Number.NEGATIVE_INFINITY
  for (const [fromMs, untilMs] of ranges.toSorted(([one], [other]) => one - other)) {
    const newFromMs = Math.max(fromMs, reachedMs)
    if (untilMs > newFromMs) {
      sumMs += untilMs - newFromMs
      reachedMs = untilMs
    }
  }
  return sumMs
}
