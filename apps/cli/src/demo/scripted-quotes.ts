import type { Price } from '@vadium/client'
import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'

const smallestPrice = '0.00000000000000000001'

/** A price as a sandbox takes it. */
export interface ScriptedQuote {
  readonly time: string
  readonly asset: string
  readonly source: string
  readonly price_usd: string
}

/**
 * What is to be quoted at a time. Whoever quotes one of the assets in this sandbox besides is made to say what lies
 * between the quotes of the script, or he would pull the median away from it.
 *
 * @param sources who quotes, in the order in which a script has the quotes of an asset.
 * @param known the prices as they stand.
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
