import type { AnswerDay } from './answer-day.ts'

/** As a newer service may answer it. */
type ShownDay = Omit<AnswerDay, 'reason'> & { readonly reason: string | null }

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day as people read it, such as `Mon 30 Nov`. */
function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00.000Z`)
  return `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
}

/** The city of a zone: `New York` for `America/New_York`. */
const cityOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** By the reason. A newer service may have others, of which nothing is said. */
const because: Readonly<Record<string, ((of: ShownDay, day: string) => string) | undefined>> = {
  after_notification_time: ({ notification_time: time }, day) =>
    `because it was created after ${time} on ${day}`,
  not_business_day: (_, day) => `because it was created on ${day}, which is no business day`,
  cure_time: ({ response_time: time }, day) => `because its cure time ends after ${time} on ${day}`,
  no_business_day: () => 'because its calendars have no business day soon enough',
}

/**
 * Until when a request can be answered, and why, as people read it.
 *
 * @example
 *   answerSentence('2026-11-30T17:00:00.000Z', request.answer_day)
 *   // Until Mon 30 Nov 17:00 London (17:00 UTC), because it was created after 13:00 on Fri 27 Nov;
 *   // by the calendar london (version 1)
 */
export function answerSentence(expireTime: string, answerDay: ShownDay): string {
  const { day, response_time: time, time_zone: zone, reason, reason_day: reasonDay } = answerDay
  const utcDay = expireTime.slice(0, 10)
  const utc = `${utcDay === day ? '' : `${dayText(utcDay)} `}${expireTime.slice(11, 16)} UTC`
  const until = `Until ${dayText(day)} ${time} ${cityOf(zone)} (${utc})`
  const why = because[reason ?? '']?.(answerDay, dayText(reasonDay))
  return `${until}${why === undefined ? '' : `, ${why}`}${byCalendars(answerDay)}`
}

/** By which versions of calendars, if there are any. */
function byCalendars({ calendars = [] }: ShownDay): string {
  if (calendars.length === 0) return ''
  const names = calendars.map(({ id, version }) => `${id} (version ${version})`)
  const last = names.length > 1 ? ` and ${names.pop() ?? ''}` : ''
  return `; by the calendar${calendars.length === 1 ? '' : 's'} ${names.join(', ')}${last}`
}
