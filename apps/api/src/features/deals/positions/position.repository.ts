import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { type NewestQuotes, newestQuotes, priceAtLastCut } from '../../prices/index.ts'
import {
  type CoveragePlace,
  coverageStatement,
  pairsStatement,
  type PricedPair,
  unratedStatement,
} from './coverage-listing.ts'
import type { ListedPosition } from './listed-position.ts'
import { type MarkableRow, selectMarkable } from './markable-row.ts'
import { selectListed } from './position-columns.ts'
import {
  horizonStatement,
  listingStatement,
  planModeOf,
  type PositionSelection,
  type Range,
} from './position-listing.ts'

const ofTheOrganization = 'WHERE p.id = $1 AND $2 IN (p.lender_id, p.borrower_id)'

/** A {@link MarkableRow} by the id of its position and an organization. */
export const selectMarkableById = `${selectMarkable()} ${ofTheOrganization}`

/** What a row is read with: the prices of the same snapshot. */
interface Priced {
  readonly quotes: NewestQuotes
}

/** The newest quotes of both assets of an order `o`. */
const quotesOfBoth = `${newestQuotes('o.asset', 'o.collateral_asset')} AS quotes`

const selectToPreview = selectMarkable(
  quotesOfBoth,
  `${priceAtLastCut('o.asset', '$3')} AS "priceAtLastCut"`,
)

export interface PreviewedRow extends MarkableRow, Priced {
  /** Of the asset, in USD. */
  readonly priceAtLastCut: string | null
}

type Pair = Pick<PricedPair, 'asset' | 'collateralAsset'>

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
      values: [id, tenant.organizationId, nowMs],
    }
    return this.#database.readOne<PreviewedRow>(tenant, statement)
  }

  /** A position to show, with prices. Undefined if the organization has no such position. */
  findListed(tenant: Tenant, id: string): Promise<(ListedPosition & Priced) | Refusal | undefined> {
    const statement = {
      name: 'listed position',
      text: `${selectListed(quotesOfBoth)} ${ofTheOrganization}`,
      values: [id, tenant.organizationId],
    }
    return this.#database.readOne<ListedPosition & Priced>(tenant, statement)
  }

  /**
   * Positions, newest first: those of a page, and one more if another page follows. With filters
   * that depend on prices, they are candidates.
   */
  page(
    tenant: Tenant,
    selection: PositionSelection,
    range: Range,
    pageSize: number,
  ): Promise<ListedPosition[] | Refusal> {
    const statement = listingStatement(tenant.organizationId, selection, range, pageSize)
    return this.#database.read<ListedPosition>(tenant, statement, planModeOf(selection))
  }

  /** The pairs of assets of the organization's positions that have a ratio. */
  pairs(tenant: Tenant): Promise<Pair[] | Refusal> {
    return this.#database.read<Pair>(tenant, pairsStatement(tenant.organizationId), 'generic')
  }

  /** Positions of these pairs, lowest coverage first: those of a page, and one more if any follow. */
  pageByCoverage(
    tenant: Tenant,
    selection: PositionSelection,
    pairs: readonly PricedPair[],
    after: CoveragePlace | undefined,
    pageSize: number,
  ): Promise<RatedPosition[] | Refusal> {
    const { organizationId } = tenant
    const statement = coverageStatement(organizationId, selection, pairs, after, pageSize)
    return this.#database.read<RatedPosition>(tenant, statement, 'custom')
  }

  /** Positions of no such pair or without a ratio, newest first, in the same way. */
  unratedPage(
    tenant: Tenant,
    selection: PositionSelection,
    pairs: readonly PricedPair[],
    after: PagePosition | undefined,
    pageSize: number,
  ): Promise<ListedPosition[] | Refusal> {
    const { organizationId } = tenant
    const statement = unratedStatement(organizationId, selection, pairs, after, pageSize)
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
