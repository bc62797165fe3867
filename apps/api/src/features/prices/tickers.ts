import { krakenTicker } from './kraken-ticker.ts'

/** The public tickers that can be polled, by their setting. */
export const tickers = { kraken: krakenTicker }

/** Each is a source of its name, which is never given to an account. */
export const feedNames: readonly string[] = Object.values(tickers).map(({ name }) => name)
