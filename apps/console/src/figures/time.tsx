import { useMachineNow, useNow, useServiceNow } from '../service/now.ts'

const steps = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** From so many days on, the hours say nothing more. */
const daysAlone = 30

/** A span of time in its two largest units, such as `2 h 5 min`. */
export function spanText(ms: number): string {
  let rest = Math.max(0, Math.floor(ms / 1000))
  if (rest >= daysAlone * 86_400) return `${Math.floor(rest / 86_400)} d`
  const parts: string[] = []
  for (const [seconds, unit] of steps) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0 || (unit === 's' && parts.length === 0)) parts.push(`${count} ${unit}`)
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

/** The clock that a time is of. */
const clocks = {
  /** Of the book. */
  book: useNow,
  /** Of the service, which stamps the uses of keys and the audit trail also in a sandbox. */
  service: useServiceNow,
  /** Of this machine, which stamps what the page has read. */
  page: useMachineNow,
} as const

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })

/** A time as the API gives it, and by the clock of this machine. */
function bothTimes(at: string): string {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? at : `${at} = ${local.format(ms)}`
}

/** How long ago a time was, by the clock that it is of. */
export function Age({
  of,
  by = 'book',
}: {
  readonly of: string | null
  readonly by?: keyof typeof clocks
}) {
  const useClock = clocks[by]
  const now = useClock()
  if (of === null) return <span>no time</span>
  return (
    <time dateTime={of} title={bothTimes(of)}>
      {spanText(now - Date.parse(of))} ago
    </time>
  )
}

/** How long it is until a time. */
export function TimeLeft({ until }: { readonly until: string }) {
  const now = useNow()
  const leftMs = Date.parse(until) - now
  return (
    <time dateTime={until} title={bothTimes(until)} data-urgent={leftMs < 900_000}>
      {leftMs > 0 ? `${spanText(leftMs)} left` : `over since ${spanText(-leftMs)}`}
    </time>
  )
}

/** A time in UTC, as the API gives it, to the second. */
export function Instant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={bothTimes(at)}>
      {at.slice(0, 10)} {at.slice(11, 19)} UTC
    </time>
  )
}

/** A time in a column, whose name says that it is in UTC: to the minute. */
export function ColumnInstant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={bothTimes(at)}>
      {at.slice(0, 10)} {at.slice(11, 16)}
    </time>
  )
}

/** A time in UTC to the minute, with its date only if it was a day ago or earlier. */
export function ShortInstant({ at, now }: { readonly at: string; readonly now: string }) {
  const isOfTheDay = Date.parse(now) - Date.parse(at) < 86_400_000
  return (
    <time dateTime={at} title={bothTimes(at)}>
      {!isOfTheDay && `${at.slice(0, 10)} `}
      {at.slice(11, 16)} UTC
    </time>
  )
}
