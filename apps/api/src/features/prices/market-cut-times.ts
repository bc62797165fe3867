import { dayMs } from '../../platform/instant.ts'

/** Market cuts that were missed longer ago than this are not taken. */
const daysBackMax = 7

/** The time of the daily market cut, `HH:MM` in UTC, as milliseconds after midnight. */
function timeOfDayMs(cutTime: string): number {
  const [hours = 0, minutes = 0] = cutTime.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** The last market cut at or before a time. All times are Unix milliseconds. */
export function lastMarketCut(nowMs: number, cutTime: string): number {
  const offset = timeOfDayMs(cutTime)
  // A day of Unix time always has 86,400 s, and UTC has no summer time.
  return Math.floor((nowMs - offset) / dayMs) * dayMs + offset
}

export function nextMarketCut(nowMs: number, cutTime: string): number {
  return lastMarketCut(nowMs, cutTime) + dayMs
}

/** The market cuts after the last one taken and up to now, oldest first, of at most a week. */
export function dueMarketCuts(nowMs: number, cutTime: string, takenMs?: number): number[] {
  const last = lastMarketCut(nowMs, cutTime)
  const cuts = Array.from({ length: daysBackMax }, (_, back) => last - back * dayMs)
  // If the clock was set back, a cut taken in its future is ignored.
  const taken = takenMs === undefined || takenMs > nowMs ? -Infinity : takenMs
  return cuts.filter((cut) => cut > taken).reverse()
}
