import { reportDaysMax } from '@vadium/schema'
import { readInstant, dayMs, instantText } from '../../platform/instant.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A moment of the book. Its whole millisecond is included. */
export interface ReportMoment {
  readonly atMs: number
  /** RFC 3339. */
  readonly at: string
  /** RFC 3339: the first millisecond after it. */
  readonly until: string
  /** Whether no past moment was requested. The current rows of the book then apply. */
  readonly isNow: boolean
}

/** A range of time: `from` is included, `until` is not. */
export interface ReportPeriod {
  /** RFC 3339. Null: from the beginning. */
  readonly from: string | null
  /** RFC 3339, not included. */
  readonly until: string
  /** RFC 3339. Interest is counted to this day, which is not included. */
  readonly interestUntil: string
  readonly isNow: boolean
}

/** The query parameters for a range, or for everything until a moment. */
export interface PeriodQuery {
  readonly as_of?: string
  readonly from?: string
  readonly to?: string
}

/** The moment of the query; or a refusal that says what is wrong with it. */
export function reportMoment(asOf: string | undefined, nowMs: number): ReportMoment | Refusal {
  const atMs = asOf === undefined ? nowMs : pastInstant('as_of', asOf, nowMs)
  if (atMs instanceof Refusal) return atMs
  return { atMs, at: instantText(atMs), until: instantText(atMs + 1), isNow: asOf === undefined }
}

/** The range of the query, or everything until a moment; or a refusal. */
export function reportPeriod(
  { as_of: asOf, from, to }: PeriodQuery,
  nowMs: number,
): ReportPeriod | Refusal {
  if (from === undefined && to === undefined) {
    const moment = reportMoment(asOf, nowMs)
    if (moment instanceof Refusal) return moment
    return { from: null, until: moment.until, interestUntil: moment.at, isNow: moment.isNow }
  }
  if (asOf !== undefined) return wrong('as_of', 'cannot be given together with from and to')
  if (from === undefined) return wrong('from', 'is required together with to')
  if (to === undefined) return wrong('to', 'is required together with from')
  const [fromMs, toMs] = [pastInstant('from', from, nowMs), pastInstant('to', to, nowMs)]
  if (fromMs instanceof Refusal) return fromMs
  if (toMs instanceof Refusal) return toMs
  if (toMs <= fromMs) return unfit('to', 'must be after from')
  if (toMs - fromMs > reportDaysMax * dayMs) {
    return unfit('to', `must be at most ${reportDaysMax} days after from`)
  }
  return { from, until: to, interestUntil: to, isNow: false }
}

function pastInstant(field: string, text: string, nowMs: number): number | Refusal {
  const ms = readInstant(text)
  if (ms === undefined) return unfit(field, 'is not an existing time', text)
  return ms <= nowMs ? ms : unfit(field, 'must not be after now', text)
}

function wrong(field: string, issue: string): Refusal {
  return new Refusal('PARAMETER_INVALID', [{ field, issue }])
}

function unfit(field: string, issue: string, value?: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue, ...(value !== undefined && { value }) }])
}
