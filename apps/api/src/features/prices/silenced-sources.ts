import { isFresh } from './median.ts'
import type { PriceQuote } from './price-book.ts'
import { newestQuote, type PriceRules, type SourceQuotes } from './price-guard.ts'
import type { Queries } from './queries.ts'

interface SilencedRow {
  readonly source: string
  readonly silencedAt: string
  /** Whether its account still has a credential with which it could push. */
  readonly canPush: boolean
  /** A quote of the source that was dismissed. Null if there is none. */
  readonly asset: string | null
  readonly observedAt: string | null
}

/**
 * The sources whose newest quote goes on contradicting others, by asset: another account has
 * silenced them while that quote contradicted, and it has not been dismissed. If a source can still
 * be pushed, that holds until it quotes again.
 */
export async function silencedSources(
  client: Queries,
  quotes: ReadonlyMap<string, ReadonlyMap<string, SourceQuotes>>,
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const names = new Set([...quotes.values()].flatMap((sources) => [...sources.keys()]))
  const { rows } = await client.query<SilencedRow>(
    `SELECT s.source, s.silenced_at AS "silencedAt", s.can_push AS "canPush", d.asset,
       d.observed_at AS "observedAt"
     FROM silenced_sources($1) s
     LEFT JOIN dismissed_prices d ON d.source = s.source AND d.asset = ANY ($2)`,
    [[...names], [...quotes.keys()]],
  )
  const silences = new Map(
    rows.map(({ source, silencedAt, canPush }) => [
      source,
      { atMs: Date.parse(silencedAt), canPush },
    ]),
  )
  const dismissed = new Set(
    rows.map(({ asset, source, observedAt }) => key(asset, source, observedAt)),
  )
  return new Map(
    [...quotes].map(([asset, sources]) => {
      const silenced = [...sources].filter(([source, known]) => {
        const [silence, last] = [silences.get(source), newestQuote(known)]
        // With an overlap, a rotated credential ends later.
        if (silence === undefined || last === undefined || silence.atMs > nowMs) return false
        const hasSpoken = silence.canPush && Date.parse(last.observedAt) > silence.atMs
        // What contradicted nobody by then does not begin to.
        const contradicted = isFresh(last.observedAt, silence.atMs, 2 * ageSecondsMax)
        return contradicted && !hasSpoken && !dismissed.has(key(asset, source, last.observedAt))
      })
      return [asset, new Set(silenced.map(([source]) => source))]
    }),
  )
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

function key(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts)
}
