const dayMs = 86_400_000

/** A sandbox time for people, UTC: `Tue 6 Jan 2026, 09:30`. */
export function bookTime(time: string): string {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = new Date(time)
    .toUTCString()
    .split(' ')
  return `${weekday.slice(0, 3)} ${Number(day)} ${month} ${year}, ${clock.slice(0, 5)}`
}

/** Only the day: `6 Jan`. */
export function bookDay(time: string): string {
  const [, day = '', month = ''] = new Date(time).toUTCString().split(' ')
  return `${Number(day)} ${month}`
}

/** Only the time of day: `09:30`. */
export function bookHour(time: string): string {
  return time.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)
}

/** The number of days between the days of two times. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / dayMs)
}
