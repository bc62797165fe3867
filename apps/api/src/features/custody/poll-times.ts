/**
 * The pause between polls is a tenth of the age of the instruction, within these bounds in
 * milliseconds.
 */
const pauseMsMin = 1000
const pauseMsMax = 60_000
/** Polls are at full quarters of a second, so that several are due, and are recorded, together. */
const quarterMs = 250

/** The poll that follows a poll. Times are Unix milliseconds. */
export function nextPoll(createdMs: number, pollMs: number): number {
  const age = Math.max(0, pollMs - createdMs)
  const pause = Math.min(Math.max(pauseMsMin, Math.floor(age / 10)), pauseMsMax)
  return Math.ceil((pollMs + pause) / quarterMs) * quarterMs
}

/**
 * The first poll at or after `fromMs`, if each poll follows the one before. Times are Unix
 * milliseconds.
 */
export function firstPollFrom(createdMs: number, pollMs: number, fromMs: number): number {
  if (fromMs === Infinity) return Infinity
  let poll = pollMs
  while (poll < fromMs) {
    const next = nextPoll(createdMs, poll)
    // From here on all pauses are equal.
    if (next === poll + pauseMsMax) {
      return poll + Math.ceil((fromMs - poll) / pauseMsMax) * pauseMsMax
    }
    poll = next
  }
  return poll
}
