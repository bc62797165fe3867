import { positionStates } from '@vadium/schema'
import type { JournaledTransfer } from '../journal/journal.ts'
import { mustMove, recordCreation, type Stateful } from '../lifecycle/state-moves.ts'
import type { Mover } from '../parties/mover.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { moveCollateral } from './position-book.ts'

/** The state of a position, read under the lock of its deal. */
export type StatefulPosition = Stateful<keyof typeof positionStates.states>

interface NewPosition {
  readonly orderId: string
  readonly lenderId: string
  readonly borrowerId: string
  /** The quantity to be lent. Decimal string. */
  readonly assetQuantity: string
  /** USD. */
  readonly assetPriceUsd: string
}

/** Creates the position of an accepted order. No collateral has settled yet. */
export async function createPosition(
  tx: WriteTransaction,
  position: NewPosition,
  mover: Mover,
): Promise<void> {
  const { orderId, lenderId, borrowerId } = position
  const created = {
    id: tx.ids.next(),
    orderId,
    status: positionStates.initial,
    lenderId,
    borrowerId,
  }
  await tx.write(
    `INSERT INTO positions (id, order_id, lender_id, borrower_id, status, asset_quantity, collateral_quantity,
       price_at_last_m2m_usd, last_m2m_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $8, $8)`,
    [
      created.id,
      orderId,
      lenderId,
      borrowerId,
      created.status,
      position.assetQuantity,
      position.assetPriceUsd,
      tx.now,
    ],
  )
  await recordCreation(tx, positionStates, created, mover)
}

/**
 * Applies a completed transfer to its position. Collateral counts from its arrival until the
 * arrival of its return. The asset counts as lent from the creation of the position. When a close
 * has returned the whole asset, interest ends, unless a termination has ended it before.
 */
export async function transferHasArrived(
  tx: WriteTransaction,
  { orderId, lenderId, category, leg, token, quantity, senderId }: JournaledTransfer,
): Promise<void> {
  if (leg === 'collateral') {
    const added = senderId === lenderId ? `-${quantity}` : quantity
    await moveCollateral(tx, orderId, { token, quantity: added }, category === 'voluntary')
  } else if (leg === 'asset' && senderId !== lenderId) {
    await assetIsBack(tx, orderId, quantity)
  }
}

/** The lender has a part of the asset, or all of it. A close-out has ended the interest before. */
export async function assetIsBack(
  tx: WriteTransaction,
  orderId: string,
  /** Decimal string. */
  quantity: string,
): Promise<void> {
  await tx.write(
    `UPDATE positions SET asset_quantity = asset_quantity - $2::numeric, updated_at = $3,
       asset_back_at = coalesce(asset_back_at,
         CASE WHEN status = 'CLOSING' AND asset_quantity = $2::numeric THEN $3::timestamptz END)
     WHERE order_id = $1`,
    [orderId, quantity, tx.now],
  )
}

/** Both sides have arrived: from now on interest runs and margin can be called. */
export async function activatePosition(
  tx: WriteTransaction,
  position: StatefulPosition,
  assetQuantity: string,
  /** USD. Undefined if there is no fresh price: the price of the acceptance then stays. */
  assetPriceUsd: string | undefined,
): Promise<void> {
  await mustMove(tx, positionStates, position, 'activate')
  await tx.write(
    `UPDATE positions SET active_at = $2, asset_quantity = $3,
       price_at_last_m2m_usd = coalesce($4, price_at_last_m2m_usd),
       last_m2m_at = CASE WHEN $4 IS NULL THEN last_m2m_at ELSE $2 END
     WHERE id = $1`,
    [position.id, tx.now, assetQuantity, assetPriceUsd ?? null],
  )
}

/**
 * Starts the closing: everything held by the other side must be returned. Nothing is disputed any
 * more. What was instructed until now does not belong to the close.
 */
export async function beginClosing(
  tx: WriteTransaction,
  position: StatefulPosition,
  /**
   * The lent quantity that must be returned. It is less than before only if the asset never
   * arrived.
   */
  assetQuantity: string,
  mover?: Mover,
): Promise<void> {
  await mustMove(tx, positionStates, position, 'close', mover)
  await tx.write(
    `UPDATE positions SET asset_quantity = $2, collateral_disputed_quantity = 0,
       closes_after = coalesce((
         SELECT max(i.sequence) FROM transfers t JOIN instructions i ON i.transfer_id = t.id
         WHERE t.order_id = $3), 0)
     WHERE id = $1`,
    [position.id, assetQuantity, position.orderId],
  )
}

/** The close was cancelled, and nothing has moved. */
export async function resumePosition(
  tx: WriteTransaction,
  position: StatefulPosition & {
    readonly activeAt: string | null
    readonly assetBackAt: string | null
  },
): Promise<void> {
  if (position.activeAt === null || position.assetBackAt !== null) {
    throw new Error(`position ${position.id} cannot be active again`)
  }
  await mustMove(tx, positionStates, position, 'resume')
}

/** A termination ends the interest of a position, and its disputes. */
export async function endInterest(
  tx: WriteTransaction,
  positionId: string,
  /** What bore interest until now. Decimal string. */
  quantity: string,
): Promise<void> {
  await tx.writeOne(
    `UPDATE positions SET collateral_disputed_quantity = 0, interest_quantity = $2,
       asset_back_at = coalesce(asset_back_at, $3), updated_at = $3
     WHERE id = $1 AND status = 'CLOSING' AND interest_quantity IS NULL`,
    [positionId, quantity, tx.now],
    `position ${positionId} is terminated twice`,
  )
}

/**
 * Takes from a position what its close-out ends: of the asset and the collateral there is left what
 * goes back. Its interest must have ended.
 */
export async function closeOutPosition(
  tx: WriteTransaction,
  positionId: string,
  /** What goes back. Decimal strings. */
  back: { readonly asset: string; readonly collateral: string },
): Promise<void> {
  await tx.writeOne(
    `UPDATE positions SET asset_quantity = $2, collateral_quantity = $3, updated_at = $4
     WHERE id = $1 AND status = 'CLOSING' AND interest_quantity IS NOT NULL`,
    [positionId, back.asset, back.collateral, tx.now],
    `position ${positionId} is not closed out`,
  )
}

/** Takes from a position what a close-out in part discharges and keeps. The rest goes on. */
export async function closeOutPartOf(
  tx: WriteTransaction,
  positionId: string,
  /** Decimal strings. */
  taken: { readonly asset: string; readonly collateral: string },
): Promise<void> {
  await tx.writeOne(
    `UPDATE positions SET asset_quantity = asset_quantity - $2::numeric, updated_at = $4,
       collateral_quantity = collateral_quantity - $3::numeric
     WHERE id = $1 AND status = 'ACTIVE' AND asset_quantity > $2::numeric`,
    [positionId, taken.asset, taken.collateral, tx.now],
    `position ${positionId} has less than its close-out in part takes`,
  )
}

/**
 * Ends a position with nothing lent and nothing pledged: everything has been returned, or nothing
 * ever arrived.
 */
export async function endPosition(
  tx: WriteTransaction,
  position: StatefulPosition,
  action: 'settle' | 'abandon',
  mover?: Mover,
): Promise<void> {
  await mustMove(tx, positionStates, position, action, mover)
  await tx.writeOne(
    `UPDATE positions SET closed_at = $2, asset_quantity = 0
     WHERE id = $1 AND collateral_quantity = 0 AND ($3 OR asset_quantity = 0)`,
    [position.id, tx.now, action === 'abandon'],
    `position ${position.id} ends with a quantity above zero`,
  )
}
