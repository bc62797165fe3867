import type { LogPlace } from '../../platform/events/event-cursors.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/**
 * After the event log was restored to an earlier state, moves an endpoint back: to the newest event
 * in the log that it has a delivery of, or else before the oldest event. Some events may be sent
 * twice, and none is left out. Undefined if the log still contains the endpoint's event. The
 * endpoint must be locked.
 */
export async function returnToKnownEvent(
  tx: WriteTransaction,
  endpointId: string,
): Promise<LogPlace | undefined> {
  return tx.row<LogPlace>(
    `UPDATE webhook_endpoints w
     SET position = place.position, position_nonce = place.nonce, filtered_from = place.position
     FROM event_heads h
     CROSS JOIN LATERAL (
       SELECT * FROM (
         SELECT 1 AS choice, e.position, e.nonce
         FROM webhook_deliveries d
         JOIN events e ON e.organization_id = d.organization_id AND e.position = d.position
           AND e.nonce = d.event_nonce
         WHERE d.endpoint_id = $1
         UNION ALL
         (SELECT 2, e.position - 1, e.previous_nonce FROM events e
          WHERE e.organization_id = h.organization_id ORDER BY e.position LIMIT 1)
         UNION ALL
         SELECT 3, h.position, h.nonce) places
       ORDER BY choice, position DESC LIMIT 1) place
     WHERE w.id = $1 AND h.organization_id = w.organization_id
       AND (h.position < w.position
         OR (h.position = w.position AND h.nonce <> w.position_nonce)
         OR EXISTS (SELECT FROM events e WHERE e.organization_id = w.organization_id
           AND e.position = w.position + 1 AND e.previous_nonce <> w.position_nonce))
     RETURNING w.position, w.position_nonce AS nonce`,
    [endpointId],
  )
}
