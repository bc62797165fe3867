/** How a public source of prices is asked and answers. Each is a source of its own, by its name. */
export interface Ticker {
  readonly name: string
  /** Where it is asked unless a setting says otherwise. */
  readonly origin: string
  /** Path and query for one pair of an asset and US dollars, as the source names it. */
  target(pair: string): string
  /**
   * The price in an answer, digit for digit.
   * @throws TickerFault where there is none.
   */
  readPrice(text: string): string
}

/** An answer without a price. */
export class TickerFault extends Error {
  override readonly name = 'TickerFault'
}
