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
  FROM ${table} r JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
  WHERE r.answer_day IS NOT NULL`

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
        r.created_at, r.expire_at, r.answer_day, m.cure_time_seconds) AS issue
      FROM (${ofTable('mark_to_market_requests', 'mark-to-market request', 'r.call_set_id IS NOT NULL')}
        UNION ALL ${ofTable('order_requests', 'order request', 'false')}) r
      JOIN margin_terms m ON m.id = r.terms_id
      CROSS JOIN LATERAL (
        SELECT r.created_at + make_interval(secs => m.cure_time_seconds) AS ended_at) cure
      -- The rows of a call set expire together, by the terms of one of them.
      WHERE r.expire_at < cure.ended_at OR NOT r.is_in_set AND (
        r.expire_at > cure.ended_at + interval '10 days'
        OR r.answer_day ->> 'time_zone' IS DISTINCT FROM m.time_zone
        OR r.answer_day ->> 'notification_time' IS DISTINCT FROM m.notification_time
        OR r.answer_day ->> 'response_time' IS DISTINCT FROM m.response_time)`,
  },
]
