import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import type { PagePosition } from '../../../platform/lists/page-token.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { ListedPosition } from './listed-position.ts'
import type { MarkablePosition } from './markable-position.ts'
import { selectListed, selectMarkable } from './position-columns.ts'
import {
  horizonStatement,
  listingStatement,
  planModeOf,
  type PositionSelection,
  type Range,
} from './position-listing.ts'

const ofTheOrganization = 'WHERE p.id = $1 AND $2 IN (p.lender_id, p.borrower_id)'

/** A markable position by its id and an organization. */
export const markablePosition = `${selectMarkable} ${ofTheOrganization}`

export class PositionRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** Undefined if the organization has no such position. */
  findMarkable(tenant: Tenant, id: string): Promise<MarkablePosition | Refusal | undefined> {
    const statement = {
      name: 'markable position',
      text: markablePosition,
      values: [id, tenant.organizationId],
    }
    return this.#database.readOne<MarkablePosition>(tenant, statement)
  }

  /** The same, for a position that is shown. */
  findListed(tenant: Tenant, id: string): Promise<ListedPosition | Refusal | undefined> {
    const statement = {
      name: 'listed position',
      text: `${selectListed} ${ofTheOrganization}`,
      values: [id, tenant.organizationId],
    }
    return this.#database.readOne<ListedPosition>(tenant, statement)
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
