import type { createOrderRequest, OperationBody } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { quantityOf } from '../orders/order-creation.ts'
import { walletsFault } from '../orders/order-wallets.ts'
import { termsOfCollateral } from '../terms/terms-of-deal.ts'

/** What a substitution asks for, by the columns of its table. */
export interface AskedCollateral {
  readonly new_collateral_asset: string
  readonly new_collateral_quantity: string
  readonly borrower_wallet_id: string
}

interface AskedAsset {
  /** The decimals of its smallest unit. Null: there is no such asset. */
  readonly decimals: number | null
  readonly isEligible: boolean
  readonly collateralAsset: string
  /** What could be asked for. */
  readonly eligible: readonly string[]
}

/** The collateral that a body names, checked against the terms of its deal; or a refusal. */
export async function askedCollateral(
  tx: WriteTransaction,
  body: OperationBody<typeof createOrderRequest>,
  { orderId, asset: lent }: { readonly orderId: string; readonly asset: string },
): Promise<AskedCollateral | Refusal> {
  const { collateral_asset: asset, collateral_quantity: text, collateral_wallet_id: wallet } = body
  if (asset === undefined) return missing('collateral_asset', 'the new collateral')
  if (text === undefined) return missing('collateral_quantity', 'how much of it')
  if (wallet === undefined) return missing('collateral_wallet_id', 'your wallet that it comes from')
  const { decimals, isEligible, collateralAsset, eligible } = await askedAsset(tx, orderId, asset)
  if (decimals === null || !isEligible || asset === collateralAsset || asset === lent) {
    const issue = `must be eligible under the terms of the deal, and another one than ${collateralAsset}, its collateral`
    const allowed = eligible.filter((one) => one !== collateralAsset && one !== lent)
    const detail = { field: 'collateral_asset', issue, value: asset, allowed }
    return new Refusal('COLLATERAL_NOT_ELIGIBLE', [detail])
  }
  const quantity = quantityOf('collateral_quantity', text, { symbol: asset, decimals })
  if (quantity instanceof Refusal) return quantity
  const unsuitable = await walletsFault(
    tx,
    { collateral: wallet },
    { asset: lent, collateralAsset: asset },
  )
  return (
    unsuitable ?? {
      new_collateral_asset: asset,
      new_collateral_quantity: quantity,
      borrower_wallet_id: wallet,
    }
  )
}

async function askedAsset(
  tx: WriteTransaction,
  orderId: string,
  asset: string,
): Promise<AskedAsset> {
  const row = await tx.row<AskedAsset>(
    `SELECT (SELECT a.decimals FROM assets a WHERE a.symbol = $2) AS decimals,
       (${termsOfCollateral('$2')}) IS NOT NULL AS "isEligible",
       o.collateral_asset AS "collateralAsset", ARRAY(
         SELECT entry ->> 'asset' FROM jsonb_array_elements(m.eligible_collateral) AS entry
         UNION SELECT r.collateral_asset FROM (SELECT f.collateral_asset FROM replaced_terms f
           WHERE f.order_id = o.id AND f.collateral_asset IS NOT NULL
           ORDER BY f.sequence LIMIT 1) AS r
         ORDER BY 1) AS eligible
     FROM orders o JOIN margin_terms m ON m.id = o.terms_id WHERE o.id = $1`,
    [orderId, asset],
  )
  if (row === undefined) throw new Error(`order ${orderId} is missing`)
  return row
}

function missing(field: string, what: string): Refusal {
  return new Refusal('VALUE_INVALID', [
    { field, issue: `must be given for a substitution: ${what}` },
  ])
}
