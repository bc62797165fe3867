import type { Corruption } from './corruption.ts'

const calendar = "INSERT INTO calendars (id, version) VALUES ('london', 1)"

const version = (number: number, weekend = '{6,7}', holidays = '[]') => `
  INSERT INTO calendar_versions (calendar_id, version, name, weekend, holidays, last_day, created_at)
  VALUES ('london', ${number}, 'London', '${weekend}', '${holidays}', '2026-12-31', '2026-03-02T12:00:00.000Z')`

const named = `UPDATE margin_terms SET calendars = '{london}', calendar_versions = '{1}'
  WHERE id = (SELECT terms_id FROM orders WHERE id = '$order')`

const answered = (expireAt: string, zone = 'Europe/London') => `
  UPDATE mark_to_market_requests SET expire_at = ${expireAt}, answer_day = '{"day":"2026-03-03",
    "time_zone":"${zone}","notification_time":"13:00","response_time":"17:00","reason":null,
    "reason_day":"2026-03-02"}'`

const timed = `UPDATE margin_terms SET time_zone = 'Europe/London', notification_time = '13:00',
  response_time = '17:00'`

const monthly = (holidays: string, dueAt: string) => [
  calendar,
  version(1, '{}', holidays),
  `UPDATE margin_terms SET interest_schedule = 'monthly', calendars = '{london}', calendar_versions = '{1}'
   WHERE id = (SELECT terms_id FROM orders WHERE id = '$order')`,
  `INSERT INTO deadlines (kind, resource_id, lender_id, borrower_id, due_at)
   SELECT 'interest', id, lender_id, borrower_id, '${dueAt}' FROM orders WHERE id = '$order'
   ON CONFLICT (kind, resource_id) DO UPDATE SET due_at = excluded.due_at`,
]

const firstOfJune = '[{"date":"2026-06-01"}]'
const onItsDay =
  'a request with an answer day expires at the response time of that day, within 3 hours'
const paidOn =
  'interest is due on the first of a month, or on the business day that follows it, or at once'

const numbered =
  'the versions of a calendar have the numbers from 1 on, and the newest is in effect'
const bounded =
  'a request expires at a time of its terms, after its cure time and within 10 days of that'

/** A violation of each rule about calendars. */
export const calendarCorruptions: Corruption[] = [
  [numbered, 'it has none', 'active', [calendar]],
  [numbered, 'a newer one is not in effect', 'active', [calendar, version(1), version(2)]],
  [numbered, 'one is missing', 'active', [calendar, version(2)]],
  ['terms name versions of calendars that exist', 'there is no calendar', 'active', [named]],
  [
    'both sides of terms are notified of each later version of their calendars',
    'nobody was',
    'active',
    [
      calendar,
      version(1),
      version(2),
      "UPDATE calendars SET version = 2 WHERE id = 'london'",
      named,
    ],
  ],
  [bounded, 'before the end of the cure time', 'active', [timed, answered('created_at')]],
  [
    bounded,
    'a month later',
    'active',
    [timed, answered("created_at + interval '31 days' + interval '1 day'")],
  ],
  [
    bounded,
    'by the times of another zone',
    'active',
    [timed, answered("created_at + interval '2 days'", 'Asia/Tokyo')],
  ],
  [
    bounded,
    'a year later, without a time of the day',
    'active',
    ["UPDATE mark_to_market_requests SET expire_at = expire_at + interval '1 year'"],
  ],
  [
    onItsDay,
    'three days after it',
    'active',
    [timed, answered("'2026-03-03T17:00:00.000Z'::timestamptz + interval '73 hours'")],
  ],
  [
    onItsDay,
    'on its day, in the morning',
    'active',
    [timed, answered("'2026-03-03T13:59:00.000Z'::timestamptz")],
  ],
  [paidOn, 'it is a holiday', 'active', monthly(firstOfJune, '2026-06-01T00:00:00.000Z')],
  [paidOn, 'there is an earlier day', 'active', monthly(firstOfJune, '2026-06-03T00:00:00.000Z')],
  [paidOn, 'it is no midnight', 'active', monthly(firstOfJune, '2026-06-02T01:00:00.000Z')],
  [
    paidOn,
    'the first is a business day',
    'lasting',
    ["UPDATE deadlines SET due_at = due_at + interval '1 day' WHERE kind = 'interest'"],
  ],
]
