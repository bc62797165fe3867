// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A version of a calendar of business days. No version ever changes. */
export interface Calendar {
  /** The id of the calendar. */
  id: string
  /** The name of the calendar, for people. */
  name: string
  /**
   * The days of each week that are no business days: 1 is Monday, 7 is Sunday. Default: 6 and 7.
   */
  weekend: number[]
  /** The last day that the calendar covers. After it, it knows its weekend alone. */
  last_day: string
  /** The other days that are no business days, earliest first. */
  holidays: Holiday[]
  /** The number of the version: 1, 2, 3. */
  version: number
  /** Whether it is the newest version of the calendar. */
  newest: boolean
  /** When the version was set. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /**
   * From when the version applies to new calls under terms that were proposed before it: 7 days
   * after their sides were notified. RFC 3339 in UTC, with milliseconds.
   */
  apply_time: string
}

/** A day that is no business day, besides those of the weekend. */
export interface Holiday {
  /** The day. */
  date: string
  /** What the holiday is called. Null if it was not named. */
  name: string | null
}

/** What `client.calendars.set` takes. */
export interface SetCalendar {
  /**
   * The id of the calendar. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a letter or
   * digit.
   */
  id: string
  /**
   * The name of the calendar, for people. Expected: 1 to 200 visible characters on one line,
   * without space at either end.
   */
  name: string
  /**
   * The days of each week that are no business days: 1 is Monday, 7 is Sunday. Default: 6 and 7.
   */
  weekend?: number[] | undefined
  /**
   * The last day that the calendar covers. After it, it knows its weekend alone. Expected: a day
   * such as "2026-12-28", from 1900 to 2999.
   */
  last_day: string
  /**
   * The other days that are no business days, each once and none after the last day. A request has
   * at most 64 KiB: 2000 fit without names, and some 1,000 with them.
   */
  holidays: GivenHoliday[]
  /**
   * The number that this version gets: one more than the newest one that you have seen. Refused if
   * another was set since, also while this one awaited approval. Left out: any.
   */
  new_version?: number | undefined
}

/** A day that is no business day, with its name if it is known. */
export interface GivenHoliday {
  /** The day. Expected: a day such as "2026-12-28", from 1900 to 2999. */
  date: string
  /**
   * What the holiday is called. Expected: 1 to 100 visible characters on one line, without space at
   * either end.
   */
  name?: string
}

/** A page of calendars. */
export interface CalendarList {
  /** The items of this page. */
  calendars: Calendar[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.calendars.list` can be asked for. */
export interface ListCalendarsQuery {
  /**
   * All versions of this calendar. Expected: 1 to 64 of a-z, 0-9, _ and -, beginning with a letter
   * or digit.
   */
  id?: string | undefined
  /** The largest number of items, 1 to 20. Default: 20. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
