import { positionStates } from '@vadium/schema'
import type { JournaledTransfer } from '../journal/journal.ts'
import { type Mover, mustMove, recordCreation, type Stateful } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { moveCollateral } from './position-book.ts'

/** The state of a position, under the lock of its deal. */
export type StatefulPosition = Stateful<keyof typeof positionStates.states>

interface NewPosition {
  readonly orderId: string
  readonly lenderId: string
  readonly borrowerId: string
  /** What is to be lent. Decimal string. */
  readonly assetQuantity: string
  /** USD. */
  readonly assetPriceUsd: string
}

/** Accepting an order creates its position. No collateral has settled yet. */
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
  await tx.query(
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
 * What a completed transfer has changed: collateral that has arrived counts from then on, and what goes back
 * counts until it has. The asset counts as lent from the birth of the position; when all of it is back that a close
 * has asked for, interest ends.
 */
export async function transferHasArrived(
  tx: WriteTransaction,
  { orderId, lenderId, leg, quantity, senderId }: JournaledTransfer,
): Promise<void> {
  if (leg === 'collateral') {
    await moveCollateral(tx, orderId, senderId === lenderId ? `-${quantity}` : quantity)
  } else if (leg === 'asset' && senderId !== lenderId) {
    await tx.query(
      `UPDATE positions SET asset_quantity = asset_quantity - $2::numeric, updated_at = $3,
         asset_back_at = CASE WHEN status = 'CLOSING' AND asset_quantity = $2::numeric THEN $3::timestamptz END
       WHERE order_id = $1`,
      [orderId, quantity, tx.now],
    )
  }
}

/** Both sides have arrived: interest runs, and margin is called, from now on. */
export async function activatePosition(
  tx: WriteTransaction,
  position: StatefulPosition,
  assetQuantity: string,
  /** USD. Undefined where there is none that is fresh: then that of the acceptance stays. */
  assetPriceUsd: string | undefined,
): Promise<void> {
  await mustMove(tx, positionStates, position, 'activate')
  await tx.query(
    `UPDATE positions SET active_at = $2, asset_quantity = $3,
       price_at_last_m2m_usd = coalesce($4, price_at_last_m2m_usd),
       last_m2m_at = CASE WHEN $4 IS NULL THEN last_m2m_at ELSE $2 END
     WHERE id = $1`,
    [position.id, tx.now, assetQuantity, assetPriceUsd ?? null],
  )
}

/** Everything that is with the other side is to go back. Nothing is disputed any more. */
export async function beginClosing(
  tx: WriteTransaction,
  position: StatefulPosition,
  /** What is lent and has to come back; less than before only where the asset never arrived. */
  assetQuantity: string,
  mover: Mover,
): Promise<void> {
  await mustMove(tx, positionStates, position, 'close', mover)
  await tx.query(
    'UPDATE positions SET asset_quantity = $2, collateral_disputed_quantity = 0 WHERE id = $1',
    [position.id, assetQuantity],
  )
}

/** Nothing is lent and nothing pledged: everything has come back, or nothing had ever arrived. */
export async function endPosition(
  tx: WriteTransaction,
  position: StatefulPosition,
  action: 'settle' | 'abandon',
  mover?: Mover,
): Promise<void> {
  await mustMove(tx, positionStates, position, action, mover)
  const { rowCount } = await tx.query(
    `UPDATE positions SET closed_at = $2, asset_quantity = 0
     WHERE id = $1 AND collateral_quantity = 0 AND ($3 OR asset_quantity = 0)`,
    [position.id, tx.now, action === 'abandon'],
  )
  if (rowCount !== 1) throw new Error(`position ${position.id} ends and still holds something`)
}
