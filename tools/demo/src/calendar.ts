export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The moment at which the book stands still, in Unix milliseconds. Nothing in it is later. */
export const bookTime = Date.UTC(2026, 6, 1, 17)

/** Midnight at which the day of a time began, UTC. */
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

/** The first of each month after a time and up to another, at midnight UTC. */
export function monthStartsBetween(after: number, until: number): number[] {
  const starts: number[] = []
  const first = new Date(after)
  for (let month = 1; ; month += 1) {
    const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month)
    if (start > until) return starts
    starts.push(start)
  }
}
