import {
  closeOutStates,
  type FailedTransfer,
  markToMarketRequestStates,
  orderRequestStates,
  orderStates,
  type StateMachine,
  statusSets,
} from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { bothSides } from '../../../platform/lists/both-sides.ts'
import { namedRows, type NamedRows } from '../../../platform/lists/named-rows.ts'
import type { CloseOutRecord } from '../close-outs/close-out-record.ts'
import { closeOutTable } from '../close-outs/close-out.repository.ts'
import { markToMarketTable } from '../mark-to-market/request.repository.ts'
import type { RequestRecord } from '../mark-to-market/request-record.ts'
import { orderRequestTable } from '../order-requests/order-request.repository.ts'
import type { OrderRequestRecord } from '../order-requests/order-request-record.ts'
import { isLegOfOrder, type OrderRow, selectOrders } from '../orders/order-row.ts'
import { terminatedId } from '../positions/terminated-close-out.ts'

/** Failed transfers that need a person, and the records that decide whether each can be retried. */
export interface FailedTransfers {
  readonly found: NamedRows<Omit<FailedTransfer, 'actions'>>
  /** Whether transfers were left out, so that numbers and sums are lower bounds. */
  readonly hasMore: boolean
  readonly orders: readonly OrderRow[]
  readonly markToMarketRequests: readonly RequestRecord[]
  readonly orderRequests: readonly OrderRequestRecord[]
  readonly closeOuts: readonly CloseOutRecord[]
}

/** The states in which a side can have failed transfers instructed again. */
function retriedIn<State extends Uppercase<string>>(machine: StateMachine<State>): string {
  const retries = machine.transitions.filter(({ action }) => action === 'retry')
  return oneOf(retries.flatMap(({ from }) => from))
}

/** Whether a later attempt of the leg of `t` was instructed, for the same purpose. */
const hasLaterAttempt = `EXISTS (
  SELECT FROM transfers n JOIN instructions later ON later.transfer_id = n.id
  WHERE n.order_id = t.order_id AND n.category = t.category AND n.leg = t.leg
    AND n.order_request_id IS NOT DISTINCT FROM t.order_request_id AND later.sequence > i.sequence)`

/** Whether what a failed payment of interest `t` owes was instructed again, after it failed. */
const isCoveredSince = `EXISTS (
  SELECT FROM transfers n JOIN instructions later ON later.transfer_id = n.id
  WHERE n.order_id = t.order_id AND n.category = 'interest' AND later.sequence > i.sequence
    AND (n.replaces = t.id OR n.create_time >= t.update_time))`

/**
 * Whether a failed transfer `t` with its instruction `i` still needs a person: nothing has replaced
 * it, and what it belongs to awaits a retry. A request may have several transfers of its
 * collateral, each of which is replaced by itself. A close-out that was terminated needs no
 * transfer of the order, and the service itself tries again what it sends back.
 */
const needsPerson = `CASE t.category
  WHEN 'm2m' THEN NOT EXISTS (SELECT FROM transfers n WHERE n.replaces = t.id) AND EXISTS (
    SELECT FROM mark_to_market_requests r
    WHERE r.id = t.mark_to_market_request_id AND r.status ${retriedIn(markToMarketRequestStates)})
  WHEN 'return' THEN NOT ${hasLaterAttempt} AND EXISTS (
    SELECT FROM order_requests r
    WHERE r.id = t.order_request_id AND r.status ${retriedIn(orderRequestStates)})
  WHEN 'interest' THEN NOT ${isCoveredSince} AND EXISTS (
    SELECT FROM orders o JOIN positions p ON p.order_id = o.id
    WHERE o.id = t.order_id AND o.status IN ('ACTIVE', 'CLOSING') AND ${terminatedId} IS NULL)
  WHEN 'liquidation' THEN t.sends_back IS NULL
    AND NOT EXISTS (SELECT FROM transfers n WHERE n.replaces = t.id) AND EXISTS (
    SELECT FROM close_outs c WHERE c.id = t.close_out_id AND c.status ${retriedIn(closeOutStates)})
  ELSE NOT ${hasLaterAttempt} AND EXISTS (
    SELECT FROM orders o JOIN positions p ON p.order_id = o.id
    WHERE o.id = t.order_id AND o.status ${retriedIn(orderStates)} AND ${isLegOfOrder}
      AND ${terminatedId} IS NULL) END`

const party = (side: 'sender' | 'receiver') => `json_build_object(
  'organization_id', 'organizations/' || t.${side}_organization_id,
  'custodian', t.${side}_custodian_id, 'wallet_address', t.${side}_wallet_address)`

const otherSide = 'CASE t.lender_id WHEN $1::uuid THEN t.borrower_id ELSE t.lender_id END'

/** A row as the API shows it, for the organization `$1`. */
const shown = `json_build_object('id', t.id, 'order_id', t.order_id,
  'order_id_pretty', t.order_number, 'category', t.category, 'leg', t.leg, 'status', t.status,
  'token', t.token, 'quantity', trim_scale(t.quantity)::text, 'notional', t.notional_usd::text,
  'counterparty_id', ${otherSide}, 'counterparty_name',
  (SELECT c.name FROM organizations c WHERE c.id = ${otherSide}),
  'sender', ${party('sender')}, 'receiver', ${party('receiver')},
  'provider_state', t.provider_state, 'label', t.provider_label,
  'since', to_char(t.update_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'mark_to_market_request_id', t.mark_to_market_request_id,
  'order_request_id', t.order_request_id, 'close_out_id', t.close_out_id)`

/** Which of them are named first. */
const largestFirst = 'notional_usd DESC, update_time DESC, id DESC'

/** The records that a select gives, those with the ids of the named ones. */
const records = (select: string, id: string, ofOrder = false) => `coalesce((
  SELECT json_agg(found) FROM (${select} = ANY (ARRAY(
    SELECT ${id} FROM failed_named WHERE ${id} IS NOT NULL${
      ofOrder
        ? ' AND num_nonnulls(mark_to_market_request_id, order_request_id, close_out_id) = 0'
        : ''
    }))) found), '[]')`

/**
 * Common table expressions and the column of {@link FailedTransfers} of the organization `$1` at
 * the time `$2`. Of each side and each status at most `countMax` are looked at, newest first, and
 * `named` of those that need a person are named, the largest first.
 */
export function failedTransfers(
  countMax: number,
  named: string,
): { readonly expressions: string; readonly column: string } {
  // A status of its own in each scan, so that the index has its transfers in this order.
  const scan = (side: 'sender' | 'receiver') =>
    statusSets.transfer.failed
      .map(
        (status) => `(SELECT '${side} ${status}' AS scan, id FROM transfers
          WHERE ${side}_organization_id = $1::uuid AND status = '${status}'
          ORDER BY create_time DESC, id DESC LIMIT ${countMax + 1})`,
      )
      .join(' UNION ALL ')
  return {
    expressions: `
      failed_seen AS MATERIALIZED (SELECT * FROM ${bothSides(['sender', 'receiver'], scan)} AS s),
      failed AS MATERIALIZED (
        SELECT t.* FROM failed_seen s CROSS JOIN LATERAL (
          -- With the limit, each is looked up by its id, however many transfers there are.
          SELECT t.* FROM transfers t JOIN instructions i ON i.transfer_id = t.id
          WHERE t.id = s.id AND ${needsPerson} LIMIT 1) t),
      failed_named AS MATERIALIZED (SELECT * FROM failed ORDER BY ${largestFirst} LIMIT ${named})`,
    column: `json_build_object(
      'found', ${namedRows('failed', { row: shown, order: largestFirst, usd: 'notional_usd', max: named })},
      'hasMore', (SELECT bool_or(n > ${countMax}) FROM (
        SELECT count(*) AS n FROM failed_seen GROUP BY scan) scans) IS TRUE,
      'orders', ${records(`${selectOrders('$2')} WHERE o.id`, 'order_id', true)},
      'markToMarketRequests', ${records(`${markToMarketTable.records} WHERE r.id`, 'mark_to_market_request_id')},
      'orderRequests', ${records(`${orderRequestTable.records} WHERE r.id`, 'order_request_id')},
      'closeOuts', ${records(`${closeOutTable.records} WHERE r.id`, 'close_out_id')})`,
  }
}
