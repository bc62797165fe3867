import type { Statement } from '../../../platform/db/tenant-query.ts'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { cutPage } from '../../../platform/lists/list.ts'
import { placeOf, readPosition } from '../../../platform/lists/page-token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type OrderRow, selectOrders } from './order-row.ts'
import { termsOfOrder } from '../terms/replaced-terms.ts'
import type { OrderTerms } from '@vadium/schema'
import { bothSides, dealColumns } from '../../../platform/lists/both-sides.ts'

/** The filters of a list. An order must match all that are given. */
export interface OrderSelection {
  readonly status?: string
  readonly asset?: string
  readonly collateralAsset?: string
  readonly counterpartyId?: string
}

/** A new order. Decimals are strings. */
export interface NewOrder {
  readonly id: string
  readonly creator_id: string
  readonly lender_id: string
  readonly borrower_id: string
  readonly asset: string
  readonly asset_quantity: string
  readonly rate_percent: string
  readonly collateral_asset: string
  readonly collateral_quantity: string
  readonly collateral_type: string
  readonly terms_id: string
  readonly lender_asset_wallet_id: string | null
  readonly lender_collateral_wallet_id: string | null
  readonly borrower_asset_wallet_id: string | null
  readonly borrower_collateral_wallet_id: string | null
  readonly expire_at: string
  readonly maturity_at: string | null
}

/** The newest orders with the organization on one side, in the order of that side's index. */
const newestOf = (own: string, other: string) => `
  (SELECT id, created_at FROM orders
   WHERE ${own} = $2::uuid
     AND ($3::text IS NULL OR status = $3)
     AND ($4::text IS NULL OR asset = $4)
     AND ($5::text IS NULL OR collateral_asset = $5)
     AND ($6::uuid IS NULL OR ${other} = $6)
     AND ($7::timestamptz IS NULL OR (created_at, id) < ($7, $8::uuid))
   ORDER BY created_at DESC, id DESC LIMIT $9::int)`

const orderPage = `
  WITH page AS (
    SELECT id FROM ${bothSides(dealColumns, newestOf)} AS seen
    ORDER BY created_at DESC, id DESC LIMIT $9::int
  )
  ${selectOrders('$1')} WHERE o.id IN (SELECT id FROM page) ORDER BY o.created_at DESC, o.id DESC`

/** The orders of an organization after a position in the list, and one more than a page has. */
export function pageOf(
  organizationId: string,
  selection: OrderSelection,
  after: string | undefined,
  pageSize: number,
  now: string,
): Statement {
  const position = after === undefined ? undefined : readPosition(after)
  return {
    name: 'orders',
    text: orderPage,
    values: [
      now,
      organizationId,
      selection.status,
      selection.asset,
      selection.collateralAsset,
      selection.counterpartyId,
      position?.createTime,
      position?.id,
      pageSize + 1,
    ],
  }
}

const orderOf = (organizationId: string, id: string, now: string) => ({
  name: 'order',
  text: `${selectOrders('$1')} WHERE o.id = $2 AND $3 IN (o.lender_id, o.borrower_id)`,
  values: [now, id, organizationId],
})

/** A number that is rolled back with its order. No two at a time are equal, by all odds. */
const provisionalNumber = '9007199254740991 - floor(random() * 1000000000000)::bigint'

export class OrderRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** Undefined if the organization has no such order. */
  find(tenant: Tenant, id: string, now: string): Promise<OrderRow | Refusal | undefined> {
    return this.#database.readOne<OrderRow>(tenant, orderOf(tenant.organizationId, id, now))
  }

  /** Those of the given orders that the organization has. `tx` is given within a write. */
  async some(
    tenant: Tenant,
    ids: readonly string[],
    now: string,
    tx?: WriteTransaction,
  ): Promise<readonly OrderRow[] | Refusal> {
    const statement = {
      name: 'some orders',
      text: `${selectOrders('$1')} WHERE o.id = ANY($2) AND $3 IN (o.lender_id, o.borrower_id)`,
      values: [now, ids, tenant.organizationId],
    }
    if (tx !== undefined) return tx.rowsOf<OrderRow>(statement)
    return this.#database.read<OrderRow>(tenant, statement, 'generic')
  }

  /** The terms that have applied to an order, newest first. Undefined if there is no such order. */
  async terms(tenant: Tenant, id: string): Promise<OrderTerms[] | Refusal | undefined> {
    const row = await this.#database.readOne<{ terms: OrderTerms[] }>(tenant, {
      name: 'terms of an order',
      text: termsOfOrder,
      values: [id, tenant.organizationId],
    })
    return row === undefined || row instanceof Refusal ? row : row.terms
  }

  /** Orders after a position in the list, newest first. */
  async page(
    tenant: Tenant,
    selection: OrderSelection,
    after: string | undefined,
    pageSize: number,
    now: string,
  ): Promise<ListPage<OrderRow> | Refusal> {
    const statement = pageOf(tenant.organizationId, selection, after, pageSize, now)
    // The values of the filters decide which one discards most rows.
    const rows = await this.#database.read<OrderRow>(tenant, statement, 'custom')
    if (rows instanceof Refusal) return rows
    return cutPage(rows, pageSize, placeOf, (row) => row)
  }

  /** Like {@link find}, in the transaction of a write. The deal must be locked before. */
  async within(tx: WriteTransaction, id: string): Promise<OrderRow | undefined> {
    const [order] = await tx.rowsOf<OrderRow>(orderOf(tx.organizationId, id, tx.now))
    return order
  }

  async insert(tx: WriteTransaction, order: NewOrder): Promise<void> {
    const columns = Object.keys(order)
    const number = tx.takesProvisional() ? provisionalNumber : "nextval('order_numbers')"
    await tx.write(
      `INSERT INTO orders (number, status, created_at, updated_at, ${columns.join(', ')})
       SELECT ${number}, 'PENDING_ACCEPTANCE', $2, $2, ${columns.join(', ')}
       FROM json_populate_record(null::orders, $1)`,
      [JSON.stringify(order), tx.now],
    )
  }
}
