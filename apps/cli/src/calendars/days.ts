/** A day of a calendar, with what it is called. */
export interface NamedDay {
  readonly date: string
  readonly name?: string
}

/** Why a file is not taken for the days of a calendar. */
export class NoDays extends Error {
  override readonly name = 'NoDays'
}

/** A day that exists, such as 2026-12-28. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}
