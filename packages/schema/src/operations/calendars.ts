import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  Calendar,
  CalendarId,
  calendarsPageMax,
  CalendarVersionNumber,
  givenCalendar,
} from '../resources/calendar.ts'

export const setCalendar = operation({
  id: 'setCalendar',
  method: 'POST',
  path: '/calendars',
  summary: 'Set a calendar',
  description:
    'Creates a calendar of business days, or a new version of one. Both sides of each agreement that names it are notified, and under terms that exist the version applies to what is created 7 days later. Times that are set already stay.',
  command: ['calendars', 'set'],
  group: 'calendars',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      ...givenCalendar,
      new_version: Type.Optional(
        described(
          CalendarVersionNumber,
          'The number that this version gets: one more than the newest one that you have seen. Refused if another was set since, also while this one awaited approval. Left out: any.',
          2,
        ),
      ),
    },
    { title: 'SetCalendar', additionalProperties: false },
  ),
  response: Calendar,
  reasons: ['VALUE_INVALID', 'INVALID_STATE'],
})

export const listCalendars = operation({
  id: 'listCalendars',
  method: 'GET',
  path: '/calendars',
  summary: 'List calendars',
  description:
    'Lists the newest version of each calendar of this installation; of one calendar, all versions, oldest first.',
  command: ['calendars', 'list'],
  group: 'calendars',
  roles: ['viewer', 'execution', 'reporting', 'admin', 'operator'],
  safe: true,
  query: Type.Object(
    {
      id: Type.Optional(described(CalendarId, 'All versions of this calendar.')),
      ...pageParameters,
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: calendarsPageMax,
          description: `The largest number of items, 1 to ${calendarsPageMax}. Default: ${calendarsPageMax}.`,
          examples: [calendarsPageMax],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: pageOf('CalendarList', 'calendars', Calendar),
  reasons: ['PAGE_TOKEN_INVALID'],
})
