import { isFresh } from './median.ts'
import { newestQuote, type PriceRules, type SourceQuotes } from './price-guard.ts'

/** A source that another account has silenced. */
export interface Silence {
  readonly source: string
  /** RFC 3339. */
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
 * be pushed, that holds until it quotes again. A source has a silence for each dismissed quote.
 */
export function silencedQuotes(
  quotes: ReadonlyMap<string, ReadonlyMap<string, SourceQuotes>>,
  silences: readonly Silence[],
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): ReadonlyMap<string, ReadonlySet<string>> {
  const bySource = new Map(silences.map((silence) => [silence.source, silence]))
  const dismissed = new Set(
    silences.map(({ asset, source, observedAt }) => key(asset, source, observedAt)),
  )
  return new Map(
    [...quotes].map(([asset, sources]) => {
      const silenced = [...sources].filter(([source, known]) => {
        const [silence, last] = [bySource.get(source), newestQuote(known)]
        if (silence === undefined || last === undefined) return false
        const atMs = Date.parse(silence.silencedAt)
        // With an overlap, a rotated credential ends later.
        if (atMs > nowMs) return false
        const hasSpoken = silence.canPush && Date.parse(last.observedAt) > atMs
        // What contradicted nobody by then does not begin to.
        const contradicted = isFresh(last.observedAt, atMs, 2 * ageSecondsMax)
        return contradicted && !hasSpoken && !dismissed.has(key(asset, source, last.observedAt))
      })
      return [asset, new Set(silenced.map(([source]) => source))]
    }),
  )
}

function key(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts)
}
