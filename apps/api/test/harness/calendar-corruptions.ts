import type { Corruption } from './corruption.ts'

const calendar = "INSERT INTO calendars (id, version) VALUES ('london', 1)"

const version = (number: number) => `
  INSERT INTO calendar_versions (calendar_id, version, name, weekend, holidays, last_day, created_at)
  VALUES ('london', ${number}, 'London', '{6,7}', '[]', '2026-12-31', '2026-03-02T12:00:00.000Z')`

const named = `UPDATE margin_terms SET calendars = '{london}', calendar_versions = '{1}'
  WHERE id = (SELECT terms_id FROM orders WHERE id = '$order')`

const answered = (expireAt: string, zone = 'Europe/London') => `
  UPDATE mark_to_market_requests SET expire_at = ${expireAt}, answer_day = '{"day":"2026-03-03",
    "time_zone":"${zone}","notification_time":"13:00","response_time":"17:00","reason":null,
    "reason_day":"2026-03-02"}'`

const timed = `UPDATE margin_terms SET time_zone = 'Europe/London', notification_time = '13:00',
  response_time = '17:00'`

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
]
