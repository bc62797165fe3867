import type { DecimalInput } from '../decimal.ts'
import type { Position } from '../position-valuation.ts'
import { powerOfTen, readPositiveUnits, unitsAt } from './fixed-scale.ts'

/**
 * The two prices of a pair of assets, read once for all its positions. Only revalue uses its
 * members.
 */
export interface CompiledPrices {
  /** Both prices in units of 10^-scale. */
  readonly asset: bigint
  readonly collateral: bigint
  readonly scale: number
  /** 10^scale: one USD. */
  readonly one: bigint
}

/**
 * Reads the prices of a pair of assets for {@link revalue}.
 *
 * @throws {MarginInputError} if a price is malformed or not above zero.
 */
export function compilePrices(
  prices: Pick<Position, 'assetPriceUsd' | 'collateralPriceUsd'>,
): CompiledPrices {
  const read = (name: 'assetPriceUsd' | 'collateralPriceUsd') => {
    const value: DecimalInput = prices[name]
    return readPositiveUnits(value, name)
  }
  const asset = read('assetPriceUsd')
  const collateral = read('collateralPriceUsd')
  const scale = Math.max(asset.scale, collateral.scale)
  return {
    asset: unitsAt(asset, scale),
    collateral: unitsAt(collateral, scale),
    scale,
    one: powerOfTen(scale),
  }
}
