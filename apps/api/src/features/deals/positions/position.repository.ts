import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import { instantText } from '../../../platform/instant.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import {
  type NewestQuotes,
  newestQuotes,
  priceAtLastCut,
  timeOfLastCut,
} from '../../prices/index.ts'
import {
  type CoveragePlace,
  coverageStatement,
  pairsStatement,
  type PricedPair,
  unratedStatement,
} from './coverage-listing.ts'
import type { ListedPosition } from './listed-position.ts'
import { type MarkableRow, selectMarkable } from './markable-row.ts'
import { selectListed, valuedColumns, valuedTables } from './position-columns.ts'
import {
  horizonStatement,
  listingStatement,
  planModeOf,
  type PositionSelection,
  type Range,
  type ReadPart,
} from './position-listing.ts'
import type { ValuedPosition } from './valued-position.ts'

const ofTheOrganization = 'WHERE p.id = $1 AND $2 IN (p.lender_id, p.borrower_id)'

/** What a row is read with: the prices of the same snapshot. */
interface Priced {
  readonly quotes: NewestQuotes
}

/** The newest quotes of both assets of an order `o`. */
export const quotesOfBoth = `${newestQuotes('o.asset', 'o.collateral_asset')} AS quotes`

/** A {@link QuotedRow} by the id of its position, an organization and a time (RFC 3339). */
export const selectMarkableById = `${selectMarkable('$3::timestamptz', quotesOfBoth)} ${ofTheOrganization}`

/** A position that may be marked, read with its prices. */
export interface QuotedRow extends MarkableRow, Priced {}

const selectToPreview = selectMarkable(
  '$4::timestamptz',
  quotesOfBoth,
  `${priceAtLastCut('o.asset', '$3')} AS "priceAtLastCut"`,
)

export interface PreviewedRow extends QuotedRow {
  /** Of the asset, in USD. */
  readonly priceAtLastCut: string | null
}

/** A position with its prices of before, in USD. */
export interface PricedRow extends ValuedPosition, Priced {
  readonly priceAtLastM2mUsd: string
  readonly lastM2mAt: string
  /** Whether a mark-to-market request set it, and the price of the collateral in that request. */
  readonly isMarked: boolean
  readonly collateralAtLastM2mUsd: string | null
  readonly assetCut: string | null
  readonly assetCutAt: string | null
  readonly collateralCut: string | null
  readonly collateralCutAt: string | null
}

const selectPriced = `
  SELECT ${valuedColumns('$4::timestamptz')}, ${quotesOfBoth},
    trim_scale(p.price_at_last_m2m_usd) AS "priceAtLastM2mUsd", p.last_m2m_at AS "lastM2mAt",
    last.id IS NOT NULL AS "isMarked",
    trim_scale(last.collateral_price_usd) AS "collateralAtLastM2mUsd",
    ${priceAtLastCut('o.asset', '$3')} AS "assetCut", ${timeOfLastCut('o.asset', '$3')} AS "assetCutAt",
    ${priceAtLastCut('o.collateral_asset', '$3')} AS "collateralCut",
    ${timeOfLastCut('o.collateral_asset', '$3')} AS "collateralCutAt"
  FROM ${valuedTables}
  -- The request whose completion marked the position.
  LEFT JOIN LATERAL (
    SELECT r.id, CASE WHEN r.collateral_asset IS NULL THEN r.collateral_price_usd END AS collateral_price_usd
    FROM mark_to_market_requests r
    WHERE r.position_id = p.id AND r.status = 'COMPLETED' AND r.updated_at >= p.last_m2m_at
      AND r.asset_price_usd = p.price_at_last_m2m_usd
      AND EXISTS (SELECT FROM transfers t
        WHERE t.mark_to_market_request_id = r.id AND t.status = 'COMPLETED')
    ORDER BY r.updated_at, r.id LIMIT 1) last ON true`

/** The two assets of a position. */
export type Pair = Pick<PricedPair, 'asset' | 'collateralAsset'>

/** A position, and its place by coverage. */
export interface RatedPosition extends ListedPosition {
  readonly coverageKey: string
  readonly coverageRatio: string
}

export class PositionRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /**
   * A position to preview, with prices. Undefined if the organization has no such position.
   * @param nowMs The time of the preview, in Unix milliseconds.
   */
  findToPreview(
    tenant: Tenant,
    id: string,
    nowMs: number,
  ): Promise<PreviewedRow | Refusal | undefined> {
    const statement = {
      name: 'position to preview',
      text: `${selectToPreview} ${ofTheOrganization}`,
      values: [id, tenant.organizationId, nowMs, instantText(nowMs)],
    }
    return this.#database.readOne<PreviewedRow>(tenant, statement)
  }

  /** A position to show, with prices. Undefined if the organization has no such position. */
  findListed(
    tenant: Tenant,
    id: string,
    now: string,
  ): Promise<(ListedPosition & Priced) | Refusal | undefined> {
    const statement = {
      name: 'listed position',
      text: `${selectListed('$3', quotesOfBoth)} ${ofTheOrganization}`,
      values: [id, tenant.organizationId, now],
    }
    return this.#database.readOne<ListedPosition & Priced>(tenant, statement)
  }

  /**
   * A position with its prices, now and before. Undefined if the organization has no such position.
   */
  findPriced(tenant: Tenant, id: string, nowMs: number): Promise<PricedRow | Refusal | undefined> {
    const statement = {
      name: 'position with prices',
      text: `${selectPriced} ${ofTheOrganization}`,
      values: [id, tenant.organizationId, nowMs, instantText(nowMs)],
    }
    return this.#database.readOne<PricedRow>(tenant, statement)
  }

  /**
   * Positions, newest first: those of a page, and one more if another page follows. With filters
   * that depend on prices, they are candidates.
   */
  page(
    tenant: Tenant,
    selection: PositionSelection,
    range: Range,
    part: ReadPart,
  ): Promise<ListedPosition[] | Refusal> {
    const statement = listingStatement(tenant.organizationId, selection, range, part)
    return this.#database.read<ListedPosition>(tenant, statement, planModeOf(selection))
  }

  /** The pairs of assets of the organization's positions that have a ratio. */
  pairs(tenant: Tenant): Promise<Pair[] | Refusal> {
    return this.#database.read<Pair>(tenant, pairsStatement(tenant.organizationId), 'generic')
  }

  /**
   * Positions of these pairs, lowest coverage first: those of a page, and one more if any follow.
   */
  pageByCoverage(
    tenant: Tenant,
    selection: PositionSelection,
    pairs: readonly PricedPair[],
    after: CoveragePlace | undefined,
    part: ReadPart,
  ): Promise<RatedPosition[] | Refusal> {
    const { organizationId } = tenant
    const statement = coverageStatement(organizationId, selection, pairs, after, part)
    return this.#database.read<RatedPosition>(tenant, statement, 'custom')
  }

  /** Positions of no such pair or without a ratio, newest first, in the same way. */
  unratedPage(
    tenant: Tenant,
    selection: PositionSelection,
    pairs: readonly PricedPair[],
    after: PagePosition | undefined,
    part: ReadPart,
  ): Promise<ListedPosition[] | Refusal> {
    const { organizationId } = tenant
    const statement = unratedStatement(organizationId, selection, pairs, after, part)
    return this.#database.read<ListedPosition>(tenant, statement, 'custom')
  }

  /**
   * The last of the next positions, which a filter on readiness looks at. Undefined if fewer are
   * left.
   */
  horizon(
    tenant: Tenant,
    selection: PositionSelection,
    after: PagePosition | undefined,
    limit: number,
  ): Promise<PagePosition | Refusal | undefined> {
    const statement = horizonStatement(tenant.organizationId, selection, after, limit)
    return this.#database.readOne<PagePosition>(tenant, statement)
  }
}
