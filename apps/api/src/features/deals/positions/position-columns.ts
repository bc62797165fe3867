import { movingOrderRequestKinds, statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { closeBlockersJson } from '../blockers/close-blocker-columns.ts'
import { newerTermsJson, substituteAssets, termsVersion } from '../terms/terms-of-deal.ts'
import { noticeIsOpen } from '../parties/open-notice.ts'
import { countsUnderWay } from '../transfers/counting-transfers.ts'
import { closedQuantity, interestChangesJson } from './interest-changes.ts'

const inTransit = (condition: string) => `(
  SELECT trim_scale(coalesce(sum(t.quantity), 0))::text FROM transfers t
  WHERE t.order_id = o.id AND t.leg = 'collateral' AND t.status ${oneOf(statusSets.transfer.underWay)}
    AND ${condition} AND t.token = o.collateral_asset AND t.straggler_of IS NULL
    AND t.sends_back IS NULL)`

/**
 * Collateral of an order `o` under way to its borrower, without what does not count in its
 * close-out.
 */
export const returnsInTransit = inTransit('t.sender_organization_id = o.lender_id')

/** Likewise to its lender, as far as it counts at a time (RFC 3339, as SQL). */
export const deliveriesInTransit = (now: string) =>
  inTransit(`t.sender_organization_id = o.borrower_id AND ${countsUnderWay(now)}`)

/**
 * Whether the asset of a position `p` is lent: from its opening until a close has returned it, or a
 * close-out has ended the loan.
 */
export const assetIsLent = `asset_is_lent(p.status, p.active_at,
  CASE WHEN p.asset_back_at IS NULL THEN p.asset_quantity ELSE 0 END)`

/** The requests that keep a position `p` from being marked to market. */
export const requestsThatBlock = `
  ARRAY(
    SELECT r.id::text FROM mark_to_market_requests r
    WHERE r.position_id = p.id AND r.status ${oneOf(statusSets.mark_to_market_request.open)}
    ORDER BY r.created_at, r.id) AS "openMarkToMarketRequests",
  (SELECT json_build_object('id', r.id, 'owesCollateral', r.collateral_returned IS NOT NULL)
    FROM order_requests r
    WHERE r.position_id = p.id AND r.kind ${oneOf(movingOrderRequestKinds)}
      AND r.status ${oneOf(statusSets.order_request.agreed)} AND r.decision IS NULL) AS "changingOrderRequest"`

/**
 * The columns of a WatchedPosition at a time (RFC 3339, as SQL), from {@link valuedTables}.
 * Decimals are texts, also as JSON.
 */
export const valuedColumns = (now: string) => `
  p.id, p.status, ${assetIsLent} AS "isLent", o.id AS "orderId", o.asset, trim_scale(p.asset_quantity)::text AS "assetQuantity",
  o.collateral_asset AS "collateralAsset", c.decimals AS "collateralDecimals",
  o.collateral_type AS "collateralType",
  trim_scale(p.collateral_quantity)::text AS "collateralQuantity",
  trim_scale(p.collateral_disputed_quantity)::text AS "collateralDisputedQuantity",
  ${deliveriesInTransit(now)} AS "deliveriesInTransit",
  ${returnsInTransit} AS "returnsInTransit",
  m.position_terms AS terms, ${requestsThatBlock}`

/** The interest that transfers of an order `o` have brought, and that counts. */
export const interestPaid = `(
  SELECT trim_scale(coalesce(sum(t.quantity), 0))::text FROM transfers t
  WHERE t.order_id = o.id AND t.category = 'interest' AND t.status = 'COMPLETED'
    AND t.straggler_of IS NULL)`

/** The close-outs of a position `p` that are not over, an array of ids. */
const openCloseOutIds = `ARRAY(
  SELECT s.id::text FROM close_outs s
  WHERE s.position_id = p.id AND s.status ${oneOf(statusSets.close_out.open)}
  ORDER BY s.created_at, s.id)`

/**
 * What decides whether the caller may send collateral of a position `p` without a call, a
 * {@link Sending}.
 */
const sendingJson = `json_build_object(
  'underWayId', (SELECT t.id FROM transfers t
    WHERE t.order_id = o.id AND t.category = 'voluntary' AND t.status ${oneOf(statusSets.transfer.underWay)}
      AND t.sender_organization_id = current_organization() LIMIT 1),
  'owesCalled', ${noticeIsOpen} AND EXISTS (SELECT FROM close_outs s
    WHERE s.position_id = p.id AND s.status = 'NOTICE' AND s.cause = 'UNMET_CALL'
      AND s.creator_id <> current_organization()))`

/** Positions with what decides their figures. */
export const valuedTables = `
  positions p
  JOIN orders o ON o.id = p.order_id
  JOIN margin_terms m ON m.id = o.terms_id
  JOIN assets c ON c.symbol = o.collateral_asset`

/** Selects a ListedPosition at a time, given as SQL, with further columns. */
export const selectListed = (time: string, ...further: readonly string[]) => `
  SELECT ${further.map((column) => `${column},`).join(' ')} ${valuedColumns(time)}, o.number AS "orderNumber", o.status AS "orderStatus",
    o.lender_id AS "lenderId", lender.name AS "lenderName",
    o.borrower_id AS "borrowerId", borrower.name AS "borrowerName",
    trim_scale(o.rate_percent) AS "ratePercent", m.day_count AS "dayCount",
    a.decimals AS "assetDecimals",
    p.active_at AS "activeAt", ${interestChangesJson} AS "interestChanges",
    p.asset_back_at AS "assetBackAt", ${closedQuantity} AS "closedQuantity",
    ${interestPaid} AS "interestPaid", ${openCloseOutIds} AS "openCloseOutIds",
    m.default_causes AS "defaultCauses", ${closeBlockersJson} AS "closeBlockers",
    ${noticeIsOpen} AS "hasNotice", ${sendingJson} AS sending, o.maturity_at AS "maturityAt",
    ${termsVersion} AS "termsVersion", ${substituteAssets} AS "substituteAssets", ${newerTermsJson(time)} AS "newerTerms",
    trim_scale(p.price_at_last_m2m_usd) AS "priceAtLastM2mUsd", p.last_m2m_at AS "lastM2mAt",
    p.created_at AS "createdAt", p.updated_at AS "updatedAt"
  FROM ${valuedTables}
  JOIN assets a ON a.symbol = o.asset
  JOIN organizations lender ON lender.id = o.lender_id
  JOIN organizations borrower ON borrower.id = o.borrower_id`
