import type { Position, Price } from '@vadium/client'

/** The prices in USD of the assets that have a current one, and when they were observed. */
export type PricesNow = Readonly<Record<string, { readonly usd: string; readonly time: string }>>

export const pricesNow = (prices: readonly Price[]): PricesNow =>
  Object.fromEntries(
    prices.flatMap(({ asset, price_usd: usd, observe_time: time }) =>
      usd === null || time === null ? [] : [[asset, { usd, time }]],
    ),
  )

/**
 * Positions at the prices of now. Prices move more often than positions, and are read again alone.
 */
export const atPrices = (positions: readonly Position[], prices: PricesNow): Position[] =>
  positions.map((position) => {
    const [lent, pledged] = [prices[position.asset], prices[position.collateral_asset]]
    const times = lent === undefined || pledged === undefined ? [] : [lent.time, pledged.time]
    return {
      ...position,
      current_price: lent?.usd ?? null,
      collateral_price: pledged?.usd ?? null,
      price_time: times.toSorted()[0] ?? null,
    }
  })
