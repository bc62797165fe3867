/** A custodian is asked again after a tenth of the age of its instruction, within these bounds, in milliseconds. */
const pauseMsMin = 1000
const pauseMsMax = 60_000

/** How long after a poll the next one follows. Times are Unix milliseconds. */
export function pollPauseMs(createdMs: number, pollMs: number): number {
  const age = Math.max(0, pollMs - createdMs)
  return Math.min(Math.max(pauseMsMin, Math.floor(age / 10)), pauseMsMax)
}

/** The first poll at a time or after it, where each one follows the one before. Times are Unix milliseconds. */
export function firstPollFrom(createdMs: number, pollMs: number, fromMs: number): number {
  if (fromMs === Infinity) return Infinity
  let poll = pollMs
  while (poll < fromMs) {
    const pause = pollPauseMs(createdMs, poll)
    // From here on the pauses are all the same.
    if (pause === pauseMsMax) return poll + Math.ceil((fromMs - poll) / pause) * pause
    poll += pause
  }
  return poll
}
