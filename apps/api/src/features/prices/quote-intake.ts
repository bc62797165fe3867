import { Decimal } from '@vadium/margin'
import { medianReading } from './median.ts'
import type { PriceQuote } from './price-book.ts'
import {
  type AssetQuotes,
  type HeldQuote,
  judgeQuote,
  newestQuote,
  type PriceRules,
  type SourceQuotes,
  type Taking,
} from './price-guard.ts'
import { withSpeakers } from './price-sources.ts'
import type { Queries } from './queries.ts'
import { dismiss } from './silenced-sources.ts'
import { knownQuotes } from './stored-quotes.ts'

/**
 * The status of a quote: it counts; it is held until it is confirmed; or its source has a newer
 * one, so it is stored without effect.
 */
export type QuoteStatus = 'accepted' | 'held' | 'superseded'

export interface TakenQuotes {
  /** The status of each quote, in the given order. */
  readonly quotes: readonly { readonly quote: PriceQuote; readonly status: QuoteStatus }[]
  /**
   * Quotes that are held from now on, because they jumped or are contradicted. A person should look
   * at them.
   */
  readonly newlyHeld: readonly HeldQuote[]
  /** Quotes that were held and count from now on. */
  readonly released: readonly PriceQuote[]
  /** Assets whose current price has changed. */
  readonly changedAssets: readonly string[]
}

/** The first half of an advisory lock, which no other lock uses. The second half is the asset. */
const priceLock = 831_407

/**
 * Stores quotes and lets those count that the price guard does not hold. It must run in a
 * transaction: assets are locked until its end, so of two concurrent quotes the second sees the
 * first. A repeated quote changes nothing. The quotes must be valid: known assets, registered
 * sources, prices in bounds, and times in UTC with milliseconds and not after now.
 */
export async function takeQuotes(
  client: Queries,
  quotes: readonly PriceQuote[],
  nowMs: number,
  rules: PriceRules,
  taking: Taking = 'guarded',
): Promise<TakenQuotes> {
  const assets = [...new Set(quotes.map(({ asset }) => asset))]
  await lockAssets(client, assets)
  const before = await knownQuotes(client, assets, nowMs, rules)
  const after = new Map(before)
  const accepted: PriceQuote[] = []
  const spoken = await withSpeakers(client, quotes)
  const byTime = spoken.toSorted((a, b) => Date.parse(a.observedAt) - Date.parse(b.observedAt))
  for (const quote of byTime) {
    const known = after.get(quote.asset) ?? { sources: new Map(), silenced: new Set() }
    const judgement = judgeQuote(known, quote, nowMs, rules, taking)
    after.set(quote.asset, judgement.quotes)
    accepted.push(...judgement.accepted)
  }
  return keepJudged(client, { quotes, before, after, accepted }, nowMs, rules)
}

/** What the guard made of the quotes of some assets. */
interface Judged {
  /** New quotes. */
  readonly quotes: readonly PriceQuote[]
  readonly before: ReadonlyMap<string, AssetQuotes>
  readonly after: ReadonlyMap<string, AssetQuotes>
  /** The quotes that count from now on. */
  readonly accepted: readonly PriceQuote[]
}

/** Stores what the guard decided. The assets must be locked since before it was asked. */
export async function keepJudged(
  client: Queries,
  { quotes, before, after, accepted }: Judged,
  nowMs: number,
  rules: PriceRules,
): Promise<TakenQuotes> {
  await keepQuotes(client, quotes, accepted, nowMs)
  await keepSourceQuotes(client, before, after, nowMs)
  await keepBases(client, before, after)
  await keepDismissed(client, before, after, nowMs)
  return summary(quotes, before, after, accepted, nowMs, rules)
}

/** Always locked in the same order, so that two transactions cannot deadlock. */
export async function lockAssets(client: Queries, assets: readonly string[]): Promise<void> {
  await client.query(
    `SELECT pg_advisory_xact_lock($1, hash)
           FROM (SELECT DISTINCT hashtext(asset) AS hash FROM unnest($2::text[]) AS a (asset)
                 ORDER BY hash) AS hashes`,
    [priceLock, assets],
  )
}

/** Stores each quote as received, and since when it counts. */
async function keepQuotes(
  client: Queries,
  quotes: readonly PriceQuote[],
  accepted: readonly PriceQuote[],
  nowMs: number,
): Promise<void> {
  const counting = new Set(accepted.map(identity))
  const inOrder = accepted.toSorted((a, b) => Date.parse(a.observedAt) - Date.parse(b.observedAt))
  const times = inOrder.map(({ observedAt }) => observedAt)
  await client.query(
    `
      WITH kept AS (
        INSERT INTO prices (asset, source, price_usd, observed_at, received_at, accepted_at)
        SELECT asset, source, price_usd, observed_at, $6, CASE WHEN counts THEN $6::timestamptz END
        FROM unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[], $5::boolean[])
          AS q (asset, source, price_usd, observed_at, counts)
        ON CONFLICT DO NOTHING
      )
      UPDATE prices SET accepted_at = $6
      FROM unnest($7::text[], $8::text[], $9::timestamptz[]) AS a (asset, source, observed_at)
      WHERE (prices.asset, prices.source, prices.observed_at) = (a.asset, a.source, a.observed_at)
        AND prices.accepted_at IS NULL
        -- Only the partitions of these times are planned and read.
        AND prices.observed_at BETWEEN $10 AND $11`,
    [
      ...columns(quotes),
      quotes.map((quote) => counting.has(identity(quote))),
      new Date(nowMs).toISOString(),
      inOrder.map(({ asset }) => asset),
      inOrder.map(({ source }) => source),
      times,
      times[0] ?? null,
      times.at(-1) ?? null,
    ],
  )
}

/** Stores the newest quotes of each source that have changed. */
async function keepSourceQuotes(
  client: Queries,
  before: ReadonlyMap<string, AssetQuotes>,
  after: ReadonlyMap<string, AssetQuotes>,
  nowMs: number,
): Promise<void> {
  const changed = [...after].flatMap(([asset, { sources }]) =>
    [...sources].flatMap(([source, now]) => {
      const then = before.get(asset)?.sources.get(source)
      return then === now ? [] : [{ asset, source, then, now }]
    }),
  )
  const latest = changed.flatMap(({ then, now: { accepted } }) =>
    accepted === undefined || accepted === then?.accepted ? [] : [accepted],
  )
  const held = changed.flatMap(({ then, now }) => {
    // Null: its source has been held since before.
    const goesOn = then?.held !== undefined && now.accepted === then.accepted
    const sourceHeldSince = goesOn ? null : new Date(nowMs).toISOString()
    return now.held === undefined ? [] : [{ ...now.held, sourceHeldSince }]
  })
  const noLongerHeld = changed.filter(({ then, now }) => then?.held && !now.held)
  await client.query(
    `
      WITH latest AS (
        INSERT INTO latest_prices AS l (asset, source, price_usd, observed_at)
        SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[], $4::timestamptz[])
        ON CONFLICT (asset, source) DO UPDATE
          SET price_usd = excluded.price_usd, observed_at = excluded.observed_at
      ), held AS (
        INSERT INTO held_prices AS h
          (asset, source, price_usd, observed_at, held_since, source_held_since)
        SELECT * FROM unnest($5::text[], $6::text[], $7::numeric[], $8::timestamptz[],
          $9::timestamptz[], $10::timestamptz[])
        ON CONFLICT (asset, source) DO UPDATE
          SET price_usd = excluded.price_usd, observed_at = excluded.observed_at,
            held_since = excluded.held_since, source_held_since =
              coalesce(excluded.source_held_since, h.source_held_since, h.held_since)
      )
      DELETE FROM held_prices WHERE (asset, source) IN (SELECT * FROM unnest($11::text[], $12::text[]))`,
    [
      ...columns(latest),
      ...columns(held),
      held.map(({ heldSince }) => heldSince),
      held.map(({ sourceHeldSince }) => sourceHeldSince),
      noLongerHeld.map(({ asset }) => asset),
      noLongerHeld.map(({ source }) => source),
    ],
  )
}

/** Stores price bases that are new. */
async function keepBases(
  client: Queries,
  before: ReadonlyMap<string, AssetQuotes>,
  after: ReadonlyMap<string, AssetQuotes>,
): Promise<void> {
  const set = [...after].flatMap(([asset, { base }]) =>
    base === undefined || base === before.get(asset)?.base ? [] : [{ asset, ...base }],
  )
  if (set.length === 0) return
  await client.query(
    `INSERT INTO price_bases (asset, price_usd, since)
     SELECT * FROM unnest($1::text[], $2::numeric[], $3::timestamptz[])
     ON CONFLICT (asset) DO UPDATE SET price_usd = excluded.price_usd, since = excluded.since`,
    [
      set.map(({ asset }) => asset),
      set.map(({ priceUsd }) => priceUsd),
      set.map(({ since }) => since),
    ],
  )
}

/** Stores which quotes of silenced sources contradict nobody any more. */
async function keepDismissed(
  client: Queries,
  before: ReadonlyMap<string, AssetQuotes>,
  after: ReadonlyMap<string, AssetQuotes>,
  nowMs: number,
): Promise<void> {
  const dismissed = [...after].flatMap(([asset, { sources, silenced }]) =>
    [...(before.get(asset)?.silenced ?? [])]
      .filter((source) => !silenced.has(source))
      .flatMap((source) => newestQuote(sources.get(source) ?? {}) ?? []),
  )
  for (const quote of dismissed) await dismiss(client, quote, nowMs)
}

function columns(quotes: readonly PriceQuote[]): string[][] {
  return [
    quotes.map(({ asset }) => asset),
    quotes.map(({ source }) => source),
    quotes.map(({ priceUsd }) => priceUsd),
    quotes.map(({ observedAt }) => observedAt),
  ]
}

function summary(
  quotes: readonly PriceQuote[],
  before: ReadonlyMap<string, AssetQuotes>,
  after: ReadonlyMap<string, AssetQuotes>,
  accepted: readonly PriceQuote[],
  nowMs: number,
  rules: PriceRules,
): TakenQuotes {
  const heldBefore = heldQuotes(before)
  const wasHeld = new Set(heldBefore.map(identity))
  const series = new Set(heldBefore.map(seriesOf))
  return {
    quotes: quotes.map((quote) => ({
      quote,
      status: status(quote, after.get(quote.asset)?.sources.get(quote.source)),
    })),
    newlyHeld: heldQuotes(after).filter((quote) => !series.has(seriesOf(quote))),
    released: accepted.filter((quote) => wasHeld.has(identity(quote))),
    changedAssets: [...after]
      .filter(([asset, known]) => {
        const price = currentPrice(known, nowMs, rules)
        return price !== undefined && price !== currentPrice(before.get(asset), nowMs, rules)
      })
      .map(([asset]) => asset),
  }
}

function status(quote: PriceQuote, known: SourceQuotes = {}): QuoteStatus {
  const isThis = (other: PriceQuote | undefined) =>
    other?.observedAt === quote.observedAt && new Decimal(other.priceUsd).equals(quote.priceUsd)
  if (isThis(known.held)) return 'held'
  return isThis(known.accepted) ? 'accepted' : 'superseded'
}

function heldQuotes(known: ReadonlyMap<string, AssetQuotes>): HeldQuote[] {
  return [...known.values()].flatMap(({ sources }) =>
    [...sources.values()].flatMap(({ held }) => held ?? []),
  )
}

function currentPrice(
  known: AssetQuotes | undefined,
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): string | undefined {
  const quotes = [...(known?.sources.values() ?? [])]
  const accepted = quotes.flatMap((quote) => quote.accepted ?? [])
  const reading = medianReading(accepted, nowMs, ageSecondsMax)
  return reading.kind === 'current' ? reading.priceUsd : undefined
}

/** Identifies a series of held quotes of a source near the same price. */
function seriesOf({ asset, source, heldSince }: HeldQuote): string {
  return JSON.stringify([asset, source, heldSince])
}

/** Identifies a quote: a source has one price of an asset at a time. */
function identity({ asset, source, observedAt }: PriceQuote): string {
  return JSON.stringify([asset, source, observedAt])
}
