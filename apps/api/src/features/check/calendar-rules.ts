import type { BookRule } from './book-rule.ts'

/**
 * The terms under which a request `r` of an order `o` was created: an amend keeps those that it
 * replaces. It compares places in the history, because clocks can jump.
 */
const termsAtCreation = `coalesce((
  SELECT t.terms_id FROM replaced_terms t WHERE t.order_id = o.id
    AND (SELECT max(s.sequence) FROM state_changes s WHERE s.resource_id = t.order_request_id)
      > (SELECT min(s.sequence) FROM state_changes s WHERE s.resource_id = r.id)
  ORDER BY t.sequence LIMIT 1), o.terms_id)`

const ofTable = (
  table: 'mark_to_market_requests' | 'order_requests',
  name: string,
  isInSet: string,
) => `
  SELECT '${name} ' || r.id AS subject, r.answer_day, r.created_at, r.expire_at,
    ${termsAtCreation} AS terms_id, ${isInSet} AS is_in_set
  FROM ${table} r JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id`

/** Requests with their times. Who asks by an order request without an answer day may name any. */
const requests = `(${ofTable('mark_to_market_requests', 'mark-to-market request', 'r.call_set_id IS NOT NULL')}
  UNION ALL ${ofTable('order_requests', 'order request', 'false')}
  WHERE r.answer_day IS NOT NULL)`

/**
 * A calendar of terms `m`, with its version of the proposal, and later ones that may apply by now.
 */
const pinned = 'unnest(m.calendars, m.calendar_versions) AS pinned (id, version)'
const versions = `calendar_versions v WHERE v.calendar_id = pinned.id AND v.version >= pinned.version`
const isClosed = `(extract(isodow FROM day)::integer = ANY (v.weekend)
  OR v.holidays @> jsonb_build_array(jsonb_build_object('date', day::text)))`

/** Whether a `day` is a business day, or none, whatever version applies. */
const certainlyOpen = `NOT EXISTS (SELECT FROM ${pinned} CROSS JOIN LATERAL (SELECT FROM ${versions}
  AND ${isClosed}) closed)`
const certainlyClosed = `EXISTS (SELECT FROM ${pinned} WHERE NOT EXISTS (SELECT FROM ${versions}
  AND NOT ${isClosed}))`

/** Calendars grow by versions, and change the time to answer within bounds alone. */
export const calendarRules: readonly BookRule[] = [
  {
    rule: 'the versions of a calendar have the numbers from 1 on, and the newest is in effect',
    breaches: `
      SELECT format('calendar %s', c.id) AS subject,
        format('its version is %s, and it has %s, of which the newest is %s', c.version,
          count(v.version), coalesce(max(v.version), 0)) AS issue
      FROM calendars c LEFT JOIN calendar_versions v ON v.calendar_id = c.id
      GROUP BY c.id HAVING c.version IS DISTINCT FROM max(v.version) OR count(*) <> c.version`,
  },
  {
    rule: 'terms name versions of calendars that exist',
    breaches: `
      SELECT format('terms %s', m.id) AS subject,
        format('version %s of calendar %s does not exist', pinned.version, pinned.id) AS issue
      FROM margin_terms m
      CROSS JOIN LATERAL unnest(m.calendars, m.calendar_versions) AS pinned (id, version)
      WHERE m.calendars <> '{}' AND NOT EXISTS (SELECT FROM calendar_versions v
        WHERE v.calendar_id = pinned.id AND v.version = pinned.version)`,
  },
  {
    rule: 'both sides of terms are notified of each later version of their calendars',
    breaches: `
      SELECT format('terms %s', m.id) AS subject,
        format('organization %s was not notified of version %s of calendar %s', side.id, v.version,
          pinned.id) AS issue
      FROM margin_terms m
      CROSS JOIN LATERAL unnest(m.calendars, m.calendar_versions) AS pinned (id, version)
      CROSS JOIN LATERAL (VALUES (m.lender_id), (m.borrower_id)) AS side (id)
      JOIN calendar_versions v ON v.calendar_id = pinned.id AND v.version > pinned.version
      WHERE m.calendars <> '{}' AND NOT side.id = ANY (v.notified)`,
  },
  {
    rule: 'a request expires at a time of its terms, after its cure time and within 10 days of that',
    breaches: `
      SELECT r.subject, format('it was created at %s and expires at %s, by %s; its cure time is %s s',
        r.created_at, r.expire_at, coalesce(r.answer_day::text, 'no time of a day'),
        m.cure_time_seconds) AS issue
      FROM ${requests} r JOIN margin_terms m ON m.id = r.terms_id
      CROSS JOIN LATERAL (
        SELECT r.created_at + make_interval(secs => m.cure_time_seconds) AS ended_at) cure
      -- The rows of a call set expire together, by the terms of one of them.
      WHERE r.expire_at < cure.ended_at OR NOT r.is_in_set AND CASE
        WHEN r.answer_day IS NULL THEN r.expire_at <> cure.ended_at
        ELSE r.expire_at > cure.ended_at + interval '10 days'
        OR r.answer_day ->> 'time_zone' IS DISTINCT FROM m.time_zone
        OR r.answer_day ->> 'notification_time' IS DISTINCT FROM m.notification_time
        OR r.answer_day ->> 'response_time' IS DISTINCT FROM m.response_time
        END`,
  },
  {
    // This process may have other rules of a zone than the one that computed it, and clocks may
    // skip it.
    rule: 'a request with an answer day expires at the response time of that day, within 3 hours',
    breaches: `
      SELECT r.subject, format('it expires at %s, and not by %s', r.expire_at, r.answer_day) AS issue
      FROM ${requests} r
      WHERE r.answer_day IS NOT NULL AND CASE
        WHEN r.answer_day ->> 'time_zone' IN (SELECT name FROM pg_timezone_names)
        THEN r.expire_at AT TIME ZONE (r.answer_day ->> 'time_zone')
          - ((r.answer_day ->> 'day') || ' ' || (r.answer_day ->> 'response_time'))::timestamp
          NOT BETWEEN interval '-3 hours' AND interval '3 hours' END`,
  },
  {
    rule: 'interest is due on the first of a month, or on the business day that follows it, or at once',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it pays next at %s, with the calendars %s', d.due_at, m.calendars) AS issue
      FROM deadlines d JOIN orders o ON o.id = d.resource_id JOIN margin_terms m ON m.id = o.terms_id
      CROSS JOIN LATERAL (SELECT d.due_at AT TIME ZONE 'UTC' AS time,
        date_trunc('month', d.due_at AT TIME ZONE 'UTC')::date AS first) due
      WHERE d.kind = 'interest' AND o.status = 'ACTIVE' AND m.interest_schedule = 'monthly'
        AND (due.time <> due.time::date OR due.time::date - due.first > 10
          OR EXISTS (SELECT FROM generate_series(0, 10) AS n
            CROSS JOIN LATERAL (SELECT due.first + n AS day) days
            WHERE CASE
              -- An earlier business day.
              WHEN day < due.time::date THEN ${certainlyOpen}
              -- No business day, although there is another.
              WHEN day = due.time::date THEN ${certainlyClosed} AND (n > 0
                OR EXISTS (SELECT FROM generate_series(1, 10) AS later
                  CROSS JOIN LATERAL (SELECT due.first + later AS day) days WHERE ${certainlyOpen}))
              ELSE false END))
        -- What may have been due on an earlier first is due at once after an amend or a cancelled close.
        AND NOT EXISTS (SELECT FROM replaced_terms t
          WHERE t.order_id = o.id AND t.replaced_at = d.due_at)
        AND NOT EXISTS (SELECT FROM state_changes s
          WHERE s.resource_id = o.id AND s.changed_at = d.due_at)`,
  },
]
