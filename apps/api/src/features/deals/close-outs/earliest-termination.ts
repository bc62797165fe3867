import { suspensionHoursMax } from './notice-times.ts'

const suspensionMax = `interval '${suspensionHoursMax} hours'`

/**
 * The times in which the party in default of a close-out `c` was suspended since its declaration.
 */
const suspended = (c: string) => `
  SELECT b.sequence, greatest(b.changed_at, ${c}.created_at) AS from_at,
    least(${suspensionMax}, coalesce(e.changed_at - greatest(b.changed_at, ${c}.created_at), ${suspensionMax}))
      AS lasted
  FROM suspensions b
    LEFT JOIN LATERAL (SELECT e.changed_at FROM suspensions e
      WHERE e.organization_id = b.organization_id AND e.sequence > b.sequence
      ORDER BY e.sequence LIMIT 1) e ON true
  WHERE b.is_suspended AND coalesce(e.changed_at > ${c}.created_at, true)
    AND b.organization_id = CASE ${c}.creator_id WHEN ${c}.lender_id THEN ${c}.borrower_id ELSE ${c}.lender_id END`

/**
 * From when a close-out can be terminated, in SQL: the grace of a notice leaves out the time in
 * which the party in default was suspended, which can then not cure. A suspension that lasts counts
 * as long as it may; one that begins after the grace does not count. The liquidation level has no
 * grace.
 */
export const earliestTerminateAt = (c: string) => `CASE
  WHEN ${c}.status = 'NOTICE' AND ${c}.cause <> 'LIQUIDATION_LEVEL'
  THEN ${c}.earliest_terminate_at + (
    SELECT least(${suspensionMax}, coalesce(sum(s.lasted), interval '0')) FROM (
      SELECT s.from_at, s.lasted, coalesce(sum(s.lasted) OVER (
        ORDER BY s.sequence ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), interval '0') AS before
      FROM (${suspended(c)}) s) s
    WHERE s.from_at < ${c}.earliest_terminate_at + s.before)
  ELSE ${c}.earliest_terminate_at END`
