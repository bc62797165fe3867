// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type { Calendar, CalendarList, ListCalendarsQuery, SetCalendar } from '../types/calendars.ts'

/** The business days that agreements name. */
export class Calendars {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Set a calendar. Creates a calendar of business days, or a new version of one. Both sides of
   * each agreement that names it are notified, and under terms that exist the version applies to
   * what is created 7 days later. Times that are set already stay.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `id`: The id of the calendar.
   *   - `name`: The name of the calendar, for people.
   *   - `weekend` (optional): The days of each week that are no business days: 1 is Monday, 7 is
   *     Sunday. Default: 6 and 7.
   *   - `last_day`: The last day that the calendar covers. After it, it knows its weekend alone.
   *   - `holidays`: The other days that are no business days, each once and none after the last
   *     day. A request has at most 64 KiB: 2000 fit without names, and some 1,000 with them.
   *   - `new_version` (optional): The number that this version gets: one more than the newest one
   *     that you have seen. Refused if another was set since, also while this one awaited approval.
   *     Left out: any.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const calendar = await client.calendars.set({
   *   id: 'aurora-1',
   *   name: 'Aurora Lending',
   *   last_day: '2027-12-31',
   *   holidays: [{ date: '2026-12-28' }],
   * })
   * ```
   */
  set(body: SetCalendar, options: RequestOptions = {}): Call<Calendar> {
    return this.#requests.request(setCalendar, { body }, options)
  }

  /**
   * List calendars. Lists the newest version of each calendar of this installation; of one
   * calendar, all versions, oldest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`, `operator`.
   *
   * @param filter
   *   - `id` (optional): All versions of this calendar.
   *   - `page_size` (optional): The largest number of items, 1 to 20. Default: 20.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const calendar of client.calendars.list()) console.log(calendar.id)
   * ```
   */
  list(
    filter: ListCalendarsQuery = {},
    options: RequestOptions = {},
  ): PageList<CalendarList, Calendar> {
    return this.#requests.list(listCalendars, { query: filter }, options)
  }
}

export const setCalendar: OperationOf<{ body: SetCalendar; answer: Calendar }> = new Write(
  'setCalendar',
  '/calendars',
  'id name weekend[] last_day holidays[] version newest create_time apply_time',
  {},
)

export const listCalendars: OperationOf<{ query: ListCalendarsQuery; answer: CalendarList }> =
  new Read('listCalendars', '/calendars', 'calendars[]')
