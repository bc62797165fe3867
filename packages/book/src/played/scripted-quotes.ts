import type { Price } from '@vadium/client'
import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'

const smallestPrice = '0.00000000000000000001'

/** A quote in the form that a sandbox accepts. */
export interface ScriptedQuote {
  readonly time: string
  readonly asset: string
  readonly source: string
  readonly price_usd: string
}

/**
 * The quotes at a time. Other sources of the same assets in the sandbox quote a price between the
 * scripted
 * quotes; otherwise they would shift the median.
 *
 * @param sources the price sources, in the order of the quotes in the script.
 * @param known the current prices.
 */
export function scriptedQuotes(
  quotes: Readonly<Record<string, readonly string[]>>,
  time: string,
  sources: readonly string[],
  known: readonly Price[],
): ScriptedQuote[] {
  return Object.entries(quotes).flatMap(([asset, said]) => {
    const own = said.map((price_usd, i) => ({ source: sources[i] ?? '', price_usd }))
    const price_usd = mean(said)
    const others = (known.find((price) => price.asset === asset)?.sources ?? [])
      .filter(({ source }) => !sources.includes(source))
      .map(({ source }) => ({ source, price_usd }))
    return [...own, ...others].map((quote) => ({ time, asset, ...quote }))
  })
}

function mean(said: readonly string[]): string {
  const sum = said.reduce((total, price) => total.plus(price), new Decimal(0))
  return formatDecimal(roundHalfEven(sum.div(said.length), smallestPrice))
}
