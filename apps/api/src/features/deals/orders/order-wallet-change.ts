import type { changeOrderWallets, OperationBody } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import { notify } from '../../notifications/index.ts'
import { change } from '../lifecycle/change.ts'
import { otherSide } from '../parties/deal.ts'
import { orderLifecycle, withoutPrices } from './order-lifecycle.ts'
import type { OrderRow } from './order-row.ts'
import { walletColumns, walletsFault, walletsOf } from './order-wallets.ts'

/** A wallet in place of another, for one asset of a deal. */
interface Replacement {
  readonly asset: string
  readonly before: string
  readonly after: string
}

/**
 * Names other wallets of the caller for the transfers of a deal that are not instructed yet. The
 * deal must be locked: whatever instructs a transfer waits, or is waited for.
 */
export function changeWallets(
  tx: WriteTransaction,
  traffic: CounterpartyTraffic,
  order: OrderRow,
  { asset_wallet_id, collateral_wallet_id }: OperationBody<typeof changeOrderWallets>,
): Promise<Refusal | undefined> {
  const side = tx.organizationId === order.lenderId ? 'lender' : 'borrower'
  const named = {
    ...(asset_wallet_id !== undefined && { asset: asset_wallet_id }),
    ...(collateral_wallet_id !== undefined && { collateral: collateral_wallet_id }),
  }
  const prepare = async () => {
    const fault = await walletsFault(tx, named, order)
    if (fault !== undefined) return fault
    if (replacements(order, side, named).length === 0) return alreadyNamed(Object.keys(named))
    const limited = await traffic.admitWalletChange(tx, otherSide(order, tx.organizationId))
    return limited ?? walletColumns(side, { ...walletsOf(order)[side], ...named })
  }
  const asked = { action: 'change_wallets', facts: withoutPrices(tx), prepare } as const
  return change(tx, orderLifecycle, order, asked, async () => {
    await notifyOfChange(tx, order, replacements(order, side, named))
    return undefined
  })
}

/** Why a change cannot be made: each wallet that it names is the present one. */
export function alreadyNamed(legs: readonly string[]): Refusal {
  const issue = 'the order names this wallet already'
  return new Refusal(
    'INVALID_STATE',
    legs.map((leg) => ({ field: `${leg}_wallet_id`, issue })),
  )
}

function replacements(
  order: OrderRow,
  side: 'lender' | 'borrower',
  named: { readonly asset?: string; readonly collateral?: string },
): Replacement[] {
  const before = walletsOf(order)[side]
  return (['asset', 'collateral'] as const).flatMap((leg) => {
    const after = named[leg] ?? before[leg]
    const asset = leg === 'asset' ? order.asset : order.collateralAsset
    return after === before[leg] ? [] : [{ asset, before: before[leg], after }]
  })
}

/**
 * Notifies both sides, because payments of the deal go to another address, or come from one. There
 * is a notification for each asset, so that none is cut.
 */
async function notifyOfChange(
  tx: WriteTransaction,
  order: OrderRow,
  changed: readonly Replacement[],
): Promise<void> {
  const { id, number, lenderId, lenderName, borrowerId, borrowerName } = order
  const described = await describedWallets(tx, changed)
  const name = tx.organizationId === lenderId ? lenderName : borrowerName
  const change = tx.ids.next()
  await notify(
    tx,
    changed.flatMap(({ asset, before, after }) =>
      [lenderId, borrowerId].map((organizationId) => ({
        organizationId,
        category: 'wallet_changed' as const,
        severity: 'warning' as const,
        occasion: `order ${id} ${asset} ${change}`,
        title: `Wallet for ${asset} changed: order ${number}`,
        body: `${name} names another of its wallets for ${asset} in order ${number}. Before: ${described(before)}. Now: ${described(after)}. Transfers that are instructed from now on use it; transfers already instructed keep the wallet from before.`,
        link: { resource: 'order' as const, id, order_id: id },
      })),
    ),
  )
}

/**
 * Words for wallets of the caller: id, custodian and address. The name is left out: it may be any
 * text, also one that reads like another address.
 */
async function describedWallets(
  tx: WriteTransaction,
  changed: readonly Replacement[],
): Promise<(id: string) => string> {
  const ids = changed.flatMap(({ before, after }) => [before, after])
  const { rows } = await tx.query<{ id: string; words: string }>(
    `SELECT id, format('%s at %s, address %s', id, custodian_id, address) AS words
     FROM wallets WHERE id = ANY ($1)`,
    [ids],
  )
  const words = new Map(rows.map((row) => [row.id, row.words]))
  return (id) => words.get(id) ?? id
}
