import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** The parts of an asset that an order needs. */
export interface KnownAsset {
  readonly symbol: string
  /** The decimals of the smallest unit. */
  readonly decimals: number
}

/** The assets that exist among the symbols. */
export async function knownAssets(
  tx: WriteTransaction,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, KnownAsset>> {
  const { rows } = await tx.query<KnownAsset>(
    'SELECT symbol, decimals FROM assets WHERE symbol = ANY($1)',
    [symbols],
  )
  return new Map(rows.map((asset) => [asset.symbol, asset]))
}

/**
 * Whether an organization can be the counterparty of a deal. A suspended organization, and one
 * without an agreement, counts as missing, so that callers do not learn who else is a customer.
 */
export async function isCounterparty(tx: WriteTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM organizations o WHERE o.id = $1 AND o.status = 'active'
       AND EXISTS (SELECT FROM agreements a
         WHERE (a.lender_id, a.borrower_id) IN ((o.id, $2), ($2, o.id)))`,
    [id, tx.organizationId],
  )
  return rowCount === 1
}

/**
 * Whether a wallet that belongs to the organization and holds the asset is in use or retired.
 * Undefined if there is none.
 */
export type WalletUse = 'in use' | 'retired' | undefined

interface WalletRow {
  readonly retired_at: string | null
}

/** Selects a wallet, `$1`, of an organization, `$2`, that holds an asset, `$3`. */
const walletHolding = `SELECT w.retired_at
  FROM wallets w JOIN wallet_assets h ON h.wallet_id = w.id
  WHERE w.id = $1 AND w.organization_id = $2 AND h.asset = $3`

/** The use of a wallet of the caller. It is not retired until the transaction ends. */
export async function walletFor(
  tx: WriteTransaction,
  walletId: string,
  asset: string,
): Promise<WalletUse> {
  const values = [walletId, tx.organizationId, asset]
  return useOf(await tx.row<WalletRow>(`${walletHolding} FOR SHARE OF w`, values))
}

/** The use of a wallet of the caller at this moment. */
export async function walletNow(
  database: TenantDatabase,
  caller: Caller,
  walletId: string,
  asset: string,
): Promise<WalletUse | Refusal> {
  const values = [walletId, caller.organizationId, asset]
  const statement = { name: 'wallet for an asset', text: walletHolding, values }
  const row = await database.readOne<WalletRow>(caller, statement)
  return row instanceof Refusal ? row : useOf(row)
}

const useOf = (row: WalletRow | undefined): WalletUse =>
  row && (row.retired_at === null ? 'in use' : 'retired')
