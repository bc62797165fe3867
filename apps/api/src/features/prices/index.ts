// What other features may use.
export { assetWithHeldQuote } from './held-quotes.ts'
export { nextMarketCut } from './market-cut-times.ts'
export { MarketCuts } from './market-cuts.ts'
export { type PastQuotes, pastQuotes, readingsThen, readPastPrices } from './past-prices.ts'
export type {
  HeldPrice,
  KnownPrice,
  NewestQuotes,
  PriceBook,
  PriceQuote,
  PriceReading,
} from './price-book.ts'
export { newestQuotes, priceAtLastCut, timeOfLastCut } from './price-columns.ts'
export { PriceService } from './price-service.ts'
export { quoteFault } from './quote-fault.ts'
export { priceSourceId, registerOwnSources } from './price-sources.ts'
export { PricesOfAMoment } from './prices-of-a-moment.ts'
export { StalePriceWatch } from './stale-price-watch.ts'
export { quoteWrites } from './stored-prices.ts'
export { type UsablePrice, usablePrice } from './usable-price.ts'
