import { dayAfter } from '@vadium/margin'
import {
  type Calendar,
  calendarEndingDays,
  calendarNoticeDays,
  calendarsMax,
  calendarVersionsMax,
  type OperationBody,
  type setCalendar,
} from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { dayMs, instantText, readInstant, startOfDay } from '../../../platform/instant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { setDeadline } from '../../deals/index.ts'
import { notifyOfAdministration } from '../../notifications/index.ts'
import type { CalendarContent, CalendarRepository, LockedCalendar } from './calendar.repository.ts'

type SetCalendar = OperationBody<typeof setCalendar>

const weekendDefault = [6, 7]

/** The calendars of business days of this installation. */
export class CalendarService {
  readonly #calendars: CalendarRepository

  constructor(calendars: CalendarRepository) {
    this.#calendars = calendars
  }

  page(
    tenant: Tenant,
    id: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Calendar> | Refusal> {
    return this.#calendars.page(tenant, id, bounds)
  }

  /** Adds a version, and notifies both sides of all terms that name the calendar. */
  async set(tx: WriteTransaction, body: SetCalendar): Promise<Calendar | Refusal> {
    const content = contentOf(body)
    if (content instanceof Refusal) return content
    const calendar = await this.#calendars.lockForNext(tx, body.id, calendarsMax)
    if (calendar === undefined) {
      return invalidState('id', `is a new calendar, and there are ${calendarsMax} already`)
    }
    const { id, version } = calendar
    if (body.new_version !== undefined && body.new_version !== version) {
      return anotherVersion(body.new_version)
    }
    if (version > calendarVersionsMax) {
      return invalidState('id', `has the largest number of versions, ${calendarVersionsMax}`)
    }
    const sides = await this.#calendars.organizationsOf(tx, id)
    const createTime = await this.#calendars.insertVersion(tx, calendar, content, sides)
    const applyTime = instantText(Date.parse(createTime) + calendarNoticeDays * dayMs)
    await notifySides(tx, sides, calendar, content, applyTime)
    await awaitEnding(tx, calendar, content)
    const times = { create_time: createTime, apply_time: applyTime }
    return { id, ...content, version, newest: true, ...times }
  }
}

async function notifySides(
  tx: WriteTransaction,
  organizationIds: readonly string[],
  { id, version }: LockedCalendar,
  { name }: CalendarContent,
  applyTime: string,
): Promise<void> {
  await notifyOfAdministration(tx, {
    resource: 'calendar',
    resourceId: id,
    action: 'amend',
    readers: organizationIds.map((organizationId) => ({
      organizationId,
      severity: 'warning',
      title: `Calendar changed, version ${version}: ${name}`,
      body: `Version ${version} of the calendar ${id} applies to what is created from ${applyTime} on, under terms that name the calendar. Times that are set already stay.`,
    })),
  })
}

/** Has the operator notified before the last day of a calendar. */
function awaitEnding(
  tx: WriteTransaction,
  { key }: LockedCalendar,
  { last_day }: CalendarContent,
): Promise<void> {
  return setDeadline(tx, {
    kind: 'calendar',
    resourceId: key,
    // No other organization learns of it.
    lenderId: tx.organizationId,
    borrowerId: tx.organizationId,
    dueAt: startOfDay(dayAfter(last_day, -calendarEndingDays)),
    warnAt: null,
  })
}

function contentOf({
  name,
  weekend = weekendDefault,
  holidays: given,
  last_day,
}: SetCalendar): CalendarContent | Refusal {
  if (readInstant(startOfDay(last_day)) === undefined) {
    return invalid('last_day', 'is not an existing day')
  }
  const names = new Map<string, string | null>()
  for (const [index, { date, name: holiday = null }] of given.entries()) {
    const field = `holidays.${index}.date`
    if (readInstant(startOfDay(date)) === undefined) return invalid(field, 'is not an existing day')
    if (date > last_day) return invalid(field, 'must not be after last_day', last_day)
    if (names.has(date)) return invalid(field, 'is a holiday of this calendar already', date)
    names.set(date, holiday)
  }
  const holidays = [...names].map(([date, holiday]) => ({ date, name: holiday }))
  holidays.sort((a, b) => (a.date < b.date ? -1 : 1))
  return { name, weekend: [...weekend].sort((a, b) => a - b), holidays, last_day }
}

function anotherVersion(version: number): Refusal {
  const issue =
    'is not the number after the newest version: another was set, or none of that number'
  return invalid('new_version', issue, String(version))
}

function invalid(field: string, issue: string, value?: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue, ...(value !== undefined && { value }) }])
}

const invalidState = (field: string, issue: string) =>
  new Refusal('INVALID_STATE', [{ field, issue }])
