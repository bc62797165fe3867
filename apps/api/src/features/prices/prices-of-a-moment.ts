import { Refusal } from '../../platform/refusal.ts'
import type { PriceBook, PriceReading } from './price-book.ts'
import { usablePrice } from './usable-price.ts'

/** The prices of one moment. Each asset is read once, so its price does not change between uses. */
export class PricesOfAMoment {
  /** The moment, in Unix milliseconds. */
  readonly nowMs: number
  readonly #prices: Pick<PriceBook, 'read'>
  readonly #known = new Map<string, PriceReading>()

  constructor(prices: Pick<PriceBook, 'read'>, nowMs: number) {
    this.#prices = prices
    this.nowMs = nowMs
  }

  /** The price of each asset. Known prices are reused. */
  async read(assets: readonly string[]): Promise<ReadonlyMap<string, PriceReading>> {
    const unknown = assets.filter((asset) => !this.#known.has(asset))
    if (unknown.length > 0) {
      const readings = await this.#prices.read(unknown, this.nowMs)
      for (const [asset, reading] of readings) this.#known.set(asset, reading)
    }
    return this.#known
  }

  /** The prices in USD of those of the assets that have one. */
  async usable(assets: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const readings = await this.read(assets)
    const prices = new Map<string, string>()
    for (const asset of assets) {
      const price = usablePrice(asset, readings)
      if (!(price instanceof Refusal)) prices.set(asset, price.priceUsd)
    }
    return prices
  }
}
