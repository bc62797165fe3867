import { readFraction, readNonNegative, readPositive } from './decimal-input.ts'
import { HUNDRED, ONE, ZERO, type Decimal, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { CENT, PERCENT_INCREMENT, roundQuotient, roundTo } from './rounding.ts'

/** A deal with one counterparty, as the organization whose limits these are has it. */
export interface LimitedDeal {
  /** The side of that organization. */
  readonly side: 'lender' | 'borrower'
  /** The asset that is lent. */
  readonly asset: string
  /** In units of the asset. Not below zero. */
  readonly assetQuantity: DecimalInput
  readonly collateralAsset: string
  /** In units of the collateral asset. Not below zero. */
  readonly collateralQuantity: DecimalInput
}

/** The limits of an organization for one counterparty. Null: no limit. */
export interface CounterpartyLimitInputs {
  /** USD. */
  readonly lentUsdMax: DecimalInput | null
  /** USD. */
  readonly uncoveredUsdMax: DecimalInput | null
  /** The fraction by which the value of what is held falls: at least 0, below 1. Default: 0. */
  readonly shock?: DecimalInput
  /** The most that may be lent of an asset, in its units. */
  readonly assets?: readonly { readonly asset: string; readonly lentQuantityMax: DecimalInput }[]
}

/** How much of one limit is used. */
export interface UseOfLimit {
  /** Exact: in USD, or in units of the asset. Null if an asset that it needs has no price. */
  readonly use: Decimal | null
  /** The use for people: USD rounded up to cents, units exact. */
  readonly shown: Decimal | null
  /** Of the limit, rounded up to 0.01. Null without a limit above zero, or if the use is. */
  readonly percent: Decimal | null
  /** Whether the exact use is above the limit. An unknown use exceeds any limit. */
  readonly isExceeded: boolean
}

/** How much is used of each limit for a counterparty. */
export interface LimitUse {
  readonly lentUsd: UseOfLimit
  readonly uncoveredUsd: UseOfLimit
  /** In the order of the limits. */
  readonly assets: readonly (UseOfLimit & { readonly asset: string })[]
  /** The assets of which something is lent or held, and that have no price; each once. */
  readonly unpricedAssets: readonly string[]
}

/**
 * How much is used of the limits for one counterparty.
 *
 *     lent      = Σ Q·Pa over the deals in which one lends
 *     uncovered = Σ max(0, owed − held·(1 − shock)) over all deals
 *
 * A lender is owed Q·Pa and holds C·Pc; a borrower is owed C·Pc and holds Q·Pa. What one deal has
 * too much covers no other. All figures are exact, and comparisons too: a use that equals its limit
 * does not exceed it.
 *
 * @param prices USD for one unit, by asset. What is missing has no price.
 * @throws {MarginInputError} if an input is malformed, or outside of its bounds.
 *
 * @example
 * const deal = { side: 'lender', asset: 'USDC', assetQuantity: '2000000',
 *   collateralAsset: 'BTC', collateralQuantity: '45' } as const
 * const prices = new Map([['USDC', '1'], ['BTC', '60000']])
 * const limits = { lentUsdMax: '5000000', uncoveredUsdMax: '500000', shock: '0.3' }
 * limitUse([deal], prices, limits).uncoveredUsd.shown // 110000; percent: 22
 */
export function limitUse(
  deals: Iterable<LimitedDeal>,
  prices: ReadonlyMap<string, DecimalInput>,
  limits: CounterpartyLimitInputs,
): LimitUse {
  const kept = subtract(ONE, readFraction(limits.shock ?? ZERO, 'shock'))
  const unpriced = new Set<string>()
  const lentOf = new Map<string, Decimal>()
  let lentUsd: Decimal | null = ZERO
  let uncoveredUsd: Decimal | null = ZERO
  for (const { side, asset, collateralAsset, ...quantities } of deals) {
    const lent = readNonNegative(quantities.assetQuantity, 'assetQuantity')
    const pledged = readNonNegative(quantities.collateralQuantity, 'collateralQuantity')
    const lentValue = valueOf(asset, lent, prices, unpriced)
    const pledgedValue = valueOf(collateralAsset, pledged, prices, unpriced)
    if (side === 'lender') {
      lentOf.set(asset, add(lentOf.get(asset) ?? ZERO, lent))
      lentUsd = sumOf(lentUsd, lentValue)
    }
    const [owed, held] = side === 'lender' ? [lentValue, pledgedValue] : [pledgedValue, lentValue]
    uncoveredUsd = sumOf(uncoveredUsd, uncovered(owed, held, kept))
  }
  return {
    lentUsd: useOf(lentUsd, limits.lentUsdMax, CENT),
    uncoveredUsd: useOf(uncoveredUsd, limits.uncoveredUsdMax, CENT),
    assets: (limits.assets ?? []).map(({ asset, lentQuantityMax }) => ({
      asset,
      ...useOf(lentOf.get(asset) ?? ZERO, lentQuantityMax),
    })),
    unpricedAssets: [...unpriced],
  }
}

/** Null if it has no price. Nothing is worth nothing, at any price. */
function valueOf(
  asset: string,
  quantity: Decimal,
  prices: ReadonlyMap<string, DecimalInput>,
  unpriced: Set<string>,
): Decimal | null {
  if (quantity.isZero()) return ZERO
  const price = prices.get(asset)
  if (price !== undefined) return multiply(quantity, readPositive(price, `prices.${asset}`))
  unpriced.add(asset)
  return null
}

const sumOf = (sum: Decimal | null, more: Decimal | null) =>
  sum === null || more === null ? null : add(sum, more)

function uncovered(owed: Decimal | null, held: Decimal | null, kept: Decimal): Decimal | null {
  if (owed === null || held === null) return null
  const missing = subtract(owed, multiply(held, kept))
  return missing.greaterThan(0) ? missing : ZERO
}

function useOf(use: Decimal | null, most: DecimalInput | null, increment?: Decimal): UseOfLimit {
  const limit = most === null ? null : readNonNegative(most, 'limit')
  const hasPercent = use !== null && limit !== null && !limit.isZero()
  return {
    use,
    shown: use === null || increment === undefined ? use : roundTo(use, increment, 'up'),
    percent: hasPercent
      ? roundQuotient(multiply(use, HUNDRED), limit, PERCENT_INCREMENT, 'up')
      : null,
    isExceeded: limit !== null && (use === null || use.greaterThan(limit)),
  }
}
