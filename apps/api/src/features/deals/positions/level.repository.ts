import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { assetIsLent, valuedColumns, valuedTables } from './position-columns.ts'
import type { WatchedPosition } from './valued-position.ts'

/** A position, and which of its levels count as reached. */
export interface LeveledPosition extends WatchedPosition {
  readonly marginCallReached: boolean
  readonly liquidationReached: boolean
}

/** A position of a lender. */
export interface Found {
  readonly lenderId: string
  readonly positionId: string
}

/** The first half of an advisory lock, which no other lock uses. The second half is the lender. */
const revaluationLock = 831_408

/** Work across lenders. Only a transaction that belongs to no organization may ask. */
function acrossLenders<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const enter = (client: PoolClient) =>
    client.query(
      // What is asked for is always a small part of an index, whatever the statistics say.
      `SELECT set_config('vadium.revaluation', 'on', true), set_config('enable_seqscan', 'off', true)
       WHERE runs_as_service()`,
    )
  return inTransaction(pool, enter, work)
}

/** The lenders of positions in which one of the assets is lent or pledged. */
export function lendersToRevalue(pool: Pool, assets: readonly string[]): Promise<string[]> {
  return acrossLenders(pool, async (client) => {
    const { rows } = await client.query<{ lenderId: string }>(
      'SELECT lender AS "lenderId" FROM lenders_to_revalue($1) AS lender ORDER BY lender',
      [assets],
    )
    return rows.map(({ lenderId }) => lenderId)
  })
}

/**
 * The first positions, by lender and id, for which what is reached may differ from what the prices
 * say, except those that were decided already.
 * @param prices In USD, by asset.
 */
export function positionsToDecide(
  pool: Pool,
  changed: readonly string[],
  prices: ReadonlyMap<string, string>,
  decided: ReadonlySet<string>,
  limit: number,
): Promise<Found[]> {
  return acrossLenders(pool, async (client) => {
    const { rows } = await client.query<Found>(
      `SELECT DISTINCT lender_id AS "lenderId", position_id AS "positionId"
       FROM positions_to_decide($1, $2, $3) WHERE NOT position_id = ANY ($4::uuid[])
       ORDER BY lender_id, position_id LIMIT ${limit}`,
      [changed, [...prices.keys()], [...prices.values()], [...decided]],
    )
    return rows
  })
}

/** The assets that may have a price. */
export async function allAssets(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ symbol: string }>('SELECT symbol FROM assets')
  return rows.map(({ symbol }) => symbol)
}

/**
 * Allows the transaction to say what the positions of its lender have reached, and locks that. What
 * it reads after that is at least as new as what any earlier holder of the lock has read.
 */
export async function beginRevaluation(tx: WriteTransaction): Promise<void> {
  await tx.query("SELECT set_config('vadium.revaluation', 'on', true)")
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    revaluationLock,
    tx.organizationId,
  ])
}

/** The positions of some orders of a lender that are not closed. */
export async function positionsOfOrders(
  tx: WriteTransaction,
  orderIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM positions
     WHERE lender_id = $1 AND order_id = ANY ($2) AND status <> 'CLOSED' ORDER BY id`,
    [tx.organizationId, orderIds],
  )
  return rows.map(({ id }) => id)
}

/** The positions of a lender whose alerts differ from what is reached. */
export async function positionsToNotify(tx: WriteTransaction): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT p.id FROM (
       SELECT position_id FROM position_levels WHERE lender_id = $1 AND margin_call_reached
       UNION SELECT position_id FROM position_levels WHERE lender_id = $1 AND liquidation_reached
       UNION SELECT position_id FROM margin_alerts WHERE lender_id = $1 AND is_active) AS maybe
     JOIN position_levels l ON l.position_id = maybe.position_id
     JOIN positions p ON p.id = l.position_id
     WHERE EXISTS (
       SELECT FROM (VALUES ('margin_call', l.margin_call_reached),
         ('liquidation', l.liquidation_reached)) AS v (level, reached)
       LEFT JOIN margin_alerts a ON a.position_id = p.id AND a.level = v.level
       WHERE (v.reached AND ${assetIsLent}) <> coalesce(a.is_active, false))
     ORDER BY p.id`,
    [tx.organizationId],
  )
  return rows.map(({ id }) => id)
}

/**
 * Positions of a lender with their levels, which it locks in the order of their ids, as a
 * transaction that changes several deals does. A change of a deal writes them too, so nothing that
 * decides them changes until the end of the transaction.
 */
export async function lockLevels(
  tx: WriteTransaction,
  positionIds: readonly string[],
): Promise<LeveledPosition[]> {
  await tx.query(
    `SELECT FROM position_levels WHERE lender_id = $1 AND position_id = ANY ($2)
     ORDER BY position_id FOR UPDATE`,
    [tx.organizationId, positionIds],
  )
  const { rows } = await tx.query<LeveledPosition>(
    `SELECT ${valuedColumns('$3::timestamptz')}, l.margin_call_reached AS "marginCallReached",
       l.liquidation_reached AS "liquidationReached"
     FROM ${valuedTables} JOIN position_levels l ON l.position_id = p.id
     WHERE l.lender_id = $1 AND l.position_id = ANY ($2) ORDER BY p.id`,
    [tx.organizationId, positionIds, tx.now],
  )
  return rows
}

/** Which levels of a position are reached. */
export interface Reached {
  readonly positionId: string
  readonly marginCall: boolean
  readonly liquidation: boolean
}

/** Says which levels are reached. The levels must be locked. */
export async function keepReached(
  tx: WriteTransaction,
  reached: readonly Reached[],
): Promise<void> {
  if (reached.length === 0) return
  await tx.query(
    `UPDATE position_levels l
     SET margin_call_reached = r.margin_call, liquidation_reached = r.liquidation
     FROM unnest($2::uuid[], $3::boolean[], $4::boolean[]) AS r (position_id, margin_call, liquidation)
     WHERE l.position_id = r.position_id AND l.lender_id = $1`,
    [
      tx.organizationId,
      reached.map(({ positionId }) => positionId),
      reached.map(({ marginCall }) => marginCall),
      reached.map(({ liquidation }) => liquidation),
    ],
  )
}
