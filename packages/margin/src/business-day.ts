import { isDay, readDay } from './calendar-day.ts'
import { MarginInputError } from './margin-input-error.ts'

/** A calendar of business days, such as that of the banks of a city. */
export interface BusinessCalendar {
  /** The days of the week on which nobody works, from 1, Monday, to 7, Sunday. */
  readonly weekend: readonly number[]
  /** The other days on which nobody works, each `YYYY-MM-DD`. */
  readonly holidays: readonly string[]
}

const MILLISECONDS_A_DAY = 86_400_000
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4

/**
 * Whether a day, `YYYY-MM-DD`, is a business day in each of these calendars. Without a calendar,
 * every day is one.
 *
 * @example
 *   const london = { weekend: [6, 7], holidays: ['2026-12-25', '2026-12-28'] }
 *   isBusinessDay('2026-12-28', [london]) // false: the substitute day of Boxing Day
 *
 * @throws {MarginInputError} if the day does not exist.
 */
export function isBusinessDay(day: string, calendars: readonly BusinessCalendar[]): boolean {
  const weekday = weekdayOf(day)
  return calendars.every(
    ({ weekend, holidays }) => !weekend.includes(weekday) && !holidays.includes(day),
  )
}

/**
 * The first business day on or after a day, `YYYY-MM-DD`, at most `daysMax` days after it: the
 * _following_ business day. Undefined if there is none.
 *
 * @example
 *   followingBusinessDay('2026-08-01', [{ weekend: [6, 7], holidays: [] }], 10) // '2026-08-03'
 *
 * @throws {MarginInputError} if the day does not exist.
 */
export function followingBusinessDay(
  day: string,
  calendars: readonly BusinessCalendar[],
  daysMax: number,
): string | undefined {
  for (let days = 0; days <= daysMax; days++) {
    const next = dayAfter(day, days)
    if (isBusinessDay(next, calendars)) return next
  }
  return undefined
}

/**
 * The day that is a number of days after a day, `YYYY-MM-DD`; before it, if the number is below
 * zero.
 *
 * @example
 *   dayAfter('2028-02-28', 1) // '2028-02-29'
 *
 * @throws {MarginInputError} if a day does not exist.
 */
export function dayAfter(day: string, days: number): string {
  const text = dayOfMs((readDay(day, 'day') + days) * MILLISECONDS_A_DAY)
  if (text === undefined || !isDay(text)) {
    throw new MarginInputError('days', 'must lead to a day from 0000 to 9999')
  }
  return text
}

function dayOfMs(ms: number): string | undefined {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}

/** From 1, Monday, to 7, Sunday. */
function weekdayOf(day: string): number {
  const days = readDay(day, 'day') + FIRST_WEEKDAY - 1
  return (((days % 7) + 7) % 7) + 1
}
