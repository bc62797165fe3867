import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type OrderRow, type OrderWallets, type OwnRetiredWallets, ownWallet } from './order-row.ts'
import { walletFor } from './reference-data.ts'

/** The two wallets that a side names. */
export interface NamedWallets {
  readonly asset: string
  readonly collateral: string
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
  order: { readonly asset: string; readonly collateralAsset: string },
): Promise<Refusal | undefined> {
  const found = (id: string | undefined, asset: string) =>
    id === undefined ? notNamed : walletFor(tx, id, tx.organizationId, asset)
  const [asset, collateral] = await tx.both(
    () => found(wallets.asset, order.asset),
    () => found(wallets.collateral, order.collateralAsset),
  )
  return (
    walletFault('asset_wallet_id', asset, order.asset) ??
    walletFault('collateral_wallet_id', collateral, order.collateralAsset)
  )
}

function walletFault(
  field: string,
  found: 'in use' | 'retired' | undefined,
  asset: string,
): Refusal | undefined {
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

/**
 * Why a side cannot ask for, or agree to, what transfers between some wallets of a deal: its own
 * one is retired. That of the other side never counts: a side that retires a wallet must not
 * prevent what the other side may ask for.
 */
export function ownRetiredFault(
  retired: Partial<OwnRetiredWallets>,
  legs: readonly (keyof OwnRetiredWallets)[],
): Refusal | undefined {
  const leg = legs.find((one) => retired[one] != null)
  if (leg === undefined) return undefined
  const issue = `the ${leg} wallet of this organization is retired: change_wallets of the order names another one`
  return new Refusal('WALLET_RETIRED', [
    { field: `${leg}_wallet_id`, issue, value: retired[leg] ?? '' },
  ])
}

/**
 * Like {@link ownRetiredFault}. None of these wallets is retired until the transaction ends: who
 * retires one waits, or is waited for. The deal must be locked.
 */
export async function heldRetiredFault(
  tx: WriteTransaction,
  orderId: string,
  legs: readonly (keyof OwnRetiredWallets)[],
): Promise<Refusal | undefined> {
  if (legs.length === 0) return undefined
  const { rows } = await tx.query<{ leg: keyof OwnRetiredWallets; id: string; retired: boolean }>(
    `SELECT named.leg, w.id, w.retired_at IS NOT NULL AS retired
     FROM orders o CROSS JOIN LATERAL (VALUES ('asset', ${ownWallet('asset')}),
       ('collateral', ${ownWallet('collateral')})) AS named (leg, id)
     JOIN wallets w ON w.id = named.id
     WHERE o.id = $1 AND named.leg = ANY ($2) ORDER BY w.id FOR SHARE OF w`,
    [orderId, legs],
  )
  const retired = rows.filter((row) => row.retired).map(({ leg, id }) => [leg, id] as const)
  return ownRetiredFault(Object.fromEntries(retired), legs)
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
