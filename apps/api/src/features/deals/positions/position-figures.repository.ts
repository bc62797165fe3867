import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { valuedColumns, valuedTables } from './position-columns.ts'
import type { PositionFigures } from './position-figures.ts'
import type { ValuedPosition } from './valued-position.ts'

/** A position to be revalued, with both sides. */
export interface RevaluedPosition extends ValuedPosition {
  readonly lenderId: string
  readonly borrowerId: string
}

/** The first half of an advisory lock, which no other lock uses. The second half is the lender. */
const revaluationLock = 831_408

/**
 * The lenders of positions in which one of the assets is lent or pledged. Only a transaction that
 * belongs to no organization may ask.
 */
export async function lendersToRevalue(pool: Pool, assets: readonly string[]): Promise<string[]> {
  const enter = (client: PoolClient) =>
    client.query("SELECT set_config('vadium.revaluation', 'on', true) WHERE runs_as_service()")
  return inTransaction(pool, enter, async (client) => {
    const { rows } = await client.query<{ lenderId: string }>(
      'SELECT lender AS "lenderId" FROM lenders_to_revalue($1) AS lender ORDER BY lender',
      [assets],
    )
    return rows.map(({ lenderId }) => lenderId)
  })
}

/** The assets that may have a price. */
export async function allAssets(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ symbol: string }>('SELECT symbol FROM assets')
  return rows.map(({ symbol }) => symbol)
}

/**
 * Allows the transaction to write the figures of its lender, and locks them. What it reads after
 * that is at least as new as what any earlier holder of the lock has read.
 */
export async function beginRevaluation(tx: WriteTransaction): Promise<void> {
  await tx.query("SELECT set_config('vadium.revaluation', 'on', true)")
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    revaluationLock,
    tx.organizationId,
  ])
}

/** The next open orders of a lender, by id, in which one of the assets is lent or pledged. */
export async function nextLiveOrders(
  tx: WriteTransaction,
  assets: readonly string[],
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT o.id FROM orders o
     WHERE o.lender_id = $1 AND o.status ${oneOf(statusSets.order.live)}
       AND (o.asset = ANY ($2) OR o.collateral_asset = ANY ($2)) AND o.id > $3
     ORDER BY o.id LIMIT ${limit}`,
    [tx.organizationId, assets, after ?? nil],
  )
  return rows.map(({ id }) => id)
}

/** Sorts before every id. */
const nil = '00000000-0000-0000-0000-000000000000'

/** The positions of some orders of a lender, in any state. */
export async function positionsOfOrders(
  tx: WriteTransaction,
  orderIds: readonly string[],
): Promise<RevaluedPosition[]> {
  const { rows } = await tx.query<RevaluedPosition>(
    `SELECT ${valuedColumns}, p.lender_id AS "lenderId", p.borrower_id AS "borrowerId"
     FROM ${valuedTables}
     WHERE o.lender_id = $1 AND o.id = ANY ($2)`,
    [tx.organizationId, orderIds],
  )
  return rows
}

/** A position and its figures. */
export interface Valuation {
  readonly position: RevaluedPosition
  readonly figures: PositionFigures
}

const columns: readonly (readonly [name: string, type: string, of: (one: Valuation) => unknown])[] =
  [
    ['position_id', 'uuid', ({ position }) => position.id],
    ['lender_id', 'uuid', ({ position }) => position.lenderId],
    ['borrower_id', 'uuid', ({ position }) => position.borrowerId],
    ['asset_price_usd', 'numeric', ({ figures }) => figures.assetPriceUsd],
    ['collateral_price_usd', 'numeric', ({ figures }) => figures.collateralPriceUsd],
    ['asset_notional_usd', 'numeric', ({ figures }) => figures.assetNotionalUsd],
    ['collateral_value_usd', 'numeric', ({ figures }) => figures.collateralValueUsd],
    ['ltv_percent', 'numeric', ({ figures }) => figures.ltvPercent],
    ['ccr_percent', 'numeric', ({ figures }) => figures.ccrPercent],
    ['margin_call_reached', 'boolean', ({ figures }) => figures.marginCallReached],
    ['liquidation_reached', 'boolean', ({ figures }) => figures.liquidationReached],
    ['ready_for_m2m', 'boolean', ({ figures }) => figures.m2mReason === null],
    ['m2m_direction', 'text', ({ figures }) => figures.direction],
    ['m2m_notional_usd', 'numeric', ({ figures }) => figures.m2mNotionalUsd],
    ['m2m_collateral_amount', 'numeric', ({ figures }) => figures.m2mCollateralAmount],
    ['m2m_reason', 'text', ({ figures }) => figures.m2mReason],
  ]
const names = columns.map(([name]) => name)
const keepFigures = `
  INSERT INTO position_figures (${names.join(', ')}, valued_at)
  SELECT u.*, $${columns.length + 1}::timestamptz
  FROM unnest(${columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ')}) AS u
  ON CONFLICT (position_id) DO UPDATE
  SET (${[...names.slice(3), 'valued_at'].join(', ')}) =
    ROW (${[...names.slice(3), 'valued_at'].map((name) => `excluded.${name}`).join(', ')})`

/** Replaces the stored figures of positions of a lender. */
export async function writeFigures(
  tx: WriteTransaction,
  valuations: readonly Valuation[],
): Promise<void> {
  await tx.query(keepFigures, [...columns.map(([, , of]) => valuations.map(of)), tx.now])
}
