import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { calendarsOfTermsMax, Day, LocalTime, PinnedCalendar, TimeZone } from './calendar.ts'

export const answerReasons = [
  'after_notification_time',
  'not_business_day',
  'cure_time',
  'no_business_day',
] as const

export const AnswerDay = Type.Object(
  {
    day: described(Day, 'The local day on which the request expires.', '2026-11-30'),
    response_time: described(LocalTime, 'The time of that day at which it expires.'),
    time_zone: described(TimeZone, 'The time zone of the days and times.'),
    notification_time: described(LocalTime, 'Until when a request is one of its day.', '13:00'),
    reason: nullable(
      enumeration(answerReasons),
      'Why that is not the day of its creation. after_notification_time: it was created after the notification time of a business day. not_business_day: it was created on no business day. cure_time: its cure time ends after the response time of a business day. no_business_day: the calendars have no business day soon enough, so every day counts. Null if it is that day.',
    ),
    reason_day: described(
      Day,
      'The local day that the reason is about: that of its creation, or the business day that the cure time passes.',
      '2026-11-27',
    ),
    calendars: Type.Optional(
      Type.Array(PinnedCalendar, {
        maxItems: calendarsOfTermsMax,
        description:
          'The versions of the calendars by which it was computed. Absent if it was computed before they were recorded.',
      }),
    ),
  },
  {
    title: 'AnswerDay',
    additionalProperties: false,
    description: 'The day at whose response time a request expires, and why it is that day.',
  },
)
export type AnswerDay = Static<typeof AnswerDay>
