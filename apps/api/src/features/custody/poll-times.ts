/**
 * The pause between polls is a tenth of the age of the instruction, within these bounds in
 * milliseconds.
 */
const pauseMsMin = 1000
const pauseMsMax = 60_000

/** The pause after a poll. Times are Unix milliseconds. */
export function pollPauseMs(createdMs: number, pollMs: number): number {
  const age = Math.max(0, pollMs - createdMs)
  return Math.min(Math.max(pauseMsMin, Math.floor(age / 10)), pauseMsMax)
}

/**
 * The first poll at or after `fromMs`, if each poll follows the one before. Times are Unix
 * milliseconds.
 */
export function firstPollFrom(createdMs: number, pollMs: number, fromMs: number): number {
  if (fromMs === Infinity) return Infinity
  let poll = pollMs
  while (poll < fromMs) {
    const pause = pollPauseMs(createdMs, poll)
    // From here on all pauses are equal.
    if (pause === pauseMsMax) return poll + Math.ceil((fromMs - poll) / pause) * pause
    poll += pause
  }
  return poll
}
