import type { KeepReason } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { isNewCollateral } from '../transfers/counting-transfers.ts'

/** Records the wallet that receives the new collateral. */
export async function recordLenderWallet(
  tx: WriteTransaction,
  id: string,
  walletId: string,
): Promise<void> {
  await tx.write('UPDATE order_requests SET lender_wallet_id = $2 WHERE id = $1', [id, walletId])
}

/**
 * The retired wallets that a substitution names. No other is retired until the transaction ends.
 */
export async function retiredWalletsOfRequest(
  tx: WriteTransaction,
  id: string,
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT retired_wallets_of_order_request($1) AS id',
    [id],
  )
  return rows.map((row) => row.id)
}

/** The substitution whose new collateral a transfer has brought, if it has. */
export async function exchangeOfNewCollateral(
  tx: WriteTransaction,
  transferId: string,
): Promise<string | undefined> {
  const row = await tx.row<{ id: string | null }>(
    `SELECT t.order_request_id AS id FROM transfers t WHERE t.id = $1 AND ${isNewCollateral}`,
    [transferId],
  )
  return row?.id ?? undefined
}

/** The columns of a request for which the old collateral stays. */
export const keepColumns = (reason: KeepReason) => ({ decision: 'keep', keep_reason: reason })
