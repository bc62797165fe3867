import { RequestTable } from '../deal-requests/request-table.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { ownRetiredWallet } from '../blockers/own-retired-wallets.ts'
import { noticeIsOpen } from '../parties/open-notice.ts'
import { releasableOfPosition } from '../positions/position-book.ts'
import type { DisputeRecord, RequestRecord } from './request-record.ts'

export type MarkToMarketFilter = 'status' | 'position_id'

const dispute = `CASE WHEN r.disputed_at IS NOT NULL THEN json_build_object(
    'counterNotionalUsd', trim_scale(r.counter_notional_usd)::text,
    'reason', r.dispute_reason, 'note', r.dispute_note, 'outcome', r.dispute_outcome,
    'agreedNotionalUsd', trim_scale(r.agreed_notional_usd)::text,
    'agreedCollateralAmount', trim_scale(r.agreed_collateral_amount)::text,
    'disputedNotionalUsd', trim_scale(r.disputed_notional_usd)::text,
    'disputedAt', to_char(r.disputed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END`

const transfers = `(
  SELECT coalesce(json_agg(json_build_object('id', t.id, 'status', t.status,
      'quantity', trim_scale(t.quantity)::text,
      'isReplaced', EXISTS (SELECT FROM transfers n WHERE n.replaces = t.id),
      'isCalledOff', EXISTS (
        SELECT FROM instructions i WHERE i.transfer_id = t.id AND i.cancel_asked_at IS NOT NULL))
    ORDER BY t.create_time, t.replaces IS NOT NULL, t.id), '[]')
  FROM transfers t WHERE t.mark_to_market_request_id = r.id)`

/**
 * Whether a part of the asset was returned, or discharged by a close-out in part, after the request
 * was created. It compares ids, because clocks can jump.
 */
const lentChanged = `CASE WHEN r.status IN ('FAILED', 'DISPUTED') THEN EXISTS (
  SELECT FROM (
    SELECT t.id FROM transfers t WHERE t.order_id = p.order_id AND t.category = 'return'
      AND t.leg = 'asset' AND t.status = 'COMPLETED'
    UNION ALL
    SELECT c.id FROM close_outs c WHERE c.position_id = p.id AND c.status = 'SETTLED') less
  WHERE (
      SELECT s.sequence FROM state_changes s WHERE s.resource_id = less.id ORDER BY s.sequence DESC LIMIT 1)
    > (SELECT s.sequence FROM state_changes s WHERE s.resource_id = r.id ORDER BY s.sequence LIMIT 1))
  ELSE false END`

/**
 * Whether other terms came to apply to a deal after its request was created; by ids, too. What goes
 * back in exchange may arrive later.
 */
const termsChanged = `CASE WHEN r.status = 'DISPUTED' THEN EXISTS (
  SELECT FROM replaced_terms replaced WHERE replaced.order_id = p.order_id AND (
      SELECT s.sequence FROM state_changes s WHERE s.resource_id = replaced.order_request_id
        AND s.action IN ('switch', 'complete') ORDER BY s.sequence LIMIT 1)
    > (SELECT s.sequence FROM state_changes s WHERE s.resource_id = r.id ORDER BY s.sequence LIMIT 1))
  ELSE false END`

/** The releasable quantity, where it decides whether a request can be answered. */
const releasable = `CASE WHEN r.direction = 'Release' AND r.status IN ('PENDING_ACCEPTANCE', 'FAILED', 'DISPUTED')
  THEN (${releasableOfPosition})::text END`

/** Whether a notice of a default is open that may decide about a request. */
const hasNotice = `r.status IN ('PENDING_ACCEPTANCE', 'FAILED', 'DISPUTED') AND ${noticeIsOpen}`

/** By the last state change of a request that was cancelled. */
const cancellationCause = `CASE r.status WHEN 'CANCELLED' THEN (
  SELECT CASE WHEN s.action = 'call_off' THEN 'transfer_late'
    WHEN s.action = 'lapse' THEN 'closed_out'
    WHEN s.from_state = 'FAILED' THEN 'transfer_failed' ELSE 'withdrawn' END
  FROM state_changes s WHERE s.resource_id = r.id ORDER BY s.sequence DESC LIMIT 1) END`

/**
 * The records of requests `r`. The LIMIT makes PostgreSQL look up the deal of each request instead
 * of reading all deals.
 */
const selectRecords = (requests: string) => `
  SELECT r.id, r.status, r.position_id AS "positionId", deal.*, r.lender_id AS "lenderId",
    r.borrower_id AS "borrowerId", r.creator_id AS "creatorId",
    r.automation_version IS NOT NULL AS "createdAutomatically", r.call_set_id AS "callSetId",
    r.direction,
    trim_scale(r.collateral_amount)::text AS "collateralAmount",
    trim_scale(r.notional_usd)::text AS "notionalUsd", trim_scale(r.asset_price_usd)::text AS "assetPriceUsd",
    trim_scale(r.collateral_price_usd)::text AS "collateralPriceUsd",
    r.calculation_id AS "calculationId", r.expire_at AS "expireAt", r.answer_day::json AS "answerDay", ${dispute} AS dispute,
    r.superseded_by AS "supersededBy", ${cancellationCause} AS "cancellationCause",
    ${transfers} AS transfers,
    r.created_at AS "createdAt", r.updated_at AS "updatedAt"
  FROM ${requests} r CROSS JOIN LATERAL (
    SELECT p.status AS "positionStatus", o.id AS "orderId", o.number AS "orderNumber",
      coalesce(r.collateral_asset, o.collateral_asset) AS "collateralAsset", ${lentChanged} AS "lentChanged",
      ${termsChanged} AS "termsChanged",
      ${releasable} AS releasable, ${ownRetiredWallet('collateral')} AS "ownRetiredWallet",
      ${hasNotice} AS "hasNotice"
    FROM positions p JOIN orders o ON o.id = p.order_id WHERE p.id = r.position_id LIMIT 1) deal`

export const markToMarketTable = new RequestTable<RequestRecord, MarkToMarketFilter>({
  name: 'mark-to-market request',
  table: 'mark_to_market_requests',
  filters: ['status', 'position_id'],
  selectRecords,
})

export async function recordDispute(
  tx: WriteTransaction,
  id: string,
  answered: Omit<DisputeRecord, 'disputedAt'>,
): Promise<void> {
  await tx.write(
    `UPDATE mark_to_market_requests SET counter_notional_usd = $2, dispute_reason = $3, dispute_note = $4,
       dispute_outcome = $5, agreed_notional_usd = $6, agreed_collateral_amount = $7,
       disputed_notional_usd = $8, disputed_at = $9 WHERE id = $1`,
    [
      id,
      answered.counterNotionalUsd,
      answered.reason,
      answered.note,
      answered.outcome,
      answered.agreedNotionalUsd,
      answered.agreedCollateralAmount,
      answered.disputedNotionalUsd,
      tx.now,
    ],
  )
}

export async function recordSuccessor(
  tx: WriteTransaction,
  id: string,
  supersededBy: string,
): Promise<void> {
  await tx.write('UPDATE mark_to_market_requests SET superseded_by = $2 WHERE id = $1', [
    id,
    supersededBy,
  ])
}
