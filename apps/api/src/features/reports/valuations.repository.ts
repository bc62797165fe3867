import type { PositionValuation } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import type { Refusal } from '../../platform/refusal.ts'
import {
  generalTerms,
  type PositionTerms,
  termsBefore,
  type ValuedPosition,
} from '../deals/index.ts'
import { type PastQuotes, pastQuotes } from '../prices/index.ts'
import {
  balanceColumns,
  balanceNames,
  isOfPosition,
  leftOutColumns,
  statusBefore,
} from './positions-at.ts'

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
  /** When the loan was over. Null if it was not by then. */
  readonly assetBackAt: string | null
  readonly collateralAsset: string
  readonly collateralDecimals: number
  readonly collateralType: ValuedPosition['collateralType']
  readonly collateralQuantity: string
  readonly deliveriesInTransit: string
  readonly returnsInTransit: string
  readonly terms: PositionTerms
  readonly termsVersion: number
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

/** A time in equal steps. */
interface Steps {
  /** RFC 3339, not included. */
  readonly from: string
  readonly until: string
  readonly stepSeconds: number
}

const until = "(page.time + interval '1 millisecond')"

/**
 * The entries of a position `h` until `$3`, at most `$4` of each kind: the order's movements, and
 * the market cuts of the asset, and of the collateral while it was that. `mayBe` is their further
 * condition.
 */
const entriesOf = (mayBe: (time: string, sequence: string) => string) => `
  (SELECT j.recorded_at AS time, j.sequence, j.kind AS movement, j.transfer_id
    FROM journal_transactions j
    WHERE j.order_id = h.order_id AND j.recorded_at BETWEEN h.created_at AND $3::timestamptz
      AND ${mayBe('j.recorded_at', 'j.sequence')}
    ORDER BY j.recorded_at DESC, j.sequence DESC LIMIT $4)
  UNION ALL
  (SELECT DISTINCT c.cut_at, 0::bigint, NULL::text, NULL::uuid
    FROM (
      SELECT h.asset AS symbol, h.created_at AS since, NULL::timestamptz AS until
      UNION ALL
      SELECT k.asset, k.since, k.until FROM collaterals k WHERE k.order_id = h.order_id) of_asset
    CROSS JOIN LATERAL (
      SELECT cut_at FROM market_cuts
      WHERE asset = symbol AND cut_at >= greatest(h.created_at, since)
        AND cut_at <= least($3::timestamptz, h.closed_at, until - interval '1 millisecond')
        AND ${mayBe('cut_at', '0')}
      ORDER BY cut_at DESC LIMIT $4) c)`

/**
 * Each collateral of the positions `held`, with the time in which it was that. The first has no
 * beginning, and the present one no end.
 */
const collaterals = `
  SELECT order_id, asset, lag(until) OVER (PARTITION BY order_id ORDER BY place) AS since, until
  FROM (
    SELECT r.order_id, r.collateral_asset AS asset, r.sequence AS place, r.replaced_at AS until
    FROM held h JOIN replaced_terms r ON r.order_id = h.order_id
    WHERE r.collateral_asset IS NOT NULL
    UNION ALL
    SELECT h.order_id, h.collateral_asset, 9223372036854775807, NULL FROM held h) AS applied`

/**
 * Entries of each of the positions `$1` of the organization `$2`, the newest first. The balances of
 * all of them are summed in one walk through the journals of the orders, and the prices of a time
 * are read once for all positions of a pair. A position without an entry has one row without a time.
 */
const valuations = (entries: string) => `
  WITH held AS MATERIALIZED (
    SELECT p.id, p.order_id, p.created_at, p.closed_at, o.asset, o.collateral_asset
    FROM positions p JOIN orders o ON o.id = p.order_id
    WHERE p.id = ANY ($1::uuid[]) AND $2 IN (p.lender_id, p.borrower_id)
  ), collaterals AS MATERIALIZED (${collaterals}
  ), page AS MATERIALIZED (
    SELECT h.id, h.order_id, h.asset, k.asset AS collateral_asset, entries.*
    FROM held h CROSS JOIN LATERAL (${entries}) AS entries
    JOIN collaterals k ON k.order_id = h.order_id
      AND (entries.time >= k.since OR k.since IS NULL)
      AND (entries.time < k.until OR k.until IS NULL)
  ), changes AS (
    SELECT j.order_id, e.asset, j.recorded_at AS time,
      ${balanceColumns(isOfPosition((bookedAt) => `${bookedAt} <= j.recorded_at`))}
    FROM held h JOIN orders o ON o.id = h.order_id
    JOIN journal_transactions j ON j.order_id = h.order_id
    JOIN journal_entries e ON e.transaction_id = j.id
    LEFT JOIN transfers t ON t.id = j.transfer_id
    WHERE j.recorded_at <= (SELECT max(time) FROM page)
    GROUP BY j.order_id, e.asset, j.recorded_at
    UNION ALL
    SELECT c.order_id, e.asset, c.booked_at, ${leftOutColumns}
    FROM (
      SELECT h.order_id, c.id, c.booked_at
      FROM held h JOIN close_outs c ON c.position_id = h.id
      WHERE c.booked_at <= (SELECT max(time) FROM page)
    ) c JOIN orders o ON o.id = c.order_id
    JOIN transfers t ON t.order_id = c.order_id AND t.straggler_of = c.id
    JOIN journal_transactions j ON j.order_id = c.order_id AND j.transfer_id = t.id
      AND j.recorded_at < c.booked_at
    JOIN journal_entries e ON e.transaction_id = j.id
    GROUP BY c.order_id, e.asset, c.booked_at
    UNION ALL
    SELECT order_id, asset, time, 0, 0, 0, 0 FROM page
    UNION ALL
    SELECT order_id, collateral_asset, time, 0, 0, 0, 0 FROM page
  ), balances AS (
    SELECT DISTINCT order_id, asset, time,
      ${balanceNames.map((name) => `sum(${name}) OVER so_far AS ${name}`).join(', ')}
    FROM changes WINDOW so_far AS (PARTITION BY order_id, asset ORDER BY time)
  ), quotes_then AS MATERIALIZED (
    SELECT moment.*, ${pastQuotes('moment.time', 'moment.asset', 'moment.collateral_asset')} AS quotes
    FROM (SELECT DISTINCT time, asset, collateral_asset FROM page) AS moment
  )
  SELECT p.id, o.id AS "orderId", p.active_at AS "activeAt", h.status, o.asset,
    CASE WHEN p.asset_back_at < ${until} THEN p.asset_back_at END AS "assetBackAt",
    trim_scale(o.asset_quantity) AS "lentQuantity", trim_scale(lent.outstanding) AS "outstandingQuantity",
    c.symbol AS "collateralAsset", c.decimals AS "collateralDecimals",
    o.collateral_type AS "collateralType", trim_scale(b.collateral) AS "collateralQuantity",
    trim_scale(b.deliveries) AS "deliveriesInTransit", trim_scale(b.returns) AS "returnsInTransit",
    m.position_terms AS terms, agreed.version AS "termsVersion", page.time, page.sequence,
    page.movement, page.transfer_id AS "transferId",
    t.mark_to_market_request_id AS "markToMarketRequestId", t.order_request_id AS "orderRequestId",
    asked.quotes
  FROM held
  JOIN positions p ON p.id = held.id
  JOIN orders o ON o.id = p.order_id
  LEFT JOIN page ON page.id = p.id
  JOIN assets c ON c.symbol = coalesce(page.collateral_asset, o.collateral_asset)
  JOIN margin_terms m ON m.id = ${termsBefore(until)}
  JOIN agreement_versions agreed ON agreed.terms_id = ${generalTerms('m')}
  LEFT JOIN balances lent ON lent.order_id = page.order_id AND lent.time = page.time
    AND lent.asset = page.asset
  LEFT JOIN balances b ON b.order_id = page.order_id AND b.time = page.time
    AND b.asset = page.collateral_asset
  LEFT JOIN quotes_then asked ON asked.time = page.time AND asked.asset = page.asset
    AND asked.collateral_asset = page.collateral_asset
  LEFT JOIN transfers t ON t.id = page.transfer_id
  LEFT JOIN LATERAL (${statusBefore(until)}) h ON true
  ORDER BY page.time DESC, page.sequence DESC`

/** A page: the newest `$4` entries, after a place in the list if one is given. */
const newestEntries = valuations(`
  ${entriesOf(
    (time, sequence) =>
      `($5::timestamptz IS NULL OR (${time}, ${sequence}) < ($5::timestamptz, $6::bigint))`,
  )}
  ORDER BY time DESC, sequence DESC LIMIT $4`)

/** The last entry after `$5` of each `$6` seconds, which are counted back from `$3`. */
const lastEntries = valuations(`
  SELECT DISTINCT ON (step.back) entry.*
  FROM (${entriesOf((time) => `${time} > $5::timestamptz`)}) AS entry
  CROSS JOIN LATERAL (
    SELECT floor(extract(epoch FROM $3::timestamptz - entry.time) / $6::int) AS back) step
  ORDER BY step.back, entry.time DESC, entry.sequence DESC`)

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
    const values = [[positionId], tenant.organizationId, now, count, ...place]
    const statement = { name: 'position valuations', text: newestEntries, values }
    return this.#database.read<ValuationRow | NoValuation>(tenant, statement, 'custom')
  }

  /**
   * The last entry of each step of positions, the newest first. Steps are counted back from now.
   * Ids of positions that the organization does not have are ignored.
   */
  lastOfSteps(
    tenant: Tenant,
    positionIds: readonly string[],
    { from, until, stepSeconds }: Steps,
  ): Promise<(ValuationRow | NoValuation)[] | Refusal> {
    const values = [positionIds, tenant.organizationId, until, null, from, stepSeconds]
    const statement = { name: 'valuations of steps', text: lastEntries, values }
    return this.#database.read<ValuationRow | NoValuation>(tenant, statement, 'custom')
  }
}
