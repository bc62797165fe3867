import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DealWallets } from './transfer-desk.service.ts'

/** Between which wallets a substitution moves a collateral that is not that of its deal. */
interface Exchange {
  readonly token: string
  readonly lenderWalletId: string
  readonly borrowerWalletId: string
  /** All wallets that the substitution names. */
  readonly wallets: DealWallets
}

/** The last substitution of an order that moved a collateral. The deal must be locked. */
export async function exchangeOf(
  tx: WriteTransaction,
  orderId: string,
  token: string,
): Promise<Exchange> {
  const found = await tx.row<Omit<Exchange, 'wallets'> & { readonly id: string }>(
    `SELECT r.id, side.token, side.lender_wallet_id AS "lenderWalletId",
       side.borrower_wallet_id AS "borrowerWalletId"
     FROM order_requests r JOIN positions p ON p.id = r.position_id
     CROSS JOIN LATERAL (VALUES
       (r.new_collateral_asset, r.lender_wallet_id, r.borrower_wallet_id),
       (r.replaced_collateral_asset, r.replaced_lender_wallet_id, r.replaced_borrower_wallet_id)
     ) AS side (token, lender_wallet_id, borrower_wallet_id)
     WHERE p.order_id = $1 AND r.kind = 'substitution' AND side.token = $2
       AND side.lender_wallet_id IS NOT NULL
     ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
    [orderId, token],
  )
  if (found === undefined) throw new Error(`order ${orderId} has exchanged no ${token}`)
  const { id, ...exchange } = found
  return { ...exchange, wallets: await walletsOfRequest(tx, id) }
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
