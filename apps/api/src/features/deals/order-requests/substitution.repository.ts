import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DealWallets } from '../transfers/transfer-desk.service.ts'

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

/** The wallets that a substitution names for either side. Its deal must be locked. */
export async function walletsOfRequest(tx: WriteTransaction, id: string): Promise<DealWallets> {
  const { rows } = await tx.query<DealWallets[number]>(
    `SELECT w.id, w.organization_id, w.custodian_id AS custodian, w.address, w.name,
       w.retired_at IS NOT NULL AS "isRetired",
       (SELECT m.settlement_time_seconds FROM order_requests r
         JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
         JOIN margin_terms m ON m.id = o.terms_id WHERE r.id = $1) AS "settlementSeconds"
     FROM wallets_of_order_requests w WHERE w.order_request_id = $1`,
    [id],
  )
  return rows
}
