import type { Position } from '@vadium/client'
import { Decimal } from '@vadium/margin'

/** The assets of a book, that with the largest value lent and pledged first. */
export function assetsByExposure(positions: readonly Position[]): readonly string[] {
  const values = new Map<string, Decimal>()
  const add = (asset: string, usd: string | null) => {
    values.set(asset, (values.get(asset) ?? new Decimal(0)).plus(usd ?? 0))
  }
  for (const position of positions) {
    add(position.asset, position.asset_notional_usd)
    add(position.collateral_asset, position.collateral_value_usd)
  }
  return [...values]
    .toSorted(
      ([one, usd], [other, otherUsd]) => otherUsd.comparedTo(usd) || one.localeCompare(other),
    )
    .map(([asset]) => asset)
}

/** Positions that cannot be computed, because one asset of them has no current price. */
export interface NotCounted {
  readonly asset: string
  /** What the asset is in them, as the listing names it. */
  readonly as: 'asset' | 'collateral_asset'
  readonly count: number
}

/** How many positions of a book have no figures, and for want of which prices. */
export function notCounted(positions: readonly Position[]): {
  readonly count: number
  readonly causes: readonly NotCounted[]
} {
  const causes = new Map<string, NotCounted>()
  const add = (asset: string, as: NotCounted['as']) => {
    const key = `${as} ${asset}`
    causes.set(key, { asset, as, count: (causes.get(key)?.count ?? 0) + 1 })
  }
  const left = positions.filter(
    ({ current_price, collateral_price }) => current_price === null || collateral_price === null,
  )
  for (const position of left) {
    if (position.current_price === null) add(position.asset, 'asset')
    if (position.collateral_price === null) add(position.collateral_asset, 'collateral_asset')
  }
  return { count: left.length, causes: [...causes.values()] }
}
