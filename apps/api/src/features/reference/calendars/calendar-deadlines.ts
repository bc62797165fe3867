import { dayAfter } from '@vadium/margin'
import { calendarEndingDays } from '@vadium/schema'
import { startOfDay } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DeadlineHandlers } from '../../deals/index.ts'
import { notify } from '../../notifications/index.ts'
import type { CalendarRepository } from './calendar.repository.ts'

/** Notifies the operator that set a calendar before its last day. */
export class CalendarDeadlines {
  readonly #calendars: CalendarRepository

  constructor(calendars: CalendarRepository) {
    this.#calendars = calendars
  }

  handlers() {
    return {
      calendar: { expire: (tx, key) => this.#end(tx, key) },
    } satisfies DeadlineHandlers
  }

  /** False if its time has not come: another version was set meanwhile. */
  async #end(tx: WriteTransaction, key: string): Promise<boolean> {
    const calendar = await this.#calendars.byKey(tx, key)
    if (calendar === undefined) return true
    const { id, version, name, last_day } = calendar
    if (startOfDay(dayAfter(last_day, -calendarEndingDays)) > tx.now) return false
    await notify(tx, [
      {
        organizationId: tx.organizationId,
        category: 'calendar_ending',
        severity: 'warning',
        occasion: `${id} ${version}`,
        title: `Calendar ending: ${name}`,
        body: `The calendar ${id} covers the days until ${last_day}. After that it knows its weekend alone. Set a version with later holidays.`,
        link: { resource: 'calendar', id, order_id: null },
      },
    ])
    return true
  }
}
