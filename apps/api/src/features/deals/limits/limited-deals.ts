import type { LimitedDeal } from '@vadium/margin'
import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { LimitsInEffect } from './limits-in-effect.ts'

/**
 * The deals between two organizations (SQL expressions) as one column: {@link LimitedDeal}s of the
 * first. Until a deal is active, both agreed quantities count, and after that what has settled. A
 * deal that was closed out has left the use when its close-out was booked.
 */
export const dealsBetween = (own: string, other: string) => `(
  SELECT coalesce(json_agg(json_build_object(
    'side', CASE o.lender_id WHEN ${own} THEN 'lender' ELSE 'borrower' END,
    'asset', o.asset, 'collateralAsset', o.collateral_asset,
    'assetQuantity', trim_scale(CASE WHEN ${isOpening} THEN o.asset_quantity
      ELSE p.asset_quantity END)::text,
    'collateralQuantity', trim_scale(CASE WHEN ${isOpening} THEN o.collateral_quantity
      ELSE p.collateral_quantity END)::text)), '[]')
  FROM orders o JOIN positions p ON p.order_id = o.id
  WHERE (o.lender_id, o.borrower_id) IN ((${own}, ${other}), (${other}, ${own}))
    AND o.status ${oneOf(statusSets.order.live)}
    AND NOT (o.status = 'CLOSING' AND EXISTS (SELECT FROM close_outs c
      WHERE c.position_id = p.id AND c.status ${oneOf(statusSets.close_out.terminated)}
        AND c.booked_at IS NOT NULL)))`

const isOpening = `o.status IN ('ACCEPTED', 'OPENING')`

/** The same deals as the other side has them. */
export const fromOtherSide = (deals: readonly LimitedDeal[]): LimitedDeal[] =>
  deals.map((deal) => ({ ...deal, side: deal.side === 'lender' ? 'borrower' : 'lender' }))

/** {@link LimitsInEffect} of rows `v` of `counterparty_limit_versions`. */
export const limitColumns = `v.organization_id AS "organizationId",
  v.counterparty_id AS "counterpartyId", v.version,
  trim_scale(v.lent_usd_max)::text AS "lentUsdMax",
  trim_scale(v.uncovered_usd_max)::text AS "uncoveredUsdMax",
  trim_scale(v.shock)::text AS shock, v.assets,
  v.lent_quantities_max::text[] AS "lentQuantitiesMax", v.on_breach AS "onBreach"`

/** Whether a row `v` of `counterparty_limit_versions` has a limit. */
export const hasLimit = `(v.lent_usd_max IS NOT NULL OR v.uncovered_usd_max IS NOT NULL
  OR v.assets <> '{}')`

/** Limits of an organization, and the deals over which they are summed. */
export interface LimitsRow extends LimitsInEffect {
  readonly deals: readonly LimitedDeal[]
}

/** The {@link LimitsRow}s of an organization for some counterparties. */
export const ownLimits = (organizationId: string, counterpartyIds: readonly string[]) => ({
  name: 'own limits',
  text: `SELECT ${limitColumns}, ${dealsBetween('v.organization_id', 'v.counterparty_id')} AS deals
    FROM counterparty_limits l
    JOIN counterparty_limit_versions v USING (organization_id, counterparty_id, version)
    WHERE l.organization_id = $1 AND l.counterparty_id = ANY ($2) AND ${hasLimit}`,
  values: [organizationId, counterpartyIds],
})
