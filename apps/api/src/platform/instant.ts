import { Temporal } from '@js-temporal/polyfill'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/**
 * The Unix milliseconds of an RFC 3339 time in UTC. Undefined if the day does not exist: the
 * pattern alone accepts 30 February.
 */
export function readInstant(text: string): number | undefined {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) return undefined
  return instantText(milliseconds) === text ? milliseconds : undefined
}

/** Unix milliseconds as an RFC 3339 time in UTC. */
export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** The UTC day of an RFC 3339 time, as `YYYY-MM-DD`. */
export function dayOf(time: string): string {
  return time.slice(0, 10)
}

/** The RFC 3339 time at which a UTC day begins. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`
}

/** The RFC 3339 time at which the UTC month of a time begins. */
export function startOfMonth(time: string): string {
  return startOfDay(`${time.slice(0, 7)}-01`)
}

/** The RFC 3339 time at which the UTC month after that of a time begins. */
export function startOfNextMonth(time: string): string {
  const month = new Date(startOfMonth(time))
  month.setUTCMonth(month.getUTCMonth() + 1)
  return month.toISOString()
}

/**
 * When it is a local time, `HH:MM`, of a day, `YYYY-MM-DD`, in a zone of the IANA database, in Unix
 * milliseconds. A time that the clocks skip is the first instant after the gap, and one that they show
 * twice is the later. So a later local time is never an earlier instant.
 * @throws {RangeError} if this process does not know the zone.
 */
export function localInstant(zone: string, day: string, time: string): number {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`)
  const shown = local.toZonedDateTime(zone, { disambiguation: 'later' })
  if (shown.toPlainDateTime().equals(local)) return shown.epochMilliseconds
  // It is as long after the gap as the time is after its beginning.
  const gap = shown.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return (gap ?? shown).epochMilliseconds
}

/** Whether this process knows a zone by its name. */
export function knowsZone(zone: string): boolean {
  try {
    localInstant(zone, '2000-01-01', '00:00')
    return true
  } catch (err) {
    if (err instanceof RangeError) return false
    throw err
  }
}

/** The first moment of the calendar of PostgreSQL's RFC 3339 times, in Unix milliseconds. */
export const firstInstantMs = Date.parse('0001-01-01T00:00:00.000Z')
