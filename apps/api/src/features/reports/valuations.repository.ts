import type { PositionValuation } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { type PositionTerms, termsJson, type ValuedPosition } from '../deals/index.ts'
import { type PastQuotes, pastQuotes } from '../prices/index.ts'
import { balanceColumns, balanceNames, statusBefore } from './positions-at.ts'

/** Where an entry is in the list: its time, and its number in the journal, or 0 at a market cut. */
export interface ValuationPlace {
  /** RFC 3339. */
  readonly time: string
  readonly sequence: number
}

/** A position at the time of an entry. Decimals are strings. */
export interface ValuationRow extends ValuationPlace {
  readonly id: string
  readonly orderId: string
  readonly status: ValuedPosition['status']
  readonly asset: string
  /** The quantity that was agreed at the opening. */
  readonly lentQuantity: string
  readonly outstandingQuantity: string
  readonly activeAt: string | null
  readonly collateralAsset: string
  readonly collateralDecimals: number
  readonly collateralType: ValuedPosition['collateralType']
  readonly collateralQuantity: string
  readonly deliveriesInTransit: string
  readonly returnsInTransit: string
  readonly terms: PositionTerms
  readonly movement: PositionValuation['movement']
  readonly transferId: string | null
  readonly markToMarketRequestId: string | null
  readonly orderRequestId: string | null
  readonly quotes: PastQuotes
}

/** A position without an entry. */
export interface NoValuation {
  readonly time: null
}

const until = "(page.time + interval '1 millisecond')"

/**
 * A page of entries, newest first, and one more if another page follows: of the order's movements
 * and of the market cuts of both assets. The balances of all of them are summed in one walk through
 * the journal of the order. Without an entry, there is one row without a time.
 */
const valuationPage = `
  WITH held AS MATERIALIZED (
    SELECT p.id, p.order_id, p.created_at, p.closed_at, o.asset, o.collateral_asset
    FROM positions p JOIN orders o ON o.id = p.order_id
    WHERE p.id = $1 AND $2 IN (p.lender_id, p.borrower_id)
  ), page AS MATERIALIZED (
    SELECT * FROM (
      (SELECT j.recorded_at AS time, j.sequence, j.kind AS movement, j.transfer_id
        FROM held h JOIN journal_transactions j ON j.order_id = h.order_id
        WHERE j.recorded_at BETWEEN h.created_at AND $3::timestamptz
          AND ($4::timestamptz IS NULL OR (j.recorded_at, j.sequence) < ($4, $5::bigint))
        ORDER BY j.recorded_at DESC, j.sequence DESC LIMIT $6)
      UNION ALL
      (SELECT DISTINCT c.cut_at, 0::bigint, NULL::text, NULL::uuid
        FROM held h CROSS JOIN LATERAL unnest(ARRAY[h.asset, h.collateral_asset]) AS of_asset (symbol)
        CROSS JOIN LATERAL (
          SELECT cut_at FROM market_cuts
          WHERE asset = symbol AND cut_at >= h.created_at
            AND cut_at <= least($3::timestamptz, h.closed_at)
            AND ($4::timestamptz IS NULL OR (cut_at, 0) < ($4, $5::bigint))
          ORDER BY cut_at DESC LIMIT $6) c)
    ) AS entries
    ORDER BY time DESC, sequence DESC LIMIT $6
  ), changes AS (
    SELECT j.recorded_at AS time, ${balanceColumns}
    FROM held h JOIN orders o ON o.id = h.order_id
    JOIN journal_transactions j ON j.order_id = h.order_id
    JOIN journal_entries e ON e.transaction_id = j.id
    LEFT JOIN transfers t ON t.id = j.transfer_id
    WHERE j.recorded_at <= (SELECT max(time) FROM page)
    GROUP BY j.recorded_at
    UNION ALL
    SELECT time, 0, 0, 0, 0 FROM page
  ), balances AS (
    SELECT DISTINCT time, ${balanceNames.map((name) => `sum(${name}) OVER so_far AS ${name}`).join(', ')}
    FROM changes WINDOW so_far AS (ORDER BY time)
  )
  SELECT p.id, o.id AS "orderId", p.active_at AS "activeAt", h.status, o.asset,
    trim_scale(o.asset_quantity) AS "lentQuantity", trim_scale(b.outstanding) AS "outstandingQuantity",
    o.collateral_asset AS "collateralAsset", c.decimals AS "collateralDecimals",
    o.collateral_type AS "collateralType", trim_scale(b.collateral) AS "collateralQuantity",
    trim_scale(b.deliveries) AS "deliveriesInTransit", trim_scale(b.returns) AS "returnsInTransit",
    ${termsJson} AS terms, page.time, page.sequence, page.movement, page.transfer_id AS "transferId",
    t.mark_to_market_request_id AS "markToMarketRequestId", t.order_request_id AS "orderRequestId",
    CASE WHEN page.time IS NOT NULL
      THEN ${pastQuotes('page.time', 'o.asset', 'o.collateral_asset')} END AS quotes
  FROM positions p
  JOIN orders o ON o.id = p.order_id
  JOIN margin_terms m ON m.id = o.terms_id
  JOIN assets c ON c.symbol = o.collateral_asset
  LEFT JOIN page ON true
  LEFT JOIN balances b ON b.time = page.time
  LEFT JOIN transfers t ON t.id = page.transfer_id
  LEFT JOIN LATERAL (${statusBefore(until)}) h ON true
  WHERE p.id = $1 AND $2 IN (p.lender_id, p.borrower_id)
  ORDER BY page.time DESC, page.sequence DESC`

export class ValuationRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /**
   * At most `count` entries of a position until a time, after a place in the list. No row if the
   * organization has no such position.
   */
  page(
    tenant: Tenant,
    positionId: string,
    now: string,
    after: ValuationPlace | undefined,
    count: number,
  ): Promise<(ValuationRow | NoValuation)[] | Refusal> {
    const place = [after?.time ?? null, after?.sequence ?? null]
    const values = [positionId, tenant.organizationId, now, ...place, count]
    const statement = { name: 'position valuations', text: valuationPage, values }
    return this.#database.read<ValuationRow | NoValuation>(tenant, statement, 'custom')
  }
}
