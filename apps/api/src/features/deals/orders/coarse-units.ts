import { Decimal } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook } from '../../prices/index.ts'
import { smallestUnit } from '../positions/valued-position.ts'

/** The assets of a deal whose terms have causes of default, with the decimals of their units. */
export interface DivisibleAssets {
  readonly asset: { readonly symbol: string; readonly decimals: number }
  readonly collateral: { readonly symbol: string; readonly decimals: number }
}

/** What a close-out keeps may be worth that much more than the claim. */
const unitUsdMax = 100

/**
 * Why terms with causes of default do not suit a deal: a close-out keeps whole units, and one of an
 * asset is worth too much. A price that is not known refuses nothing.
 */
export function coarseUnitFault(
  assets: DivisibleAssets | null,
  priceOf: (asset: string) => string | undefined,
): Refusal | undefined {
  if (assets === null) return undefined
  const legs = [
    ['asset', assets.asset],
    ['collateral_asset', assets.collateral],
  ] as const
  for (const [field, { symbol, decimals }] of legs) {
    const priceUsd = priceOf(symbol)
    if (priceUsd === undefined) continue
    if (new Decimal(priceUsd).times(smallestUnit(decimals)).lessThanOrEqualTo(unitUsdMax)) continue
    const issue = `its smallest unit is worth more than ${unitUsdMax} USD, and the terms have causes of default`
    return new Refusal('VALUE_INVALID', [{ field, issue, value: symbol }])
  }
  return undefined
}

/** The {@link DivisibleAssets} of an order `o` under terms `m`, or null, as SQL. */
export const divisibleAssets = divisibleWith('o.collateral_asset')

/** The same with a collateral that is given as SQL. */
function divisibleWith(collateral: string): string {
  return `CASE WHEN m.default_causes <> '{}' THEN (
  SELECT json_build_object('asset', json_build_object('symbol', a.symbol, 'decimals', a.decimals),
    'collateral', json_build_object('symbol', c.symbol, 'decimals', c.decimals))
  FROM assets a, assets c WHERE a.symbol = o.asset AND c.symbol = ${collateral}) END`
}

/** Like {@link coarseUnitFault}, of an order under other terms, or with another collateral. */
export async function coarseUnitFaultUnder(
  tx: WriteTransaction,
  changed: {
    readonly orderId: string
    readonly termsId: string
    /** Default: its present one. */
    readonly collateralAsset?: string
  },
  prices: PriceBook,
): Promise<Refusal | undefined> {
  const row = await tx.row<{ readonly assets: DivisibleAssets | null }>(
    `SELECT ${divisibleWith('coalesce($3, o.collateral_asset)')} AS assets FROM orders o, margin_terms m
     WHERE o.id = $1 AND m.id = $2`,
    [changed.orderId, changed.termsId, changed.collateralAsset ?? null],
  )
  const assets = row?.assets ?? null
  if (assets === null) return undefined
  const symbols = [assets.asset.symbol, assets.collateral.symbol]
  const known = await prices.lastKnownWithin(tx, symbols, tx.nowMs)
  return coarseUnitFault(assets, (symbol) => known.get(symbol))
}
