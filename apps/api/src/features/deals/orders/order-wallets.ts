import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OrderRow, OrderWallets } from './order-row.ts'
import { walletFor, walletNow, type WalletUse } from './reference-data.ts'
import { together } from '../../../platform/writes/together.ts'

/** The two wallets that a side names. */
export interface NamedWallets {
  readonly asset: string
  readonly collateral: string
}

/** The assets that two wallets must hold. */
interface HeldAssets {
  readonly asset: string
  readonly collateralAsset: string
}

/** Of two wallets, none has to be named. */
const notNamed = Promise.resolve('in use' as const)

/**
 * The named wallets must belong to the caller, hold the assets that are transferred, and not be
 * retired. They are not retired until the transaction ends.
 */
export async function walletsFault(
  tx: WriteTransaction,
  wallets: Partial<NamedWallets>,
  order: HeldAssets,
): Promise<Refusal | undefined> {
  const found = (id: string | undefined, asset: string) =>
    id === undefined ? notNamed : walletFor(tx, id, asset)
  const [asset, collateral] = await together([
    found(wallets.asset, order.asset),
    found(wallets.collateral, order.collateralAsset),
  ])
  return faultOfUses({ asset, collateral }, order)
}

/**
 * What {@link walletsFault} would say at this moment, as `fault`. Nothing is held, so a wallet may
 * be retired right after.
 */
export async function walletsFaultNow(
  database: TenantDatabase,
  caller: Caller,
  wallets: Partial<NamedWallets>,
  order: HeldAssets,
): Promise<{ readonly fault: Refusal | undefined } | Refusal> {
  const found = (id: string | undefined, asset: string) =>
    id === undefined ? notNamed : walletNow(database, caller, id, asset)
  const [asset, collateral] = await Promise.all([
    found(wallets.asset, order.asset),
    found(wallets.collateral, order.collateralAsset),
  ])
  if (asset instanceof Refusal) return asset
  if (collateral instanceof Refusal) return collateral
  return { fault: faultOfUses({ asset, collateral }, order) }
}

const faultOfUses = (
  uses: Readonly<Record<keyof NamedWallets, WalletUse>>,
  { asset, collateralAsset }: HeldAssets,
): Refusal | undefined =>
  walletFault('asset_wallet_id', uses.asset, asset) ??
  walletFault('collateral_wallet_id', uses.collateral, collateralAsset)

function walletFault(field: string, found: WalletUse, asset: string): Refusal | undefined {
  if (found === 'in use') return undefined
  if (found === 'retired') return new Refusal('WALLET_RETIRED', [{ field, issue: 'is retired' }])
  return new Refusal('WALLET_UNSUITABLE', [
    { field, issue: `is not a wallet of this organization that holds ${asset}` },
  ])
}

/** Why an order cannot be accepted: its creator has retired a wallet that it named. */
export function retiredWalletFault(
  order: OrderWallets,
  retired: readonly string[],
): Refusal | undefined {
  const named = [
    ['lender_asset_wallet_id', order.lenderAssetWalletId],
    ['lender_collateral_wallet_id', order.lenderCollateralWalletId],
    ['borrower_asset_wallet_id', order.borrowerAssetWalletId],
    ['borrower_collateral_wallet_id', order.borrowerCollateralWalletId],
  ] as const
  const [fault] = named.filter(([, id]) => id !== null && retired.includes(id))
  if (fault === undefined) return undefined
  return new Refusal('WALLET_RETIRED', [
    { field: fault[0], issue: 'was retired by who named it', value: fault[1] ?? '' },
  ])
}

/** The retired wallets that an order names. No other is retired until the transaction ends. */
export async function retiredWallets(
  tx: WriteTransaction,
  orderId: string,
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>('SELECT retired_wallets_of_order($1) AS id', [
    orderId,
  ])
  return rows.map(({ id }) => id)
}

/** The columns of an order with the wallets of a side. */
export function walletColumns(side: 'lender' | 'borrower', { asset, collateral }: NamedWallets) {
  return {
    [`${side}_asset_wallet_id`]: asset,
    [`${side}_collateral_wallet_id`]: collateral,
  }
}

/** The order with the wallets that a side names. */
export function withWallets(
  order: OrderRow,
  side: 'lender' | 'borrower',
  { asset, collateral }: NamedWallets,
): OrderRow {
  return side === 'lender'
    ? { ...order, lenderAssetWalletId: asset, lenderCollateralWalletId: collateral }
    : { ...order, borrowerAssetWalletId: asset, borrowerCollateralWalletId: collateral }
}

/** The wallets of each side of an accepted order. */
export function walletsOf(order: OrderRow): Record<'lender' | 'borrower', NamedWallets> {
  const { lenderAssetWalletId, lenderCollateralWalletId } = order
  const { borrowerAssetWalletId, borrowerCollateralWalletId } = order
  if (
    lenderAssetWalletId === null ||
    lenderCollateralWalletId === null ||
    borrowerAssetWalletId === null ||
    borrowerCollateralWalletId === null
  ) {
    throw new Error(`order ${order.id} is ${order.status} and lacks wallets`)
  }
  return {
    lender: { asset: lenderAssetWalletId, collateral: lenderCollateralWalletId },
    borrower: { asset: borrowerAssetWalletId, collateral: borrowerCollateralWalletId },
  }
}
