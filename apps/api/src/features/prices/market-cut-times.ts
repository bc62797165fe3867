const dayMs = 86_400_000

/** Cuts that were missed longer ago than this are not made up for. */
const daysBackMax = 7

/** When the market is cut every day, `HH:MM` in UTC, in milliseconds after midnight. */
function timeOfDayMs(cutTime: string): number {
  const [hours = 0, minutes = 0] = cutTime.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** The last market cut that is not after a time. All times are Unix milliseconds. */
export function lastMarketCut(nowMs: number, cutTime: string): number {
  const offset = timeOfDayMs(cutTime)
  // A day of Unix time has 86,400 s, always, and UTC knows no summer.
  return Math.floor((nowMs - offset) / dayMs) * dayMs + offset
}

export function nextMarketCut(nowMs: number, cutTime: string): number {
  return lastMarketCut(nowMs, cutTime) + dayMs
}

/** The cuts after one that was taken and not after now, oldest first, of the last week at most. */
export function dueMarketCuts(nowMs: number, cutTime: string, takenMs?: number): number[] {
  const last = lastMarketCut(nowMs, cutTime)
  const cuts = Array.from({ length: daysBackMax }, (_, back) => last - back * dayMs)
  // Where the clock has been set back, a cut taken in its future says nothing.
  const taken = takenMs === undefined || takenMs > nowMs ? -Infinity : takenMs
  return cuts.filter((cut) => cut > taken).reverse()
}
