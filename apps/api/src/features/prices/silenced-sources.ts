import type { PriceQuote } from './price-book.ts'
import type { PriceRules, SourceQuotes } from './price-guard.ts'
import type { Queries } from './queries.ts'
import { type Silence, silencedQuotes } from './silenced-quotes.ts'

/**
 * The sources whose newest quote goes on contradicting others, by asset: see {@link
 * silencedQuotes}.
 */
export async function silencedSources(
  client: Queries,
  quotes: ReadonlyMap<string, ReadonlyMap<string, SourceQuotes>>,
  nowMs: number,
  rules: PriceRules,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const names = new Set([...quotes.values()].flatMap((sources) => [...sources.keys()]))
  const { rows } = await client.query<Silence>(
    `SELECT s.source, s.silenced_at AS "silencedAt", s.can_push AS "canPush", d.asset,
       d.observed_at AS "observedAt"
     FROM silenced_sources($1) s
     LEFT JOIN dismissed_prices d ON d.source = s.source AND d.asset = ANY ($2)`,
    [[...names], [...quotes.keys()]],
  )
  return silencedQuotes(quotes, rows, nowMs, rules)
}

/**
 * From now on the quote contradicts nobody. It must be the newest of its source, and its asset
 * locked.
 */
export async function dismiss(
  client: Queries,
  { asset, source, observedAt }: Pick<PriceQuote, 'asset' | 'source' | 'observedAt'>,
  nowMs: number,
  accountId: string | null = null,
): Promise<void> {
  await client.query(
    `INSERT INTO dismissed_prices (asset, source, observed_at, dismissed_at, account_id)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (asset, source) DO UPDATE SET observed_at = excluded.observed_at,
       dismissed_at = excluded.dismissed_at, account_id = excluded.account_id`,
    [asset, source, observedAt, new Date(nowMs).toISOString(), accountId],
  )
}
