import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { label } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp } from '../scalars.ts'

/** The largest number of calendars of an installation. */
export const calendarsMax = 200
/** The largest number of versions of a calendar. */
export const calendarVersionsMax = 500
/** The largest number of holidays of a calendar. */
export const holidaysMax = 2000
/** The largest number of calendars in one answer, because each may be large. */
export const calendarsPageMax = 20
/** The largest number of calendars that terms name. */
export const calendarsOfTermsMax = 4
/**
 * How long after its sides were notified of it a new version of a calendar applies to new calls.
 */
export const calendarNoticeDays = 7
/** How long before its last day operators are notified that a calendar ends. */
export const calendarEndingDays = 60

export const CalendarId = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  maxLength: 64,
  description: 'The id of the calendar.',
  examples: ['london'],
  'x-expected': '1 to 64 of a-z, 0-9, _ and -, beginning with a letter or digit',
})

/** A day of a calendar. Whether it exists is checked besides. */
export const Day = Type.String({
  pattern: '^(?:19|2[0-9])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
  description: 'A day.',
  examples: ['2026-12-28'],
  'x-expected': 'a day such as "2026-12-28", from 1900 to 2999',
})

/** A time of a day, by the clocks of a zone. */
export const LocalTime = Type.String({
  pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'A time of a day.',
  examples: ['17:00'],
  'x-expected': 'a time such as "17:00"',
})

/** The name of a zone. Whether the service knows it is checked besides. */
export const TimeZone = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}$',
  maxLength: 64,
  description: 'A time zone, by its name in the IANA database.',
  examples: ['Europe/London'],
  'x-expected': 'a name of the IANA time zone database, such as "Europe/London"',
})

export const CalendarVersionNumber = Type.Integer({
  minimum: 1,
  maximum: calendarVersionsMax,
  description: 'The number of the version: 1, 2, 3.',
  examples: [1],
})

const holidayDate = described(Day, 'The day.')
const holidayName = label('What the holiday is called.', 100, 'Boxing Day (substitute day)')

export const Holiday = Type.Object(
  {
    date: holidayDate,
    name: nullable(
      holidayName,
      'What the holiday is called. Null if it was not named.',
      'Boxing Day (substitute day)',
    ),
  },
  {
    title: 'Holiday',
    additionalProperties: false,
    description: 'A day that is no business day, besides those of the weekend.',
  },
)

const members = {
  id: CalendarId,
  name: label('The name of the calendar, for people.', 200, 'London bank holidays'),
  weekend: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    maxItems: 7,
    uniqueItems: true,
    description:
      'The days of each week that are no business days: 1 is Monday, 7 is Sunday. Default: 6 and 7.',
    examples: [[6, 7]],
  }),
  last_day: described(
    Day,
    'The last day that the calendar covers. After it, it knows its weekend alone.',
    '2027-12-31',
  ),
}

const GivenHoliday = Type.Object(
  { date: holidayDate, name: Type.Optional(holidayName) },
  {
    title: 'GivenHoliday',
    additionalProperties: false,
    description: 'A day that is no business day, with its name if it is known.',
  },
)

/** What an operator uploads. */
export const givenCalendar = {
  ...members,
  weekend: Type.Optional(members.weekend),
  holidays: Type.Array(GivenHoliday, {
    maxItems: holidaysMax,
    description: `The other days that are no business days, each once and none after the last day. A request has at most 64 KiB: ${holidaysMax} fit without names, and some 1,000 with them.`,
  }),
}

export const Calendar = Type.Object(
  {
    ...members,
    holidays: Type.Array(Holiday, {
      maxItems: holidaysMax,
      description: 'The other days that are no business days, earliest first.',
    }),
    version: CalendarVersionNumber,
    newest: Type.Boolean({ description: 'Whether it is the newest version of the calendar.' }),
    create_time: described(Timestamp, 'When the version was set.'),
    apply_time: described(
      Timestamp,
      'From when the version applies to new calls under terms that were proposed before it: 7 days after their sides were notified.',
    ),
  },
  {
    title: 'Calendar',
    additionalProperties: false,
    description: 'A version of a calendar of business days. No version ever changes.',
  },
)
export type Calendar = Static<typeof Calendar>

export const PinnedCalendar = Type.Object(
  { id: CalendarId, version: CalendarVersionNumber },
  {
    title: 'PinnedCalendar',
    additionalProperties: false,
    description: 'A version of a calendar.',
  },
)
export type PinnedCalendar = Static<typeof PinnedCalendar>
