import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { instructedState, list, time } from './instructed-columns.ts'

const side = (id: string) => `CASE ${id} WHEN o.lender_id THEN 'lender' ELSE 'borrower' END`

/**
 * Of each part of a mark-to-market request `r` the last attempt. All attempts have its `late_at`.
 */
const instructed = list(
  `json_build_object('leg', t.leg, 'quantity', trim_scale(t.quantity)::text,
    'instructTime', ${time(`(SELECT min(f.create_time) FROM transfers f
      WHERE f.mark_to_market_request_id = r.id AND f.late_at = t.late_at)`)},
    'lateTime', ${time('t.late_at')}, 'state', ${instructedState})`,
  't.create_time, t.id',
  `transfers t WHERE t.mark_to_market_request_id = r.id
    AND NOT EXISTS (SELECT FROM transfers n WHERE n.replaces = t.id)`,
)

/** How a dispute was ended by one of the two sides: not by a successor, nor by a close. */
const endedBy = `(SELECT s.action FROM state_changes s WHERE s.resource_id = r.id
  AND s.action IN ('concede', 'settle', 'conclude') AND s.actor_id IS NOT NULL LIMIT 1)`

/** Only the receiver of a late transfer can request its cancellation. */
const cancelledBy = `CASE
  WHEN EXISTS (SELECT FROM transfers t JOIN instructions i ON i.transfer_id = t.id
    WHERE t.mark_to_market_request_id = r.id AND i.cancel_asked_at IS NOT NULL)
  THEN CASE r.direction WHEN 'TopUp' THEN 'lender' ELSE 'borrower' END
  ELSE (SELECT ${side('s.actor_id')} FROM state_changes s
    WHERE s.resource_id = r.id AND s.action = 'cancel' LIMIT 1) END`

/** When an attempt to send what a request `r` asks for last failed. */
const failedAt = `(SELECT max(t.update_time) FROM transfers t
  WHERE t.mark_to_market_request_id = r.id AND t.status ${oneOf(statusSets.transfer.failed)})`

/** Whether a notice that is open is about the request `r` of a position `p`. */
export const isOfNotice = `EXISTS (SELECT FROM close_outs n
  WHERE n.position_id = p.id AND n.status = 'NOTICE' AND n.fact_resource_id = r.id)`

/**
 * The newest request of a direction that is met for certain: nobody disputed it, one side has
 * accepted the figure of the other, or the undisputed part was all of it. Nothing before it is owed
 * but what is under way, and what has failed since.
 */
const newestMet = `
  SELECT r.id, r.created_at FROM mark_to_market_requests r
  WHERE r.position_id = p.id AND r.direction = way.direction AND r.status = 'COMPLETED'
    AND (r.dispute_outcome IS DISTINCT FROM 'disputed' OR ${endedBy} IS NOT NULL
      OR r.agreed_collateral_amount >= r.collateral_amount)
  ORDER BY r.created_at DESC, r.id DESC LIMIT 1`

/** The newest call of a direction that was not disputed: no dispute goes on from before it. */
const newestUndisputed = `
  SELECT r.created_at FROM mark_to_market_requests r
  WHERE r.position_id = p.id AND r.direction = way.direction
    AND r.creator_id = CASE way.direction WHEN 'TopUp' THEN o.lender_id ELSE o.borrower_id END
    AND r.dispute_outcome IS DISTINCT FROM 'disputed'
  ORDER BY r.created_at DESC, r.id DESC LIMIT 1`

/** What has failed can be declared for 7 days, beside the 14 days of a suspension at most. */
const failedFor = `interval '21 days'`

/**
 * Whether something of a request `r` has failed that is still owed: since the newest one that is
 * met was computed; or so late, at the time `$2`, that it can still be declared.
 */
const hasFailed = `EXISTS (SELECT FROM transfers t
  WHERE t.mark_to_market_request_id = r.id AND t.status ${oneOf(statusSets.transfer.failed)}
    AND CASE WHEN met.created_at IS NULL THEN t.late_at >= $2::timestamptz - ${failedFor}
      ELSE t.update_time >= met.created_at END)`

/**
 * The mark-to-market requests of a position `p` that a fact needs, as JSON: not all of a long
 * history. A notice stays about its own.
 */
export const requestsOfDeal = list(
  `json_build_object('id', r.id, 'direction', r.direction, 'creator', ${side('r.creator_id')},
    'status', r.status, 'createTime', ${time('r.created_at')}, 'expireTime', ${time('r.expire_at')},
    'callSetId', r.call_set_id,
    'disputeTime', CASE WHEN r.dispute_outcome = 'disputed' AND ${endedBy} IS NULL
      THEN ${time('r.disputed_at')} END,
    'supersededBy', r.superseded_by,
    'amount', trim_scale(CASE
      WHEN r.dispute_outcome <> 'disputed' OR ${endedBy} IN ('settle', 'conclude')
      THEN r.agreed_collateral_amount ELSE r.collateral_amount END)::text,
    'cancelledBy', ${cancelledBy}, 'failTime', ${time(failedAt)}, 'instructed', ${instructed})`,
  'r.created_at, r.id',
  `(VALUES ('TopUp'), ('Release')) AS way (direction)
   LEFT JOIN LATERAL (${newestMet}) met ON true
   LEFT JOIN LATERAL (${newestUndisputed}) undisputed ON true
   JOIN LATERAL (SELECT * FROM mark_to_market_requests r
     WHERE r.position_id = p.id AND r.direction = way.direction
       AND (coalesce(r.created_at >= greatest(met.created_at, undisputed.created_at), true)
         OR r.id = met.id OR r.status = 'DISPUTED'
         OR r.status ${oneOf(statusSets.mark_to_market_request.unfinished)}
         OR ${isOfNotice} OR ${hasFailed})) r
     ON true`,
)
