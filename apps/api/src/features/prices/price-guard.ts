import { Decimal, formatDecimal } from '@vadium/margin'
import { isFresh, lastPrice } from './median.ts'
import type { PriceQuote, SpokenQuote } from './price-book.ts'

/** How far a price may move, and how old it may be. */
export interface PriceRules {
  /** A quote that differs from the price by more than this, in percent, is held. */
  readonly deviationPercent: number
  /** A quote older than this does not count, in seconds. */
  readonly ageSecondsMax: number
}

/** A quote that does not count yet. */
export interface HeldQuote extends SpokenQuote {
  /** When the service received the first of the source's quotes near this price. RFC 3339, UTC. */
  readonly heldSince: string
}

/** The quotes of one source: the newest that counts, and a newer one that is held. */
export interface SourceQuotes {
  readonly accepted?: SpokenQuote
  readonly held?: HeldQuote
}

/** The price from which small steps are measured. */
export interface PriceBase {
  readonly priceUsd: string
  /** RFC 3339, UTC. */
  readonly since: string
}

export interface AssetQuotes {
  /** The quotes of each source, by its name. */
  readonly sources: ReadonlyMap<string, SourceQuotes>
  /**
   * The names of sources that another account has silenced, and whose newest quote contradicts
   * others however old it is.
   */
  readonly silenced: ReadonlySet<string>
  /**
   * The price of `ageSecondsMax` ago, or a newer base. Undefined if the asset has not had a price
   * for that long.
   */
  readonly base?: PriceBase
}

export interface Judgement {
  readonly quotes: AssetQuotes
  /**
   * The quotes that count from now on and did not before: the new one, and those that it confirms.
   */
  readonly accepted: readonly PriceQuote[]
}

/** `guarded`: by the rules. `at_its_word`: without checks, for the script of a sandbox. */
export type Taking = 'guarded' | 'at_its_word'

/**
 * Applies a new quote to the known quotes of an asset. The quote counts at once if no other speaker
 * contradicts it and it is near both the current price and the price base. The base is the price of
 * `ageSecondsMax` ago, so that small steps do not add up. The first quote of an asset counts at
 * once, too. Any other quote is held until
 *
 * - a source of another speaker has a fresh quote near it, before or after it, held or not: then
 * both count; or
 * - no other speaker contradicts it, no other source of its own speaker does, and its source has
 * continued to quote near it for `ageSecondsMax`, by the clock of the service. By then the price
 * before the jump is stale and no longer used.
 *
 * Another speaker contradicts a quote if its own newest quote is far from it and at most twice
 * `ageSecondsMax` old. A quote that counted just before its speaker fell silent can still be the
 * last contradiction for that long. Two speakers that contradict each other are both held. So there
 * is no price once the agreed one is stale, because only a third speaker can decide which of them
 * is wrong. A move that comes to count becomes the new base.
 *
 * The last quote of a speaker that another account has silenced contradicts others without an end:
 * otherwise that account could silence it and wait. It stops when a further speaker agrees with a
 * quote that it contradicts.
 *
 * So neither a single mistake nor a series of small steps moves a price, nor does a speaker that
 * another one contradicts. A real crash does not leave an asset without a price for ever.
 * Observation times must be in UTC with milliseconds, and not after now.
 */
export function judgeQuote(
  known: AssetQuotes,
  quote: SpokenQuote,
  nowMs: number,
  rules: PriceRules,
  taking: Taking = 'guarded',
): Judgement {
  const { sources, silenced } = known
  const own = sources.get(quote.source) ?? {}
  const newest = newestQuote(own)
  // An older or repeated observation changes nothing.
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
    (!isContradicted(known, quote, nowMs, rules) &&
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
  const newBase = baseAfter(base, judged.sources, hasMoved, nowMs, rules)
  return {
    quotes: {
      sources: judged.sources,
      silenced: stillContradicting(judged.sources, silenced, nowMs, rules),
      ...(newBase !== undefined && { base: newBase }),
    },
    accepted,
  }
}

/**
 * Lets a held quote count because a person decides so, as if a source of another speaker had
 * confirmed it: it is measured neither against the current price nor against the price base. If it
 * moves the price beyond the deviation of the base, the new price is the base. Only this quote
 * counts: a later one of its source is judged like any other.
 */
export function releaseQuote(
  known: AssetQuotes,
  { heldSince: _, ...quote }: HeldQuote,
  nowMs: number,
  rules: PriceRules,
): Judgement {
  const reference = currentOrLast(known.sources, nowMs, rules)
  const sources = new Map(known.sources).set(quote.source, { accepted: quote })
  const base = baseAfter(known.base ?? baseOf(reference, nowMs), sources, true, nowMs, rules)
  const quotes = { ...known, sources, ...(base !== undefined && { base }) }
  return { quotes, accepted: [quote] }
}

/** The newest quote of a source, whether it counts or not. */
export function newestQuote({ accepted, held }: SourceQuotes): SpokenQuote | undefined {
  return held ?? accepted
}

/** The current price. If nothing is fresh, the price at the time when the newest quote was. */
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

/** The base after a judgement: the price, if a move took it beyond the deviation of the base. */
function baseAfter(
  base: PriceBase | undefined,
  sources: AssetQuotes['sources'],
  hasMoved: boolean,
  nowMs: number,
  rules: PriceRules,
): PriceBase | undefined {
  const price = currentOrLast(sources, nowMs, rules)
  const isBeyond =
    price !== undefined && (base === undefined || isFar(price, new Decimal(base.priceUsd), rules))
  return base === undefined || (hasMoved && isBeyond) ? baseOf(price, nowMs) : base
}

function isFar(price: Decimal, from: Decimal, { deviationPercent }: PriceRules): boolean {
  return from.minus(price).abs().times(100).greaterThan(from.times(deviationPercent))
}

function jumps({ priceUsd }: PriceQuote, from: Decimal, rules: PriceRules): boolean {
  return isFar(new Decimal(priceUsd), from, rules)
}

/** Whether two prices are near each other, measured from either. */
function agree(one: PriceQuote, other: PriceQuote, rules: PriceRules): boolean {
  const [first, second] = [new Decimal(one.priceUsd), new Decimal(other.priceUsd)]
  return !jumps(one, second, rules) && !jumps(other, first, rules)
}

/**
 * Measured by the clock of the service, because a speaker could give old observation times. If the
 * source has moved to yet another price, the time starts again.
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

/** Whether another speaker contradicts the quote. */
function isContradicted(
  { sources, silenced }: AssetQuotes,
  quote: SpokenQuote,
  nowMs: number,
  rules: PriceRules,
): boolean {
  const newest = newestQuotes(sources)
  return newest.some(
    (other) =>
      other.speaker !== quote.speaker &&
      (isFresh(other.observedAt, nowMs, 2 * rules.ageSecondsMax) ||
        (silenced.has(other.source) && isLastOfSpeaker(other, newest))) &&
      !agree(other, quote, rules),
  )
}

/** Whether no other source of its speaker has quoted since. */
function isLastOfSpeaker(quote: SpokenQuote, newest: readonly SpokenQuote[]): boolean {
  return !newest.some(
    ({ speaker, observedAt }) => speaker === quote.speaker && observedAt > quote.observedAt,
  )
}

/**
 * The silenced sources without those whose newest quote contradicts one on which two other speakers
 * agree.
 */
function stillContradicting(
  sources: AssetQuotes['sources'],
  silenced: AssetQuotes['silenced'],
  nowMs: number,
  rules: PriceRules,
): AssetQuotes['silenced'] {
  if (silenced.size === 0) return silenced
  const newest = newestQuotes(sources)
  const fresh = freshOf(newest, nowMs, rules)
  const isOutvoted = (last: SpokenQuote) => {
    const others = fresh.filter(({ speaker }) => speaker !== last.speaker)
    return others.some(
      (one) =>
        !agree(one, last, rules) &&
        others.some((other) => other.speaker !== one.speaker && agree(other, one, rules)),
    )
  }
  const outvoted = new Set(newest.filter(isOutvoted).map(({ source }) => source))
  return new Set([...silenced].filter((source) => !outvoted.has(source)))
}

function outlasts(
  sources: AssetQuotes['sources'],
  quote: SpokenQuote,
  nowMs: number,
  rules: PriceRules,
): boolean {
  // A quote that counts is considered even if its source has moved on, because the price before the
  // jump rests on it.
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
  return [...sources.values()].flatMap(({ accepted, held }) => [accepted, held].filter(isDefined))
}

function newestQuotes(sources: AssetQuotes['sources']): SpokenQuote[] {
  return [...sources.values()].map(newestQuote).filter(isDefined)
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined
}

function freshOf(
  quotes: readonly SpokenQuote[],
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): SpokenQuote[] {
  return quotes.filter(({ observedAt }) => isFresh(observedAt, nowMs, ageSecondsMax))
}

/** Lets every held quote count that is near a fresh quote of another speaker. */
function confirm(sources: AssetQuotes['sources'], nowMs: number, rules: PriceRules) {
  const fresh = freshOf(newestQuotes(sources), nowMs, rules)
  const confirmed = [...sources.values()]
    .map(({ held }) => held)
    .filter(isDefined)
    .filter((held) => fresh.includes(held))
    .filter((held) =>
      fresh.some((other) => other.speaker !== held.speaker && agree(held, other, rules)),
    )
    .map(({ heldSince: _, ...quote }) => quote)
  const released = new Map(sources)
  for (const quote of confirmed) released.set(quote.source, { accepted: quote })
  return { sources: released, confirmed }
}
