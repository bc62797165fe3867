import type { ReportSearch } from './report-search.ts'

/** A time of a report that is often asked for. */
export interface Period {
  readonly name: string
  readonly search: Pick<ReportSearch, 'as_of' | 'from' | 'to'>
}

const dayMs = 86_400_000

const at = (ms: number): string => new Date(ms).toISOString()

/** The ends of days and months in UTC before a time, for reports as of a time. */
export function usualTimes(nowMs: number): readonly Period[] {
  const { day, month } = beginsOf(nowMs)
  const asOf = (ms: number | undefined) => ({
    as_of: ms === undefined ? undefined : at(ms),
    from: undefined,
    to: undefined,
  })
  return [
    { name: 'Now', search: asOf(undefined) },
    { name: 'End of yesterday', search: asOf(day - 1) },
    { name: 'End of last month', search: asOf(month - 1) },
  ]
}

/** Whole days and months in UTC up to a time, for reports of a period. */
export function usualPeriods(nowMs: number): readonly Period[] {
  const { day, month } = beginsOf(nowMs)
  const period = (from: number, to: number) => ({ as_of: undefined, from: at(from), to: at(to) })
  return [
    { name: 'Yesterday', search: period(day - dayMs, day) },
    // Nothing on its first day.
    ...(day === month ? [] : [{ name: 'This month until today', search: period(month, day) }]),
    { name: 'Last month', search: period(beginsOf(month - 1).month, month) },
  ]
}

/** When the day and the month of a time began, in UTC. */
function beginsOf(ms: number): { readonly day: number; readonly month: number } {
  const date = new Date(ms)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { day: Date.UTC(year, month, date.getUTCDate()), month: Date.UTC(year, month) }
}
