import type { CounterpartyLimits, listCounterpartyLimits, OperationQuery } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { OfferedOrder } from '../deals/index.ts'

type Filters = Pick<OperationQuery<typeof listCounterpartyLimits>, 'counterparty_id' | 'in_effect'>

/** A version without its use, which is computed. */
export type LimitVersion = Omit<CounterpartyLimits, 'use' | 'use_after'>

/** The limits for a counterparty, whose row is locked until the end of the transaction. */
export interface LockedLimits {
  readonly id: string
  readonly counterpartyId: string
  readonly version: number
}

/** What is offered to a counterparty and awaits its answer: a quantity of an asset to lend. */
export interface PendingOffer {
  readonly counterpartyId: string
  readonly asset: string
  /** Decimal string. */
  readonly quantity: string
}

const columns = `v.counterparty_id, o.name AS counterparty_name, v.version,
  v.version = l.version AS in_effect, trim_scale(v.lent_usd_max)::text AS lent_usd_max,
  trim_scale(v.uncovered_usd_max)::text AS uncovered_usd_max, trim_scale(v.shock)::text AS shock,
  (SELECT coalesce(json_agg(json_build_object('asset', a.asset,
      'lent_quantity_max', trim_scale(a.most)::text) ORDER BY a.place), '[]')
    FROM unnest(v.assets, v.lent_quantities_max::numeric[]) WITH ORDINALITY
      AS a (asset, most, place)) AS assets,
  v.on_breach, v.created_at AS create_time, v.account_id`

const lockedColumns = `id, counterparty_id AS "counterpartyId", version`

/** The limits of organizations, and their versions. */
export class LimitRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  async page(
    tenant: Tenant,
    { counterparty_id, in_effect }: Filters,
    bounds: PageBounds,
  ): Promise<ListPage<LimitVersion> | Refusal> {
    const page = await readByKey<LimitVersion & { readonly sequence: number }>(
      this.#database,
      tenant,
      {
        name: 'limits',
        select: `SELECT ${columns}, v.sequence
          FROM counterparty_limit_versions v
          JOIN counterparty_limits l USING (organization_id, counterparty_id)
          JOIN organizations o ON o.id = v.counterparty_id
          WHERE v.organization_id = $1 AND ($2::uuid IS NULL OR v.counterparty_id = $2)
            AND ($3::boolean IS NULL OR (v.version = l.version) = $3)`,
        values: [tenant.organizationId, counterparty_id ?? null, in_effect ?? null],
        column: '(-v.sequence)',
        type: 'integer',
        key: ({ sequence }) => String(-sequence),
      },
      bounds,
    )
    if (page instanceof Refusal) return page
    return { ...page, items: page.items.map(({ sequence: _, ...version }) => version) }
  }

  /** An order of the organization that awaits an answer. */
  pendingOrder(tenant: Tenant, id: string): Promise<OfferedOrder | Refusal | undefined> {
    return this.#database.readOne<OfferedOrder>(tenant, {
      name: 'pending order of limits',
      text: `SELECT lender_id AS "lenderId", borrower_id AS "borrowerId", asset,
          trim_scale(asset_quantity)::text AS "assetQuantity",
          collateral_asset AS "collateralAsset",
          trim_scale(collateral_quantity)::text AS "collateralQuantity"
        FROM orders
        WHERE id = $1 AND $2 IN (lender_id, borrower_id) AND status = 'PENDING_ACCEPTANCE'`,
      values: [id, tenant.organizationId],
    })
  }

  /** The own offers to lend that await an answer, summed by asset. `tx` is given within a write. */
  async pendingOffers(
    tenant: Tenant,
    counterpartyIds: readonly string[],
    now: string,
    tx?: WriteTransaction,
  ): Promise<readonly PendingOffer[] | Refusal> {
    if (counterpartyIds.length === 0) return []
    const statement = {
      name: 'pending offers',
      text: `SELECT borrower_id AS "counterpartyId", asset,
          trim_scale(sum(asset_quantity))::text AS quantity
        FROM orders
        WHERE creator_id = $1 AND lender_id = $1 AND borrower_id = ANY ($2)
          AND status = 'PENDING_ACCEPTANCE' AND expire_at > $3
        GROUP BY borrower_id, asset ORDER BY borrower_id, asset`,
      values: [tenant.organizationId, counterpartyIds, now],
    }
    return tx === undefined
      ? this.#database.read<PendingOffer>(tenant, statement, 'generic')
      : tx.rowsOf<PendingOffer>(statement)
  }

  /** Locks the limits for a counterparty, and gives them the number of their next version. */
  async lockForNext(tx: WriteTransaction, counterpartyId: string): Promise<LockedLimits> {
    const limits = await tx.row<LockedLimits>(
      `INSERT INTO counterparty_limits AS l (id, organization_id, counterparty_id, version)
       VALUES ($1, $2, $3, 1)
       ON CONFLICT (organization_id, counterparty_id) DO UPDATE SET version = l.version + 1
       RETURNING ${lockedColumns}`,
      [tx.ids.next(), tx.organizationId, counterpartyId],
    )
    if (limits === undefined) throw new Error('limits were not inserted')
    return limits
  }

  find(tx: WriteTransaction, id: string): Promise<LockedLimits | undefined> {
    return tx.row<LockedLimits>(`SELECT ${lockedColumns} FROM counterparty_limits WHERE id = $1`, [
      id,
    ])
  }

  async insertVersion(tx: WriteTransaction, version: LimitVersion): Promise<void> {
    const { assets } = version
    await tx.write(
      `INSERT INTO counterparty_limit_versions (organization_id, counterparty_id, version,
         lent_usd_max, uncovered_usd_max, shock, assets, lent_quantities_max, on_breach,
         account_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        tx.organizationId,
        version.counterparty_id,
        version.version,
        version.lent_usd_max,
        version.uncovered_usd_max,
        version.shock,
        assets.map(({ asset }) => asset),
        assets.map(({ lent_quantity_max }) => lent_quantity_max),
        version.on_breach,
        version.account_id,
        tx.now,
      ],
    )
  }

  /** Forgets that limits were exceeded, but for some by name. */
  async forgetExceeded(
    tx: WriteTransaction,
    counterpartyId: string,
    names: readonly string[],
  ): Promise<void> {
    await tx.write(
      `DELETE FROM exceeded_limits
       WHERE organization_id = $1 AND counterparty_id = $2 AND limit_name <> ALL ($3)`,
      [tx.organizationId, counterpartyId, names],
    )
  }
}
