import { MarginInputError } from './margin-input-error.ts'

const MILLISECONDS_A_DAY = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The number of a calendar day, `YYYY-MM-DD`, counted from 1970-01-01. */
export function readDay(text: string, member: string): number {
  if (isDay(text)) return startMs(text) / MILLISECONDS_A_DAY
  throw new MarginInputError(member, 'must be a calendar day, such as 2026-01-31')
}

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const time = startMs(text)
  // Date reads a day that does not exist as another one (30 February as 1 March), so the result is
  // compared.
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

function startMs(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`)
}
