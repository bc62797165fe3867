import { formatDecimal } from '@vadium/margin'
import { lastPrice } from '../../src/features/prices/median.ts'
import type { SpokenQuote } from '../../src/features/prices/price-book.ts'
import {
  type AssetQuotes,
  judgeQuote,
  type PriceBase,
  type PriceRules,
} from '../../src/features/prices/price-guard.ts'

/**
 * The state of the guard for one asset, without a database: its quotes, and which of them have
 * counted when.
 */
export interface GuardedAsset {
  readonly sources: AssetQuotes['sources']
  readonly silenced: AssetQuotes['silenced']
  /** The last price base. */
  readonly base?: PriceBase
  readonly counted: readonly { readonly quote: SpokenQuote; readonly atMs: number }[]
}

export const unquoted: GuardedAsset = { sources: new Map(), silenced: new Set(), counted: [] }

export function takeQuote(
  asset: GuardedAsset,
  quote: SpokenQuote,
  nowMs: number,
  rules: PriceRules,
): GuardedAsset {
  const base = baseAt(asset, nowMs, rules)
  const { sources, silenced } = asset
  const known = { sources, silenced, ...(base && { base }) }
  const { quotes, accepted } = judgeQuote(known, quote, nowMs, rules)
  if (quotes === known) return asset
  const bySource = new Map([...quotes.sources].map(([source, said]) => [source, said.accepted]))
  const news = accepted.flatMap(({ source }) => {
    const counting = bySource.get(source)
    return counting === undefined ? [] : [{ quote: counting, atMs: nowMs }]
  })
  const set = quotes.base === base ? asset.base : quotes.base
  return {
    sources: quotes.sources,
    silenced: quotes.silenced,
    counted: [...asset.counted, ...news],
    ...(set && { base: set }),
  }
}

/** Another account silences a source. */
export function silence(asset: GuardedAsset, source: string): GuardedAsset {
  return { ...asset, silenced: new Set([...asset.silenced, source]) }
}

/** A source speaks again, or two people dismiss what it said last. */
export function endSilence(asset: GuardedAsset, source: string): GuardedAsset {
  return { ...asset, silenced: new Set([...asset.silenced].filter((name) => name !== source)) }
}

function baseAt(
  { base, counted }: GuardedAsset,
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): PriceBase | undefined {
  const thenMs = nowMs - ageSecondsMax * 1000
  if (base !== undefined && Date.parse(base.since) > thenMs) return base
  const then = new Map<string, SpokenQuote>()
  for (const { quote, atMs } of counted) {
    if (atMs <= thenMs) then.set(quote.source, quote)
  }
  const price = lastPrice([...then.values()], thenMs, ageSecondsMax)
  if (price === undefined) return base
  return { priceUsd: formatDecimal(price), since: new Date(thenMs).toISOString() }
}
