import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { domainBounds } from '../../../platform/decimal-bounds.ts'
import type { NewestQuotes } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { MarkablePosition } from './markable-position.ts'
import { markablePosition } from './markable-row.ts'
import { isOfPosition } from '../transfers/counting-transfers.ts'
import { markBlocker } from './mark-blocker.ts'
import { returnsInTransit } from './position-columns.ts'
import { type QuotedRow, selectMarkableById } from './position.repository.ts'
import { positionNotFound } from './position.service.ts'

// What mark-to-market requests read and write of a position. The deal must be locked.

/**
 * A position that can be marked to market, and the newest quotes of its two assets; or the refusal
 * that says why not, as in a preview.
 */
export async function markableWithin(
  tx: WriteTransaction,
  id: string,
): Promise<QuotedPosition | Refusal> {
  const row = await tx.row<QuotedRow>(selectMarkableById, [id, tx.organizationId, tx.now])
  if (row === undefined) return positionNotFound(id)
  const position = markablePosition(row)
  return markBlocker(position) ?? { position, quotes: row.quotes }
}

export interface QuotedPosition {
  readonly position: MarkablePosition
  readonly quotes: NewestQuotes
}

/** Like {@link releasableQuantity}, of a position `p`. */
export const releasableOfPosition = `trim_scale(p.collateral_quantity - p.collateral_disputed_quantity - coalesce((
  SELECT sum(t.quantity) FROM transfers t
  WHERE t.order_id = p.order_id AND t.leg = 'collateral' AND t.status ${oneOf(statusSets.transfer.underWay)}
    AND t.sender_organization_id = p.lender_id AND ${isOfPosition}), 0))`

/**
 * The largest quantity of collateral that may be sent back: settled, not on its way back, not
 * disputed.
 */
export async function releasableQuantity(tx: WriteTransaction, id: string): Promise<string> {
  const row = await tx.row<{ releasable: string }>(
    `SELECT ${releasableOfPosition} AS releasable FROM positions p WHERE p.id = $1`,
    [id],
  )
  if (row === undefined) throw new Error(`there is no position ${id}`)
  return row.releasable
}

/**
 * Which quantity of collateral is too much to be delivered: with what is pledged and under way,
 * also if that does not count, it would be more than the book can hold.
 */
export async function undeliverableQuantity(tx: WriteTransaction, id: string): Promise<string> {
  const row = await tx.row<{ undeliverable: string }>(
    `SELECT trim_scale(${domainBounds.quantity.below} - p.collateral_quantity - coalesce((
       SELECT sum(t.quantity) FROM transfers t
       WHERE t.order_id = p.order_id AND t.leg = 'collateral'
         AND t.status ${oneOf(statusSets.transfer.underWay)}
         AND t.sender_organization_id = p.borrower_id), 0)) AS undeliverable
     FROM positions p WHERE p.id = $1`,
    [id],
  )
  if (row === undefined) throw new Error(`there is no position ${id}`)
  return row.undeliverable
}

/**
 * Copies to the position that collateral of its order has arrived with the lender or, if the
 * quantity is negative, with the borrower. The journal has recorded it already. A position counts
 * its present collateral alone: no other one that comes, or goes back, in a substitution.
 */
export async function moveCollateral(
  tx: WriteTransaction,
  orderId: string,
  { token, quantity }: { readonly token: string; readonly quantity: string },
  isVoluntary = false,
): Promise<void> {
  const also = isVoluntary ? ', voluntary_quantity = voluntary_quantity + $2::numeric' : ''
  await tx.write(
    `UPDATE positions SET collateral_quantity = collateral_quantity + $2::numeric, updated_at = $3${also}
     WHERE order_id = $1 AND (SELECT o.collateral_asset FROM orders o WHERE o.id = $1) = $4`,
    [orderId, quantity, tx.now, token],
  )
}

/** Records a completed mark-to-market of the position, with the asset price of its request. */
export async function markPosition(
  tx: WriteTransaction,
  id: string,
  assetPriceUsd: string,
): Promise<void> {
  await tx.write(
    `UPDATE positions SET price_at_last_m2m_usd = $2, last_m2m_at = $3, updated_at = $3
     WHERE id = $1`,
    [id, assetPriceUsd, tx.now],
  )
}

/** The lent and the pledged quantity of an order now. Decimals are strings. */
export interface Pledge {
  readonly positionId: string
  readonly lentQuantity: string
  /** Settled collateral, including what is on its way back. */
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
       ${returnsInTransit} AS "returnsInTransit"
     FROM positions p JOIN orders o ON o.id = p.order_id
       JOIN assets c ON c.symbol = o.collateral_asset
     WHERE o.id = $1`,
    [orderId],
  )
  if (row === undefined) throw new Error(`order ${orderId} has no position`)
  return row
}
