import { krakenTicker } from './kraken-ticker.ts'

/** The tickers that PRICE_FEED may name. */
export const tickers = { kraken: krakenTicker }

/** The names of their price sources, which no account may register. */
export const feedNames: readonly string[] = Object.values(tickers).map(({ name }) => name)
