import { MarginInputError } from './margin-input-error.ts'

const MILLISECONDS_A_DAY = 86_400_000

/** The number of a calendar day, `YYYY-MM-DD`, counted from 1970-01-01. */
export function readDay(text: string, member: string): number {
  const time = Date.parse(`${text}T00:00:00.000Z`)
  // Date reads a day that does not exist as another one (30 February as 1 March), so the result is
  // compared.
  if (!Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text) {
    return time / MILLISECONDS_A_DAY
  }
  throw new MarginInputError(member, 'must be a calendar day, such as 2026-01-31')
}
