import { reportDaysMax } from '@vadium/schema'
import { readInstant } from '../../platform/instant.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A moment of the book, all of its millisecond included. */
export interface ReportMoment {
  readonly atMs: number
  /** RFC 3339. */
  readonly at: string
  /** RFC 3339: the first millisecond that is not included. */
  readonly until: string
  /** Nobody asked for another: what stands in the book is how it stands. */
  readonly isNow: boolean
}

/** What happened from one time on and before another. */
export interface ReportPeriod {
  /** RFC 3339. Null: from the beginning. */
  readonly from: string | null
  /** RFC 3339, not included. */
  readonly until: string
  /** RFC 3339: interest counts up to, and without, its day. */
  readonly interestUntil: string
  readonly isNow: boolean
}

/** How a report is asked for what happened: in a range, or until a moment. */
export interface PeriodQuery {
  readonly as_of?: string
  readonly from?: string
  readonly to?: string
}

const dayMs = 86_400_000

/** The moment that a report is asked for, or the refusal that says what is wrong with it. */
export function reportMoment(asOf: string | undefined, nowMs: number): ReportMoment | Refusal {
  const atMs = asOf === undefined ? nowMs : pastInstant('as_of', asOf, nowMs)
  if (atMs instanceof Refusal) return atMs
  return { atMs, at: textOf(atMs), until: textOf(atMs + 1), isNow: asOf === undefined }
}

/** The range that a report is asked for, or else all until a moment. */
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
  if (from === undefined) return wrong('from', 'is needed together with to')
  if (to === undefined) return wrong('to', 'is needed together with from')
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
  if (ms === undefined) return unfit(field, 'is not a time of the calendar', text)
  return ms <= nowMs ? ms : unfit(field, 'must not be after now', text)
}

function wrong(field: string, issue: string): Refusal {
  return new Refusal('PARAMETER_INVALID', [{ field, issue }])
}

function unfit(field: string, issue: string, value?: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue, ...(value !== undefined && { value }) }])
}

const textOf = (ms: number) => new Date(ms).toISOString()
