/** A public price source. Its name is also the name of its price source. */
export interface Ticker {
  readonly name: string
  /** The default origin. */
  readonly origin: string
  /** The path and query for one pair of an asset and US dollars, in the source's own notation. */
  target(pair: string): string
  /**
   * The price in an answer, digit for digit.
   * @throws TickerFault if there is none.
   */
  readPrice(text: string): string
}

/** The answer contains no price. */
export class TickerFault extends Error {
  override readonly name = 'TickerFault'
}
