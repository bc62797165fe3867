export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** In UTC, as Unix milliseconds. */
export function startOfDay(time: number): number {
  return time - (time % day)
}

/** The daily market cut on the day of a time: 16:00 UTC. */
export function marketCutOf(time: number): number {
  return startOfDay(time) + 16 * hour
}

/** RFC 3339 with milliseconds, UTC. */
export function timestamp(time: number): string {
  return new Date(time).toISOString()
}

/** `YYYY-MM-DD`, UTC. */
export function calendarDay(time: number): string {
  return timestamp(time).slice(0, 10)
}
