import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { markPosition } from '../positions/position-book.ts'
import type { RequestRecord } from './request-record.ts'

/** A position counts as marked only when collateral has moved for it. */
export async function markIfCompleted(
  tx: WriteTransaction,
  { status, positionId, assetPriceUsd, transfers }: RequestRecord,
): Promise<void> {
  const hasMoved = transfers.some((transfer) => transfer.status === 'COMPLETED')
  if (status !== 'COMPLETED' || !hasMoved) return
  await markPosition(tx, positionId, assetPriceUsd)
}
