const dayMs = 86_400_000

/** A time of the book for people, UTC: `Tue 6 Jan 2026, 09:30`. */
export function bookTime(time: string): string {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = new Date(time)
    .toUTCString()
    .split(' ')
  return `${weekday.slice(0, 3)} ${Number(day)} ${month} ${year}, ${clock.slice(0, 5)}`
}

/** The day of it alone: `6 Jan`. */
export function bookDay(time: string): string {
  const [, day = '', month = ''] = new Date(time).toUTCString().split(' ')
  return `${Number(day)} ${month}`
}

/** The hour of it alone: `09:30`. */
export function bookHour(time: string): string {
  return time.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)
}

/** How many days there are from the one of a time to that of another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs)
}
