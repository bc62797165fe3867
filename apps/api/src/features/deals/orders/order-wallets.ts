import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { OrderRow } from './order-row.ts'
import { isWalletFor } from './reference-data.ts'

/** The two wallets that a side names. */
export interface NamedWallets {
  readonly asset: string
  readonly collateral: string
}

/** The named wallets must belong to the caller and hold the assets that are transferred. */
export async function walletsFault(
  tx: WriteTransaction,
  wallets: NamedWallets,
  order: { readonly asset: string; readonly collateralAsset: string },
): Promise<Refusal | undefined> {
  const { organizationId } = tx
  const [assetSuits, collateralSuits] = await tx.both(
    () => isWalletFor(tx, wallets.asset, organizationId, order.asset),
    () => isWalletFor(tx, wallets.collateral, organizationId, order.collateralAsset),
  )
  if (!assetSuits) return unsuitable('asset_wallet_id', order.asset)
  return collateralSuits ? undefined : unsuitable('collateral_wallet_id', order.collateralAsset)
}

function unsuitable(field: string, asset: string): Refusal {
  return new Refusal('WALLET_UNSUITABLE', [
    { field, issue: `is not a wallet of this organization that holds ${asset}` },
  ])
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
