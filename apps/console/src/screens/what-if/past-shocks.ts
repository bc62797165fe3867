import type { Moves } from './hypothesis.ts'

/** A day on which prices fell together. */
export interface PastShock {
  /** The UTC day. */
  readonly day: string
  readonly name: string
  /** The close of the day against the close before it, in whole percent. */
  readonly moves: Moves
}

/**
 * From the daily closes in USD, in UTC, that CoinMarketCap publishes. In order, BTC: 7,911 → 4,971;
 * 42,909 → 37,002; 18,541 → 15,881. ETH: 194.87 → 112.35; 3,380 → 2,461; 1,333 → 1,100.
 */
export const pastShocks: readonly PastShock[] = [
  { day: '2020-03-12', name: 'the pandemic reaches markets', moves: { BTC: -37, ETH: -42 } },
  { day: '2021-05-19', name: 'leverage is unwound', moves: { BTC: -14, ETH: -27 } },
  // FTX had stopped withdrawals the day before. On this day, Binance withdrew its offer.
  { day: '2022-11-09', name: 'nobody rescues FTX', moves: { BTC: -14, ETH: -17 } },
]
