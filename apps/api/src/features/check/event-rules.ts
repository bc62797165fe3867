import type { BookRule } from './book-rule.ts'

/** The event logs must be complete, and must match the recorded state changes. */
export const eventRules: readonly BookRule[] = [
  {
    rule: 'the events of a log have no gaps up to the newest',
    breaches: `
      SELECT format('log of organization %s', organization_id) AS subject,
        format('event %s is missing', missing) AS issue
      FROM (
        SELECT e.organization_id, e.position + 1 AS missing FROM events e
        LEFT JOIN events next
          ON next.organization_id = e.organization_id AND next.position = e.position + 1
        LEFT JOIN event_heads h
          ON h.organization_id = e.organization_id AND h.position = e.position
        WHERE next.position IS NULL AND h.position IS NULL
      ) gaps`,
  },
  {
    rule: 'no position of a log is given twice',
    breaches: `
      SELECT format('log of organization %s', organization_id) AS subject,
        format('event %s is there %s times', position, count(*)) AS issue
      FROM events GROUP BY organization_id, position HAVING count(*) > 1`,
  },
  {
    rule: 'every event contains the nonce of the event before it, and the head of a log that of its newest',
    breaches: `
      SELECT format('log of organization %s', h.organization_id) AS subject,
        format('the head has another nonce than event %s', e.position) AS issue
      FROM event_heads h JOIN events e USING (organization_id, position) WHERE e.nonce <> h.nonce
      UNION ALL
      SELECT format('log of organization %s', e.organization_id),
        format('event %s contains another nonce than that of event %s', next.position, e.position)
      FROM events e
      JOIN events next ON next.organization_id = e.organization_id AND next.position = e.position + 1
      WHERE next.previous_nonce <> e.nonce`,
  },
  {
    rule: 'every event of a state change has its recorded state change',
    breaches: `
      SELECT format('%s of organization %s', e.name, e.organization_id) AS subject,
        format('no state change %s of %s %s is recorded', e.data #>> '{change,action}', e.data #>> '{change,resource}',
          e.data #>> '{change,resource_id}') AS issue
      FROM (
        SELECT format('event %s', position) AS name, organization_id, data FROM events
        UNION ALL
        SELECT format('unnumbered event %s', sequence), organization_id, data FROM unnumbered_events
      ) e
      WHERE e.data ? 'change' AND NOT EXISTS (
        SELECT FROM state_changes s
        WHERE s.resource_id = (e.data #>> '{change,resource_id}')::uuid
          AND s.machine = e.data #>> '{change,resource}' AND s.action = e.data #>> '{change,action}'
          AND s.to_state = e.data #>> '{change,to}'
          AND e.organization_id IN (s.lender_id, s.borrower_id))`,
  },
  {
    rule: 'every event that a webhook endpoint has passed and its filter includes has a delivery',
    breaches: `
      SELECT format('webhook endpoint %s', w.id) AS subject,
        format('event %s of organization %s has no delivery', e.position, e.organization_id) AS issue
      FROM webhook_endpoints w
      JOIN events e ON e.organization_id = w.organization_id
        AND e.position > w.filtered_from AND e.position <= w.position
      WHERE w.deleted_at IS NULL AND (w.event_types = '{}' OR e.type = ANY (w.event_types))
        AND NOT EXISTS (
          SELECT FROM webhook_deliveries d
          WHERE d.endpoint_id = w.id AND d.position = e.position AND d.event_nonce = e.nonce)`,
  },
]
