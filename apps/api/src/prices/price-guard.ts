import { Decimal } from '@vadium/margin'
import { isFresh, medianReading } from './median.ts'
import type { PriceQuote } from './price-book.ts'

/** How far a price may jump, and how old one may be. */
export interface PriceRules {
  /** In percent. A quote that is further from the current price than this is held. */
  readonly deviationPercent: number
  /** A quote older than this does not count. */
  readonly ageSecondsMax: number
}

/** A quote that does not count yet. */
export interface HeldQuote extends PriceQuote {
  /** RFC 3339, UTC. When the source began to quote about this price. */
  readonly heldSince: string
}

/** What is known of one source: its newest quote that counts, and one that is newer and held. */
export interface SourceQuotes {
  readonly accepted?: PriceQuote
  readonly held?: HeldQuote
}

/** What each source says of one asset, by its name. */
export type AssetQuotes = ReadonlyMap<string, SourceQuotes>

export interface Judgement {
  readonly quotes: AssetQuotes
  /** What counts from now on and did not before: the quote itself, and those that it confirms. */
  readonly accepted: readonly PriceQuote[]
}

/**
 * Takes a new quote of an asset to what is known of it. A quote near the current price counts at once, and so
 * does the first one of an asset; one that jumps is held until
 *
 * - a second source has a fresh quote near it, whichever of the two came first and whether or not that one
 *   is held as well: then both count; or
 * - no other source has a fresh quote, and this one has gone on quoting about that price for as long as a
 *   price is good: by then the price before the jump is stale, and nothing is computed with either.
 *
 * So neither a slip moves a price, nor does a crash that is true leave an asset without one for ever. The
 * times of observation are to be in UTC with milliseconds, and not after now.
 */
export function judgeQuote(
  known: AssetQuotes,
  quote: PriceQuote,
  nowMs: number,
  rules: PriceRules,
): Judgement {
  const own = known.get(quote.source) ?? {}
  const newest = newestQuote(own)
  // What was observed earlier, or is told again, is no news.
  if (newest !== undefined && newest.observedAt >= quote.observedAt) {
    return { quotes: known, accepted: [] }
  }
  const reference = lastPrice(known, nowMs, rules)
  if (
    reference === undefined ||
    !jumps(quote, reference, rules) ||
    outlasts(known, quote, nowMs, rules)
  ) {
    return confirm(new Map(known).set(quote.source, { accepted: quote }), [quote], nowMs, rules)
  }
  const held = { ...quote, heldSince: heldSince(own.held, quote, rules) }
  return confirm(new Map(known).set(quote.source, { ...own, held }), [], nowMs, rules)
}

/** The newest quote of a source, whether it counts or not. */
export function newestQuote({ accepted, held }: SourceQuotes): PriceQuote | undefined {
  return held ?? accepted
}

/** The current price, or where nothing is fresh any more, what it was when something last was. */
function lastPrice(known: AssetQuotes, nowMs: number, rules: PriceRules): Decimal | undefined {
  const quotes = [...known.values()].flatMap(({ accepted }) => accepted ?? [])
  const now = medianReading(quotes, nowMs, rules.ageSecondsMax)
  const last =
    now.kind === 'stale'
      ? medianReading(quotes, Date.parse(now.observedAt), rules.ageSecondsMax)
      : now
  return last.kind === 'current' ? new Decimal(last.priceUsd) : undefined
}

function jumps({ priceUsd }: PriceQuote, from: Decimal, { deviationPercent }: PriceRules): boolean {
  return from.minus(priceUsd).abs().times(100).greaterThan(from.times(deviationPercent))
}

/** Whether each of two prices is near the other: which came first makes no difference. */
function agree(one: PriceQuote, other: PriceQuote, rules: PriceRules): boolean {
  const [first, second] = [new Decimal(one.priceUsd), new Decimal(other.priceUsd)]
  return !jumps(one, second, rules) && !jumps(other, first, rules)
}

/** A source that has moved on to yet another price begins anew. */
function heldSince(before: HeldQuote | undefined, quote: PriceQuote, rules: PriceRules): string {
  return before !== undefined && agree(before, quote, rules) ? before.heldSince : quote.observedAt
}

function outlasts(
  known: AssetQuotes,
  quote: PriceQuote,
  nowMs: number,
  rules: PriceRules,
): boolean {
  const others = freshQuotes(known, nowMs, rules).filter(({ source }) => source !== quote.source)
  if (others.length > 0) return false
  const since = heldSince(known.get(quote.source)?.held, quote, rules)
  return !isFresh(since, Date.parse(quote.observedAt), rules.ageSecondsMax)
}

function freshQuotes(known: AssetQuotes, nowMs: number, rules: PriceRules): PriceQuote[] {
  return [...known.values()]
    .flatMap((quotes) => newestQuote(quotes) ?? [])
    .filter(({ observedAt }) => isFresh(observedAt, nowMs, rules.ageSecondsMax))
}

/** Lets every held quote count that a second source agrees with. */
function confirm(
  quotes: AssetQuotes,
  accepted: readonly PriceQuote[],
  nowMs: number,
  rules: PriceRules,
): Judgement {
  const fresh = freshQuotes(quotes, nowMs, rules)
  const confirmed = [...quotes.values()]
    .flatMap(({ held }) => held ?? [])
    .filter((held) => fresh.includes(held))
    .filter((held) =>
      fresh.some((other) => other.source !== held.source && agree(held, other, rules)),
    )
    .map(({ heldSince: _, ...quote }) => quote)
  const released = confirmed.map((quote) => [quote.source, { accepted: quote }] as const)
  return { quotes: new Map([...quotes, ...released]), accepted: [...accepted, ...confirmed] }
}
