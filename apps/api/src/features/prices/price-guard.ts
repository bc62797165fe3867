import { Decimal, formatDecimal } from '@vadium/margin'
import { isFresh, lastPrice } from './median.ts'
import type { PriceQuote, SpokenQuote } from './price-book.ts'

/** How far a price may jump, and how old one may be. */
export interface PriceRules {
  /** In percent. A quote that is further from the price than this is held. */
  readonly deviationPercent: number
  /** A quote older than this does not count. */
  readonly ageSecondsMax: number
}

/** A quote that does not count yet. */
export interface HeldQuote extends SpokenQuote {
  /** RFC 3339, UTC, by the clock of the service. When the first quote about this price came from the source. */
  readonly heldSince: string
}

/** What is known of one source: its newest quote that counts, and one that is newer and held. */
export interface SourceQuotes {
  readonly accepted?: SpokenQuote
  readonly held?: HeldQuote
}

/** The price that small steps are measured from. */
export interface PriceBase {
  readonly priceUsd: string
  /** RFC 3339, UTC. */
  readonly since: string
}

/** What is known of one asset. */
export interface AssetQuotes {
  /** What each source says, by its name. */
  readonly sources: ReadonlyMap<string, SourceQuotes>
  /** The price of `ageSecondsMax` ago, or a newer base; undefined where the asset has not had a price for so long. */
  readonly base?: PriceBase
}

export interface Judgement {
  readonly quotes: AssetQuotes
  /** What counts from now on and did not before: the quote itself, and those that it confirms. */
  readonly accepted: readonly PriceQuote[]
}

/** How a quote is taken: by the rules, or, from the script of a sandbox, at its word. */
export type Taking = 'guarded' | 'at_its_word'

/**
 * Takes a new quote of an asset to what is known of it. A quote counts at once that no other speaker contradicts, and
 * that is near the current price and near the base, which is the price of `ageSecondsMax` ago, so that small steps do
 * not add up; and so does the first one of an asset. Any other is held until
 *
 * - a source of another speaker has a fresh quote near it, whichever of the two came first and whether or not that
 *   one is held as well: then both count; or
 * - no other speaker contradicts it, none of the same speaker does, and its source has gone on quoting, each time near
 *   the time before, for as long as a price is good since the first of them came, by the clock of the service: by then
 *   the price before the jump is stale, and nothing is computed with either.
 *
 * Another speaker contradicts it whose newest quote is far from it, for twice as long as a price is good: as long as one
 * that counted just before its speaker fell silent could still have been the last word against it. Two who contradict
 * each other are both held, so that there is no price once what they agreed on is stale: which of them is wrong only a
 * third can say. A move that comes to count is the new base. So neither a slip moves a price, nor a walk of small steps,
 * nor one who walks on or stands still while another says something else, nor does a crash that is true leave an asset
 * without one for ever. The times of observation are to be in UTC with milliseconds, and not after now.
 */
export function judgeQuote(
  known: AssetQuotes,
  quote: SpokenQuote,
  nowMs: number,
  rules: PriceRules,
  taking: Taking = 'guarded',
): Judgement {
  const { sources } = known
  const own = sources.get(quote.source) ?? {}
  const newest = newestQuote(own)
  // What was observed earlier, or is told again, is no news.
  if (newest !== undefined && newest.observedAt >= quote.observedAt) {
    return { quotes: known, accepted: [] }
  }
  const reference = currentOrLast(sources, nowMs, rules)
  const base = known.base ?? baseOf(reference, nowMs)
  const isMove = [reference, base?.priceUsd].some(
    (from) => from !== undefined && jumps(quote, new Decimal(from), rules),
  )
  const counts =
    taking === 'at_its_word' ||
    (!isContradicted(sources, quote, nowMs, rules) &&
      (!isMove || outlasts(sources, quote, nowMs, rules)))
  const judged = counts
    ? confirm(new Map(sources).set(quote.source, { accepted: quote }), nowMs, rules)
    : confirm(
        new Map(sources).set(quote.source, {
          ...own,
          held: { ...quote, heldSince: heldSince(own.held, quote, nowMs, rules) },
        }),
        nowMs,
        rules,
      )
  const accepted = counts ? [quote, ...judged.confirmed] : judged.confirmed
  const hasMoved = accepted.length > 0 && (isMove || judged.confirmed.length > 0)
  const price = currentOrLast(judged.sources, nowMs, rules)
  const isBeyond =
    price !== undefined && (base === undefined || isFar(price, new Decimal(base.priceUsd), rules))
  const newBase = base === undefined || (hasMoved && isBeyond) ? baseOf(price, nowMs) : base
  return {
    quotes: { sources: judged.sources, ...(newBase !== undefined && { base: newBase }) },
    accepted,
  }
}

/** The newest quote of a source, whether it counts or not. */
export function newestQuote({ accepted, held }: SourceQuotes): SpokenQuote | undefined {
  return held ?? accepted
}

/** The current price, or where nothing is fresh any more, what it was when something last was. */
function currentOrLast(
  sources: AssetQuotes['sources'],
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): Decimal | undefined {
  const quotes = [...sources.values()].flatMap(({ accepted }) => accepted ?? [])
  return lastPrice(quotes, nowMs, ageSecondsMax)
}

function baseOf(price: Decimal | undefined, nowMs: number): PriceBase | undefined {
  if (price === undefined) return undefined
  return { priceUsd: formatDecimal(price), since: new Date(nowMs).toISOString() }
}

function isFar(price: Decimal, from: Decimal, { deviationPercent }: PriceRules): boolean {
  return from.minus(price).abs().times(100).greaterThan(from.times(deviationPercent))
}

function jumps({ priceUsd }: PriceQuote, from: Decimal, rules: PriceRules): boolean {
  return isFar(new Decimal(priceUsd), from, rules)
}

/** Whether each of two prices is near the other: which came first makes no difference. */
function agree(one: PriceQuote, other: PriceQuote, rules: PriceRules): boolean {
  const [first, second] = [new Decimal(one.priceUsd), new Decimal(other.priceUsd)]
  return !jumps(one, second, rules) && !jumps(other, first, rules)
}

/**
 * By the clock of the service: whoever pushes a quote says when it was observed, and could say that it is old already. A
 * source that has moved on to yet another price begins again.
 */
function heldSince(
  before: HeldQuote | undefined,
  quote: PriceQuote,
  nowMs: number,
  rules: PriceRules,
): string {
  if (before !== undefined && agree(before, quote, rules)) return before.heldSince
  return new Date(nowMs).toISOString()
}

/** Whether another speaker says something else, or did when last heard, and that is not too long ago. */
function isContradicted(
  sources: AssetQuotes['sources'],
  quote: SpokenQuote,
  nowMs: number,
  rules: PriceRules,
): boolean {
  return newestQuotes(sources).some(
    (other) =>
      other.speaker !== quote.speaker &&
      isFresh(other.observedAt, nowMs, 2 * rules.ageSecondsMax) &&
      !agree(other, quote, rules),
  )
}

function outlasts(
  sources: AssetQuotes['sources'],
  quote: SpokenQuote,
  nowMs: number,
  rules: PriceRules,
): boolean {
  // What still counts contradicts as well, though its source has moved on: the price before the jump rests on it.
  const contradictsItself = freshOf(allQuotes(sources), nowMs, rules).some(
    (other) =>
      other.speaker === quote.speaker &&
      other.source !== quote.source &&
      !agree(other, quote, rules),
  )
  if (contradictsItself) return false
  const since = heldSince(sources.get(quote.source)?.held, quote, nowMs, rules)
  return !isFresh(since, Date.parse(quote.observedAt), rules.ageSecondsMax)
}

function allQuotes(sources: AssetQuotes['sources']): SpokenQuote[] {
  return [...sources.values()].flatMap(({ accepted, held }) => [accepted ?? [], held ?? []].flat())
}

function newestQuotes(sources: AssetQuotes['sources']): SpokenQuote[] {
  return [...sources.values()].flatMap((quotes) => newestQuote(quotes) ?? [])
}

function freshOf(
  quotes: readonly SpokenQuote[],
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): SpokenQuote[] {
  return quotes.filter(({ observedAt }) => isFresh(observedAt, nowMs, ageSecondsMax))
}

/** Lets every held quote count that another speaker agrees with. */
function confirm(sources: AssetQuotes['sources'], nowMs: number, rules: PriceRules) {
  const fresh = freshOf(newestQuotes(sources), nowMs, rules)
  const confirmed = [...sources.values()]
    .flatMap(({ held }) => held ?? [])
    .filter((held) => fresh.includes(held))
    .filter((held) =>
      fresh.some((other) => other.speaker !== held.speaker && agree(held, other, rules)),
    )
    .map(({ heldSince: _, ...quote }) => quote)
  const released = new Map(sources)
  for (const quote of confirmed) released.set(quote.source, { accepted: quote })
  return { sources: released, confirmed }
}
