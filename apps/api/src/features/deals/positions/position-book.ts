import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { MarkablePosition } from './markable-position.ts'
import { markBlocker } from './mark-blocker.ts'
import { collateralInTransit } from './position-columns.ts'
import { markablePosition } from './position.repository.ts'
import { positionNotFound } from './position.service.ts'

// What mark-to-market requests read and write of a position, in the transaction that holds the lock of its deal.

/** A position that can be marked to market, or the refusal that says why not: as a preview sees it. */
export async function markableWithin(
  tx: WriteTransaction,
  id: string,
): Promise<MarkablePosition | Refusal> {
  const position = await tx.row<MarkablePosition>(markablePosition, [id, tx.organizationId])
  if (position === undefined) return positionNotFound(id)
  return markBlocker(position) ?? position
}

/** As {@link releasableQuantity}, of a position `p`. */
export const releasableOfPosition = `trim_scale(p.collateral_quantity - p.collateral_disputed_quantity - coalesce((
  SELECT sum(t.quantity) FROM transfers t
  WHERE t.order_id = p.order_id AND t.leg = 'collateral' AND t.status ${oneOf(statusSets.transfer.underWay)}
    AND t.sender_organization_id = p.lender_id), 0))`

/** The collateral that may be sent back at the most: settled, not on its way back already, not disputed. */
export async function releasableQuantity(tx: WriteTransaction, id: string): Promise<string> {
  const row = await tx.row<{ releasable: string }>(
    `SELECT ${releasableOfPosition} AS releasable FROM positions p WHERE p.id = $1`,
    [id],
  )
  if (row === undefined) throw new Error(`there is no position ${id}`)
  return row.releasable
}

/**
 * Collateral of the position of an order has arrived with the lender or, where the quantity is below zero, is
 * back with the borrower. The journal says so already: a position carries a copy.
 */
export async function moveCollateral(
  tx: WriteTransaction,
  orderId: string,
  quantity: string,
): Promise<void> {
  await tx.query(
    `UPDATE positions SET collateral_quantity = collateral_quantity + $2::numeric, updated_at = $3
     WHERE order_id = $1`,
    [orderId, quantity, tx.now],
  )
}

/** A mark-to-market of the position has completed that was computed with this price of the asset. */
export async function markPosition(
  tx: WriteTransaction,
  id: string,
  assetPriceUsd: string,
): Promise<void> {
  await tx.query(
    `UPDATE positions SET price_at_last_m2m_usd = $2, last_m2m_at = $3, updated_at = $3
     WHERE id = $1`,
    [id, assetPriceUsd, tx.now],
  )
}

/** What is lent under an order now, and what is pledged for it. Decimals are strings. */
export interface Pledge {
  readonly positionId: string
  readonly lentQuantity: string
  /** Settled, what is on its way back still included. */
  readonly collateralQuantity: string
  readonly collateralDisputedQuantity: string
  readonly collateralDecimals: number
  readonly returnsInTransit: string
}

/** The deal must be locked. */
export async function readPledge(tx: WriteTransaction, orderId: string): Promise<Pledge> {
  const row = await tx.row<Pledge>(
    `SELECT p.id AS "positionId", trim_scale(p.asset_quantity) AS "lentQuantity",
       trim_scale(p.collateral_quantity) AS "collateralQuantity",
       trim_scale(p.collateral_disputed_quantity) AS "collateralDisputedQuantity",
       c.decimals AS "collateralDecimals",
       ${collateralInTransit('o.lender_id')} AS "returnsInTransit"
     FROM positions p JOIN orders o ON o.id = p.order_id
       JOIN assets c ON c.symbol = o.collateral_asset
     WHERE o.id = $1`,
    [orderId],
  )
  if (row === undefined) throw new Error(`order ${orderId} has no position`)
  return row
}
