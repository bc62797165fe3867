import { type AnswerDay, type OrderRequest, statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { type NewRequest, RequestTable } from '../deal-requests/request-table.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { closeBlockersJson } from '../blockers/close-blocker-columns.ts'
import { noticeIsOpen } from '../parties/open-notice.ts'
import { isOfClosing } from '../orders/order-row.ts'
import type { CloseBlockers } from '../blockers/close-blockers.ts'
import type { AskedDeal } from '../blockers/order-request-eligibility.ts'
import {
  generalTerms,
  newerTermsJson,
  substituteAssets,
  termsUnder,
  termsVersion,
} from '../terms/terms-of-deal.ts'
import { type AnswerTerms, answerTermsColumns } from '../terms/answer-time.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import { substitutionJson } from './substitution-record.ts'

export type OrderRequestFilter = 'status' | 'kind' | 'position_id'

/** The transfers in the order of their instructions, whatever the clock was. */
const transfersJson = `(
  SELECT coalesce(json_agg(json_build_object('id', t.id, 'leg', t.leg, 'status', t.status,
      'quantity', trim_scale(t.quantity)::text, 'isCalledOff', i.cancel_asked_at IS NOT NULL)
    ORDER BY i.sequence), '[]')
  FROM transfers t JOIN instructions i ON i.transfer_id = t.id
  WHERE t.order_id = p.order_id AND CASE
    WHEN r.whole AND r.status IN ('ACCEPTED', 'IN_PROGRESS', 'COMPLETED') THEN ${isOfClosing}
    ELSE t.order_request_id = r.id OR t.id = ANY (r.close_transfer_ids) END)`

/** Of an amend `r`: the close-outs of its deal that are not over. */
const openCloseOuts = `CASE WHEN r.terms_id IS NOT NULL AND r.status = 'PENDING' THEN ARRAY(
  SELECT n.id::text FROM close_outs n
  WHERE n.position_id = p.id AND n.status ${oneOf(statusSets.close_out.open)}
  ORDER BY n.created_at, n.id) ELSE '{}' END`

/** Whether a notice of a default is open that may decide about a return or a substitution `r`. */
const hasNotice = `(r.quantity IS NOT NULL OR (r.kind = 'substitution' AND r.decision IS NULL))
  AND r.status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS') AND ${noticeIsOpen}`

/**
 * Whether a deal was closed out in part after the share of a part `r` was instructed: the close-out
 * has counted it with what secures the rest. It compares ids, because clocks can jump.
 */
const closedOutSinceShare = `EXISTS (
  SELECT FROM close_outs c WHERE c.position_id = p.id AND c.status = 'SETTLED'
    AND (SELECT max(s.sequence) FROM state_changes s WHERE s.resource_id = c.id)
      > (SELECT min(s.sequence) FROM transfers t JOIN state_changes s ON s.resource_id = t.id
         WHERE t.order_request_id = r.id AND t.leg = 'collateral'))`

/**
 * Whether the collateral of a part `r` stays in the deal: a default of the borrower is declared,
 * and none of the lender about this part; or the deal was closed out in part.
 */
const keepsShare = `r.quantity IS NOT NULL AND r.status IN ('ACCEPTED', 'IN_PROGRESS') AND (EXISTS (
  SELECT FROM close_outs n
  WHERE n.position_id = p.id AND n.status = 'NOTICE' AND n.creator_id = p.lender_id) AND NOT EXISTS (
  SELECT FROM close_outs n
  WHERE n.position_id = p.id AND n.status = 'NOTICE' AND n.creator_id = p.borrower_id
    AND n.fact_resource_id = r.id)
  OR ${closedOutSinceShare})`

/** Of an amend `r` of an order `o`: the terms that it asks for. */
const askedTerms = `CASE WHEN r.terms_id IS NOT NULL THEN (
  SELECT json_build_object('id', asked.terms_id, 'version', asked.version,
    'appliedId', o.terms_id, 'appliedVersion', applied.version,
    'ofCollateralId', (${termsUnder('r.terms_id', 'terms')}),
    'inEffectAt', asked.in_effect_at,
    'interest_schedule', (SELECT m.interest_schedule FROM margin_terms m WHERE m.id = r.terms_id),
    'calendars', (SELECT m.calendars FROM margin_terms m WHERE m.id = r.terms_id),
    'later', (SELECT coalesce(json_agg(json_build_object(
        'version', v.version, 'inEffectAt', v.in_effect_at) ORDER BY v.version), '[]')
      FROM agreement_versions v
      WHERE r.status = 'PENDING' AND v.agreement_id = asked.agreement_id
        AND v.version > asked.version AND v.in_effect_at IS NOT NULL))
  FROM agreement_versions asked, margin_terms terms, agreement_versions applied
  WHERE asked.terms_id = r.terms_id AND terms.id = o.terms_id
    AND applied.terms_id = ${generalTerms('terms')}) END`

const lastRateFrom = `(
  SELECT max(i.effective_on)::text FROM interest_changes i
  WHERE i.position_id = p.id AND i.rate_percent IS NOT NULL)`

/**
 * The records of requests `r`. The LIMIT makes PostgreSQL look up the deal of each request instead
 * of reading all deals.
 */
const selectRecords = (requests: string) => `
  SELECT r.id, r.kind, r.status, r.position_id AS "positionId", deal.*, r.lender_id AS "lenderId",
    r.borrower_id AS "borrowerId", r.creator_id AS "creatorId",
    trim_scale(r.quantity)::text AS quantity, r.whole,
    trim_scale(r.collateral_returned)::text AS "collateralReturned",
    trim_scale(r.rate_percent)::text AS "ratePercent", r.effective_at AS "effectiveAt",
    r.maturity_at AS "maturityAt", r.note,
    r.expire_at AS "expireAt", r.answer_day::json AS "answerDay", r.created_at AS "createdAt", r.updated_at AS "updatedAt"
  FROM ${requests} r CROSS JOIN LATERAL (
    SELECT o.id AS "orderId", o.number AS "orderNumber", o.status AS "orderStatus", o.asset,
      trim_scale(p.asset_quantity)::text AS "lentQuantity",
      coalesce(r.replaced_collateral_asset, o.collateral_asset) AS "collateralAsset",
      o.collateral_type AS "collateralType", ${lastRateFrom} AS "lastRateFrom",
      ${askedTerms} AS "askedTerms", o.maturity_at AS "maturityBefore",
      ${substitutionJson} AS substitution, ${openCloseOuts} AS "openCloseOuts", ${hasNotice} AS "hasNotice",
      ${keepsShare} AS "keepsShare",
      ${closeBlockersJson} AS "closeBlockers",
      ARRAY(SELECT m.id::text FROM mark_to_market_requests m
        WHERE m.position_id = p.id AND m.status ${oneOf(statusSets.mark_to_market_request.open)}
        ORDER BY m.created_at, m.id) AS "openMarkToMarketRequests",
      ARRAY(SELECT t.id::text FROM transfers t
        WHERE t.order_id = o.id AND t.leg = 'asset' AND t.status ${oneOf(statusSets.transfer.underWay)}
        ORDER BY t.create_time, t.id) AS "assetUnderWay",
      ${transfersJson} AS transfers
    FROM positions p JOIN orders o ON o.id = p.order_id WHERE p.id = r.position_id LIMIT 1) deal`

export const orderRequestTable = new RequestTable<OrderRequestRecord, OrderRequestFilter>({
  name: 'order request',
  table: 'order_requests',
  filters: ['status', 'kind', 'position_id'],
  selectRecords,
})

/** The requests of a position in a state, oldest first. The deal must be locked. */
export function requestsIn(
  status: OrderRequest['status'],
  tx: WriteTransaction,
  positionId: string,
): Promise<readonly OrderRequestRecord[]> {
  return orderRequestTable.ofPosition(tx, positionId, status)
}

/** The request that the close of an order carries out, if there is one. */
export async function closingRequest(
  tx: WriteTransaction,
  orderId: string,
): Promise<OrderRequestRecord | undefined> {
  return tx.row<OrderRequestRecord>(
    `${selectRecords('order_requests')}
     WHERE r.position_id = (SELECT id FROM positions WHERE order_id = $1) AND r.whole
       AND r.status ${oneOf(statusSets.order_request.agreed)}`,
    [orderId],
  )
}

/** A deal with everything that decides whether an order request may be made. */
export interface RequestedDeal extends AskedDeal {
  readonly orderId: string
  readonly positionId: string
  readonly asset: string
  readonly assetDecimals: number
  readonly lentQuantity: string
  readonly answer: AnswerTerms
  readonly lastRateFrom: string | null
}

type DealRow = Omit<RequestedDeal, keyof CloseBlockers | 'answer'> &
  AnswerTerms & { readonly closeBlockers: CloseBlockers }

export async function readRequestedDeal(
  tx: WriteTransaction,
  positionId: string,
): Promise<RequestedDeal> {
  const deal = await tx.row<DealRow>(
    `SELECT o.id AS "orderId", p.id AS "positionId", o.lender_id AS "lenderId",
       o.borrower_id AS "borrowerId", o.status AS "orderStatus",
       o.collateral_type AS "collateralType", o.maturity_at AS "maturityAt", o.asset, a.decimals AS "assetDecimals",
       trim_scale(p.asset_quantity) AS "lentQuantity",
       ${answerTermsColumns}, ${lastRateFrom} AS "lastRateFrom",
       ${closeBlockersJson} AS "closeBlockers",
       ${termsVersion} AS "termsVersion", ${substituteAssets} AS "substituteAssets", ${newerTermsJson('$2')} AS "newerTerms"
     FROM positions p JOIN orders o ON o.id = p.order_id JOIN assets a ON a.symbol = o.asset
       JOIN margin_terms m ON m.id = o.terms_id
     WHERE p.id = $1`,
    [positionId, tx.now],
  )
  if (deal === undefined) throw new Error(`position ${positionId} is missing`)
  const { closeBlockers, ...own } = deal
  return { ...own, ...closeBlockers, answer: deal }
}

export interface NewOrderRequest extends NewRequest {
  readonly kind: string
  readonly expire_at: string
  readonly answer_day: AnswerDay | null
  readonly quantity: string | null
  readonly whole: boolean | null
  readonly rate_percent: string | null
  readonly effective_at: string | null
  readonly terms_id: string | null
  readonly maturity_at: string | null
  readonly new_collateral_asset: string | null
  readonly new_collateral_quantity: string | null
  readonly borrower_wallet_id: string | null
  readonly note: string | null
}

/** Records what is decided with the acceptance of a request. */
export async function recordAcceptance(
  tx: WriteTransaction,
  id: string,
  known: { readonly whole: boolean; readonly quantity: string } | { readonly effectiveAt: string },
): Promise<void> {
  if ('whole' in known) {
    const { whole, quantity } = known
    await tx.write('UPDATE order_requests SET whole = $2, quantity = $3 WHERE id = $1', [
      id,
      whole,
      quantity,
    ])
  } else {
    const { effectiveAt } = known
    await tx.write('UPDATE order_requests SET effective_at = $2 WHERE id = $1', [id, effectiveAt])
  }
}

/** Keeps the transfers of a close that was cancelled with the request that it carried out. */
export async function keepTransfersOfClose(
  tx: WriteTransaction,
  { id, transfers }: OrderRequestRecord,
): Promise<void> {
  await tx.write('UPDATE order_requests SET close_transfer_ids = $2 WHERE id = $1', [
    id,
    transfers.map((transfer) => transfer.id),
  ])
}

export async function recordReturnedCollateral(
  tx: WriteTransaction,
  id: string,
  quantity: string,
): Promise<void> {
  await tx.write('UPDATE order_requests SET collateral_returned = $2 WHERE id = $1', [id, quantity])
}
