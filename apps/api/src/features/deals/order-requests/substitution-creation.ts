import type { createOrderRequest, OperationBody } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { quantityOf } from '../orders/order-creation.ts'
import { walletsFault } from '../orders/order-wallets.ts'
import { type GivenTerms, givenTerms } from './substitution-record.ts'

/** What a substitution asks for, by the columns of its table. */
export interface AskedCollateral {
  readonly new_collateral_asset: string
  readonly new_collateral_quantity: string
  readonly borrower_wallet_id: string
}

/** The collateral that a body names, checked against the terms of its deal; or a refusal. */
export async function askedCollateral(
  tx: WriteTransaction,
  body: OperationBody<typeof createOrderRequest>,
  { orderId, asset: lent }: { readonly orderId: string; readonly asset: string },
): Promise<AskedCollateral | Refusal> {
  const named = namedCollateral(body)
  if (named instanceof Refusal) return named
  const { asset, text, wallet } = named
  const given = await tx.row<GivenTerms>(givenTerms, [orderId, asset])
  if (given === undefined) throw new Error(`order ${orderId} is missing`)
  const { decimals, terms } = given
  if (decimals === null || terms === null) return notEligible(asset, given)
  const quantity = quantityOf('collateral_quantity', text, { symbol: asset, decimals })
  if (quantity instanceof Refusal) return quantity
  const wallets = { collateral: wallet }
  const unsuitable = await walletsFault(tx, wallets, { asset: lent, collateralAsset: asset })
  return (
    unsuitable ?? {
      new_collateral_asset: asset,
      new_collateral_quantity: quantity,
      borrower_wallet_id: wallet,
    }
  )
}

/** The members that a substitution needs, or which of them is missing. */
export function namedCollateral(body: OperationBody<typeof createOrderRequest>) {
  const { collateral_asset: asset, collateral_quantity: text, collateral_wallet_id: wallet } = body
  if (asset === undefined) return missing('collateral_asset', 'the new collateral')
  if (text === undefined) return missing('collateral_quantity', 'how much of it')
  if (wallet === undefined) return missing('collateral_wallet_id', 'your wallet that it comes from')
  return { asset, text, wallet }
}

/** Why an asset cannot take the place of the collateral of a deal, with those that can. */
export function notEligible(
  asset: string,
  { collateralAsset, substituteAssets }: Pick<GivenTerms, 'collateralAsset' | 'substituteAssets'>,
): Refusal {
  const issue = `must be eligible under the terms of the deal, and another one than ${collateralAsset}, its collateral`
  const detail = { field: 'collateral_asset', issue, value: asset, allowed: [...substituteAssets] }
  return new Refusal('COLLATERAL_NOT_ELIGIBLE', [detail])
}

function missing(field: string, what: string): Refusal {
  return new Refusal('VALUE_INVALID', [
    { field, issue: `must be given for a substitution: ${what}` },
  ])
}
