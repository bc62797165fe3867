import type {
  AgreedReturn,
  CalledTogether,
  Closing,
  DealHistory,
  InterestDue,
  Interval,
  MarginRequest,
  Recall,
  VoluntaryTransfer,
} from '@vadium/margin'
import { orderRequestKindsOf, statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { startOfDay } from '../../../platform/instant.ts'
import { isOfClosing } from '../orders/order-row.ts'
import { accruedInterest } from '../positions/accrued-interest.ts'
import { isOfNotice, requestsOfDeal } from './demanded-collateral.ts'
import { exchangedAt } from '../terms/replaced-terms.ts'
import { instructedByLeg, instructedState, isOnChain, list, time } from './instructed-columns.ts'
import type { DefaultedDeal } from './defaulted-deal.ts'

const returning = oneOf(orderRequestKindsOf('quantity'))

/**
 * Whether a transfer `t` is of collateral that is not to be sent back, until it is instructed
 * again: its cancellation was requested, by the service for the lender under whose notice it stays,
 * or by the borrower once it was late.
 */
const isCalledOff = `(t.leg = 'collateral' AND EXISTS (
  SELECT FROM transfers later JOIN instructions ended ON ended.transfer_id = later.id
  WHERE later.order_request_id = r.id AND later.leg = 'collateral'
    AND ended.cancel_asked_at IS NOT NULL AND ended.sequence >= i.sequence))`

/** Whether a transfer `t` of a request `r` goes back: all but the new collateral of an exchange. */
const isBack = `(r.decision IS NULL OR t.sender_organization_id = o.lender_id)`

/**
 * What was agreed and has not arrived. One that was cancelled owes nothing. An exchange that is
 * decided sends back what is not the collateral.
 */
const returns = list(
  `json_build_object('id', r.id, 'isCancelled', false,
    'instructed', ${instructedByLeg(`t.order_request_id = r.id AND NOT ${isCalledOff} AND ${isBack}`)})`,
  'r.created_at, r.id',
  `order_requests r WHERE r.position_id = p.id
    AND (r.kind ${returning} AND NOT r.whole OR r.decision IS NOT NULL)
    AND r.status ${oneOf(statusSets.order_request.agreed)}`,
)

const closing = `CASE o.status WHEN 'CLOSING' THEN json_build_object(
  'instructed', ${instructedByLeg(isOfClosing)}) END`

/**
 * The quantity that was lent when the request `r` was created: what it was before the first change
 * after that.
 */
const lentThen = `coalesce(
  (SELECT c.quantity_before FROM interest_changes c
    WHERE c.position_id = p.id AND c.quantity_before IS NOT NULL AND c.recorded_at >= r.created_at
    ORDER BY c.recorded_at, c.sequence LIMIT 1),
  p.asset_quantity)`

/**
 * Whether the lender has withdrawn a recall: itself, or by cancelling the close that carried it
 * out. A close that ends an unanswered recall does not withdraw it, nor does a close-out in part
 * that ends its return.
 */
const isWithdrawn = `EXISTS (SELECT FROM state_changes s WHERE s.resource_id = r.id AND (
  s.action = 'cancel' AND s.actor_id = o.lender_id OR s.action = 'lapse' AND s.from_state <> 'PENDING' AND r.whole))`

/**
 * When an amend last replaced the terms of the order `o`. Those of another collateral have the same
 * times, so a switch begins none of them again.
 */
const termsSince = `(SELECT max(t.replaced_at) FROM replaced_terms t
  WHERE t.order_id = o.id AND t.collateral_asset IS NULL)`

/**
 * Whether a recall that was not accepted may bind by its notice. The lender's next recall replaces
 * it, but not while a notice is about it.
 */
const mayBindByNotice = `m.recall_notice_seconds IS NOT NULL AND o.maturity_at IS NULL
  AND (${isOfNotice} OR r.id = (SELECT n.id FROM order_requests n
    WHERE n.position_id = p.id AND n.kind = 'recall'
    ORDER BY n.created_at DESC, n.id DESC LIMIT 1))`

/** A notice, and the call that it is about, last no longer. */
const voluntaryFor = `interval '90 days'`

/**
 * What the sides have sent without a call: what is under way, and what a call may have asked for.
 */
const voluntary = list(
  `json_build_object('sender', CASE t.sender_organization_id WHEN o.lender_id THEN 'lender'
      ELSE 'borrower' END, 'leg', t.leg, 'quantity', trim_scale(t.quantity)::text,
    'instructTime', ${time('t.create_time')}, 'lateTime', ${time('t.late_at')},
    'state', ${instructedState})`,
  't.create_time, t.id',
  `transfers t WHERE t.order_id = o.id AND t.category = 'voluntary'
    AND (t.status ${oneOf(statusSets.transfer.underWay)}
      OR t.create_time >= $2::timestamptz - ${voluntaryFor})`,
)

/** More recalls that are not met would say the same: the oldest ones were missed first. */
const recallsMax = 50

/** The recalls that bind, or will without an answer, and that are not met. */
const recallsOfDeal = `
  SELECT r.id, r.created_at, accepted.at AS accepted_at, demanded.lent_when_met
  FROM order_requests r
  CROSS JOIN LATERAL (SELECT min(s.changed_at) AS at FROM state_changes s
    WHERE s.resource_id = r.id AND s.action = 'accept') accepted
  CROSS JOIN LATERAL (SELECT CASE WHEN r.whole THEN 0
    ELSE greatest(0, ${lentThen} - r.quantity) END AS lent_when_met) demanded
  WHERE r.position_id = p.id AND r.kind = 'recall' AND r.status <> 'COMPLETED'
    AND (accepted.at IS NOT NULL OR ${mayBindByNotice})
    AND demanded.lent_when_met < p.asset_quantity AND NOT ${isWithdrawn}
  ORDER BY NOT ${isOfNotice}, accepted.at IS NULL, r.created_at, r.id LIMIT ${recallsMax}`

const recalls = list(
  `json_build_object('id', r.id, 'createTime', ${time('r.created_at')},
    'acceptTime', ${time('r.accepted_at')}, 'lentWhenMet', trim_scale(r.lent_when_met)::text)`,
  'r.created_at, r.id',
  `(${recallsOfDeal}) r`,
)

/** The days on which interest was due, with the times of the first attempt to pay it. */
const interestDue = list(
  `json_build_object('day', d.day, 'instructTime', ${time('d.instructed_at')},
    'lateTime', ${time('d.late_at')})`,
  'd.day',
  `(SELECT coalesce(t.due_on, (p.asset_back_at AT TIME ZONE 'UTC')::date) AS day,
      min(t.create_time) AS instructed_at, min(t.late_at) AS late_at
    FROM transfers t WHERE t.order_id = o.id AND t.category = 'interest' GROUP BY 1) d
   WHERE d.day IS NOT NULL`,
)

const interestOnChain = `(SELECT trim_scale(coalesce(sum(t.quantity), 0))::text FROM transfers t
  WHERE t.order_id = o.id AND t.category = 'interest' AND ${isOnChain})`

const suspensionsOf = (organization: string) =>
  list(
    `json_build_object('from', ${time('s.changed_at')}, 'until', (
      SELECT ${time('e.changed_at')} FROM suspensions e
      WHERE e.organization_id = s.organization_id AND e.sequence > s.sequence
      ORDER BY e.sequence LIMIT 1))`,
    's.sequence',
    `suspensions s WHERE s.organization_id = ${organization} AND s.is_suspended`,
  )

/**
 * The first time that the lender can take begins with the maturity, or with a recall that was not
 * carried out.
 */
const takenFrom = `least(o.maturity_at, (SELECT min(r.created_at) FROM order_requests r
  WHERE r.position_id = p.id AND r.kind = 'recall' AND r.status <> 'COMPLETED'))`

/**
 * When the request of a transfer `t` was instructed again, or ended. Null as long as it awaits it.
 */
const instructedAgain = `(SELECT coalesce(
    (SELECT min(n.create_time) FROM transfers n JOIN instructions ni ON ni.transfer_id = n.id
      WHERE n.order_request_id = t.order_request_id AND n.leg = t.leg AND ni.sequence > i.sequence),
    CASE WHEN r.status ${oneOf(statusSets.order_request.agreed)} THEN NULL ELSE r.updated_at END)
  FROM order_requests r WHERE r.id = t.order_request_id)`

/**
 * When a transfer of the lender kept the order from closing; once it was late, only since its
 * cancellation was requested, and while the borrower has declared a default of the lender: then it
 * cannot request that, because the transfer may cure. The collateral of a part keeps it also while
 * it has failed and is not instructed again: its asset is back, so nobody can cancel the request. So
 * does what an exchange sends back, which nobody can cancel either, however late it is. A
 * mark-to-market request is none: the borrower can reject it or withdraw its own, and cancel what
 * has failed.
 */
const lenderBlocks = list(
  `json_build_object('from', ${time('b.from_at')}, 'until', ${time('b.until_at')})`,
  'b.from_at',
  `transfers t JOIN instructions i ON i.transfer_id = t.id
    CROSS JOIN LATERAL (SELECT CASE
      WHEN t.status ${oneOf(statusSets.transfer.underWay)} THEN NULL ELSE t.update_time END AS at) ended
    CROSS JOIN LATERAL (VALUES
      (t.create_time, CASE t.category WHEN 'substitution' THEN ended.at
        ELSE least(ended.at, t.late_at) END, true),
      (greatest(t.late_at, i.cancel_asked_at), ended.at, i.cancel_asked_at IS NOT NULL),
      (ended.at, ${instructedAgain},
        t.category IN ('return', 'substitution') AND t.status ${oneOf(statusSets.transfer.failed)})
      UNION ALL
      SELECT greatest(t.late_at, n.created_at),
        least(ended.at, CASE WHEN n.status <> 'NOTICE' THEN n.updated_at END), true
      FROM close_outs n WHERE n.position_id = p.id AND n.creator_id = o.borrower_id)
      AS b (from_at, until_at, counts)
    WHERE t.order_id = o.id AND t.sender_organization_id = o.lender_id
      AND t.category IN ('m2m', 'return', 'substitution') AND b.counts
      AND (b.until_at IS NULL OR b.until_at > greatest(b.from_at, ${takenFrom}))`,
)

/** A call set whose sum decides, with the assets whose prices the sum needs of its other deals. */
export interface SummedCallSet extends CalledTogether {
  readonly assets: readonly string[]
}

/** What was demanded and sent under a deal, as the database knows it. */
export interface KeptHistory {
  readonly positionId: string
  readonly settlementTimeSeconds: number | null
  readonly minimumAppliesTo: 'deal' | 'agreement'
  readonly disputeTimeSeconds: number
  readonly recallNoticeSeconds: number | null
  readonly termsSince: string | null
  readonly requests: readonly MarginRequest[]
  /** The other deals of their call sets, where sums decide. They are read after the history. */
  readonly callSets?: readonly SummedCallSet[]
  /** When a close-out of the deal was last terminated. RFC 3339. */
  readonly lastTerminated: string | null
  /** When a substitution last replaced the collateral. RFC 3339. */
  readonly lastExchanged: string | null
  readonly returns: readonly AgreedReturn[]
  readonly closing: Closing | null
  readonly voluntary: readonly VoluntaryTransfer[]
  readonly recalls: readonly Recall[]
  readonly maturityTime: string | null
  readonly interestDue: readonly Omit<InterestDue, 'total'>[]
  readonly interestOnChain: string
  readonly suspensions: {
    readonly lender: readonly Interval[]
    readonly borrower: readonly Interval[]
  }
  readonly lenderBlocks: readonly Interval[]
}

/** Selects the {@link KeptHistory} of each of some positions `p`, at the time `$2`. */
const historiesWhere = (condition: string) => `
  SELECT p.id AS "positionId", m.settlement_time_seconds AS "settlementTimeSeconds",
    m.minimum_applies_to AS "minimumAppliesTo",
    m.dispute_time_seconds AS "disputeTimeSeconds", m.recall_notice_seconds AS "recallNoticeSeconds",
    ${time(termsSince)} AS "termsSince", ${requestsOfDeal} AS requests,
    (SELECT ${time('max(c.terminated_at)')} FROM close_outs c WHERE c.position_id = p.id)
      AS "lastTerminated", ${time(exchangedAt('o.id'))} AS "lastExchanged",
    ${returns} AS returns, ${closing} AS closing, ${voluntary} AS voluntary, ${recalls} AS recalls,
    ${time('o.maturity_at')} AS "maturityTime",
    ${interestDue} AS "interestDue", ${interestOnChain} AS "interestOnChain",
    json_build_object('lender', ${suspensionsOf('o.lender_id')},
      'borrower', ${suspensionsOf('o.borrower_id')}) AS suspensions,
    ${lenderBlocks} AS "lenderBlocks"
  FROM positions p JOIN orders o ON o.id = p.order_id JOIN margin_terms m ON m.id = o.terms_id
  WHERE ${condition}`

/** The same of an array of ids, `$1`. */
export const selectHistories = historiesWhere('p.id = ANY($1)')

/**
 * The {@link KeptHistory} of the position of an id (an SQL expression) at the time `$2`, as one
 * column.
 */
export const historyJson = (id: string) =>
  `(SELECT row_to_json(history) FROM (${historiesWhere(`p.id = ${id}`)}) history)`

/**
 * The history of a deal as the facts of defaults read it.
 *
 * @param settlementSeconds how long transfers may be under way where the terms do not say.
 */
export function historyOf(
  { positionId: _, minimumAppliesTo: _minimum, interestDue: days, ...kept }: KeptHistory,
  deal: DefaultedDeal,
  settlementSeconds: number,
): DealHistory {
  const due = days.map((day) => ({ ...day, total: accruedInterest(deal, startOfDay(day.day)) }))
  return {
    ...kept,
    settlementTimeSeconds: kept.settlementTimeSeconds ?? settlementSeconds,
    interestDue: due,
    interestPaid: deal.interestPaid,
  }
}
