import { Decimal } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook } from '../../prices/index.ts'
import { closeOutOf } from './close-out-figures.ts'
import { closeOutTable } from './close-out.repository.ts'
import { assetsOf } from './defaulted-deal.ts'

/** The exact claim of a close-out: that of its statement, or before it that of now. */
export async function claimOfCloseOut(
  tx: WriteTransaction,
  id: string,
  prices: PriceBook,
): Promise<{ readonly orderId: string; readonly usd: Decimal | undefined }> {
  const record = await closeOutTable.read(tx, id)
  const { orderId, statement } = record
  if (statement !== null) return { orderId, usd: new Decimal(statement.claim_usd) }
  const readings = await prices.readWithin(tx, assetsOf(record), tx.nowMs)
  const figures = closeOutOf(record, readings, tx.now)
  return { orderId, usd: figures instanceof Refusal ? undefined : new Decimal(figures.claim_usd) }
}
