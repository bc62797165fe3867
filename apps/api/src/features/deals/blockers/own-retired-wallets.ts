import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** The wallets of the caller that an order names although they are retired. Each is null if not. */
export interface OwnRetiredWallets {
  readonly asset: string | null
  readonly collateral: string | null
}

export const noRetiredWallets: OwnRetiredWallets = { asset: null, collateral: null }

/** The id of the wallet that the caller has named for a leg of an order `o`. */
const ownWallet = (leg: keyof OwnRetiredWallets) => `CASE current_organization()
  WHEN o.lender_id THEN o.lender_${leg}_wallet_id
  WHEN o.borrower_id THEN o.borrower_${leg}_wallet_id END`

/** That wallet, if it is retired. Row-level security shows no wallet of the other side. */
export const ownRetiredWallet = (leg: keyof OwnRetiredWallets) => `(
  SELECT w.id FROM wallets w
  WHERE o.status = 'ACTIVE' AND w.retired_at IS NOT NULL AND w.id = ${ownWallet(leg)})`

/**
 * Why a side cannot ask for, or agree to, what transfers between some wallets of a deal: its own
 * one is retired. That of the other side never counts: a side that retires a wallet must not
 * prevent what the other side may ask for.
 */
export function ownRetiredFault(
  retired: Partial<OwnRetiredWallets>,
  legs: readonly (keyof OwnRetiredWallets)[],
): Refusal | undefined {
  for (const leg of legs) {
    const value = retired[leg]
    if (value != null) {
      const issue = `the ${leg} wallet of this organization is retired: change_wallets of the order names another one`
      return new Refusal('WALLET_RETIRED', [{ field: `${leg}_wallet_id`, issue, value }])
    }
  }
  return undefined
}

/**
 * Like {@link ownRetiredFault}. None of these wallets is retired until the transaction ends: who
 * retires one waits, or is waited for. The deal must be locked. It is named by its order or by its
 * position.
 */
export async function heldRetiredFault(
  tx: WriteTransaction,
  { orderId, positionId }: { readonly orderId?: string; readonly positionId?: string },
  legs: readonly (keyof OwnRetiredWallets)[],
): Promise<Refusal | undefined> {
  if (legs.length === 0) return undefined
  const deal = orderId === undefined ? '(SELECT order_id FROM positions WHERE id = $1)' : '$1'
  const { rows } = await tx.query<{ leg: keyof OwnRetiredWallets; id: string; retired: boolean }>(
    `SELECT named.leg, w.id, w.retired_at IS NOT NULL AS retired
     FROM orders o CROSS JOIN LATERAL (VALUES ('asset', ${ownWallet('asset')}),
       ('collateral', ${ownWallet('collateral')})) AS named (leg, id)
     JOIN wallets w ON w.id = named.id
     WHERE o.id = ${deal} AND named.leg = ANY ($2) ORDER BY w.id FOR SHARE OF w`,
    [orderId ?? positionId, legs],
  )
  const retired = rows.filter((row) => row.retired).map(({ leg, id }) => [leg, id] as const)
  return ownRetiredFault(Object.fromEntries(retired), legs)
}

/**
 * Like {@link heldRetiredFault}, for the collateral of several positions whose deals must be locked.
 * The first of them that has a fault.
 */
export async function heldRetiredCollateral(
  tx: WriteTransaction,
  positionIds: readonly string[],
): Promise<Refusal | undefined> {
  const { rows } = await tx.query<{ collateral: string; retired: boolean }>(
    `SELECT w.id AS collateral, w.retired_at IS NOT NULL AS retired FROM wallets w
     WHERE w.id IN (SELECT ${ownWallet('collateral')}
       FROM orders o JOIN positions p ON p.order_id = o.id WHERE p.id = ANY ($1))
     ORDER BY w.id FOR SHARE`,
    [positionIds],
  )
  const retired = rows.find((row) => row.retired)
  return retired && ownRetiredFault(retired, ['collateral'])
}
