import { calendarsPageMax, listCalendars, setCalendar } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { CalendarService } from './calendar.service.ts'

interface Options {
  readonly calendars: CalendarService
  readonly lists: Lists
}

export const calendarRoutes: FastifyPluginCallback<Options> = (app, { calendars, lists }, done) => {
  app.operation(setCalendar, ({ tx, body }) => calendars.set(tx, body))
  app.operation(listCalendars, ({ caller, query }) =>
    lists.answer(listCalendars, caller, query, 'calendars', (after, pageSize) =>
      calendars.page(caller, query.id, { after, pageSize: Math.min(pageSize, calendarsPageMax) }),
    ),
  )
  done()
}
