import { parseTime } from '../calendar-time.ts'
import { MarginInputError } from '../margin-input-error.ts'

/**
 * Reads a time, in milliseconds.
 * @throws {MarginInputError} if the text is not a time of RFC 3339.
 */
export function readTime(text: string, member: string): number {
  const time = parseTime(text)
  if (time !== null) return time
  throw new MarginInputError(member, 'must be a time, such as 2026-01-31T16:00:00.000Z')
}

/** Prints a time in UTC, with milliseconds. */
export function printTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** A hundred years: any time of a deal and this later is a time that can be printed. */
const SECONDS_MAX = 3_153_600_000

/**
 * Reads a duration in seconds; the result is in milliseconds.
 * @throws {MarginInputError} if it is not a whole number from zero to a hundred years.
 */
export function readSeconds(seconds: number, member: string): number {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= SECONDS_MAX) return seconds * 1000
  throw new MarginInputError(member, `must be a whole number of seconds from 0 to ${SECONDS_MAX}`)
}
