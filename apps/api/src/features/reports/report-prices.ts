import type { Snapshot } from '../../platform/db/snapshots.ts'
import {
  type PriceBook,
  type PriceReading,
  PricesOfAMoment,
  readPastPrices,
} from '../prices/index.ts'
import type { ReportMoment } from './report-time.ts'

/** The prices of reports: current ones, or those of a past moment. */
export class ReportPrices {
  readonly #prices: PriceBook
  readonly #ageSecondsMax: number

  constructor(prices: PriceBook, ageSecondsMax: number) {
    this.#prices = prices
    this.#ageSecondsMax = ageSecondsMax
  }

  /** The prices of a moment in a snapshot. Each asset is read once. */
  ofMoment(snapshot: Snapshot, { atMs, isNow }: ReportMoment): PricesOfAMoment {
    const read = (assets: readonly string[]): Promise<ReadonlyMap<string, PriceReading>> =>
      isNow
        ? this.#prices.readWithin(snapshot, assets, atMs)
        : readPastPrices(snapshot, assets, atMs, this.#ageSecondsMax)
    return new PricesOfAMoment({ read }, atMs)
  }
}
