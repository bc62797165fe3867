import type { BusinessCalendar } from '@vadium/margin'
import { calendarNoticeDays } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** The days that are asked about, each `YYYY-MM-DD`. */
interface Days {
  readonly from: string
  readonly to: string
}

/** A version of a calendar, with some of its days. */
export interface CalendarOfDeal extends BusinessCalendar {
  readonly id: string
  readonly version: number
}

/**
 * The versions `v` of the calendars of terms (SQL expressions) at a time, for a FROM list: of each
 * calendar the one that was the newest when the terms were proposed, or a newer one whose notice
 * has passed.
 */
export const calendarsOf = (terms: string, time: string) => `
  unnest(${terms}.calendars, ${terms}.calendar_versions)
    WITH ORDINALITY AS pinned (id, version, place)
  CROSS JOIN LATERAL (
    SELECT c.version, c.weekend, c.holidays FROM calendar_versions c
    WHERE c.calendar_id = pinned.id AND (c.version = pinned.version OR (
      c.version > pinned.version
      AND c.created_at + interval '${calendarNoticeDays} days' <= ${time}::timestamptz))
    ORDER BY c.version DESC LIMIT 1) v`

/** What the calendars of a deal's terms say now of some days. */
export async function calendarsOfDeal(
  tx: WriteTransaction,
  orderId: string,
  { from, to }: Days,
): Promise<readonly CalendarOfDeal[]> {
  const { rows } = await tx.query<CalendarOfDeal>(
    `SELECT pinned.id, v.version, v.weekend, ARRAY(
         SELECT h ->> 'date' FROM jsonb_array_elements(v.holidays) h
         WHERE h ->> 'date' BETWEEN $3 AND $4) AS holidays
     FROM orders o JOIN margin_terms m ON m.id = o.terms_id
     CROSS JOIN LATERAL ${calendarsOf('m', '$2')}
     WHERE o.id = $1 ORDER BY pinned.place`,
    [orderId, tx.now, from, to],
  )
  return rows
}
