import { isDay } from './calendar-day.ts'

const TIME =
  /^(?<day>\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/**
 * The milliseconds of a time of RFC 3339; null for any other text, and on a day that does not
 * exist.
 */
export function parseTime(text: string): number | null {
  const day = TIME.exec(text)?.groups?.['day']
  const time = day !== undefined && isDay(day) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : time
}
