import { createHash } from 'node:crypto'
import type { PriceQuote, SpokenQuote } from './price-book.ts'
import type { PriceWrite, Queries } from './queries.ts'

/** The join for {@link speakerColumn}. */
export const joinSpeakers = (quotes: string) =>
  `LEFT JOIN price_sources registered ON registered.source = ${quotes}.source`

/**
 * The speaker of a quote. A source without an account is its own speaker. Source names contain no
 * space, so the two kinds do not collide.
 */
export const speakerColumn = (quotes: string) => `${speakerOf(quotes)} AS speaker`

/** The same as an expression, by the account of the source. */
export const speakerOf = (quotes: string, account = 'registered.account_id') =>
  `coalesce('account ' || ${account}, ${quotes}.source)`

/**
 * Registers the sources of the service itself: the feed, the prices of a scenario, the script of a
 * sandbox. Existing names are left unchanged.
 */
export async function registerOwnSources(
  client: Queries,
  sources: readonly string[],
  now: string,
): Promise<void> {
  const { text, values } = ownSources(sources, now)
  await client.query(text, values)
}

/** The statement of {@link registerOwnSources}. */
export function ownSources(sources: readonly string[], now: string): PriceWrite {
  const names = [...new Set(sources)]
  return {
    text: `
      INSERT INTO price_sources (id, source, created_at)
      SELECT id, source, $3 FROM unnest($1::uuid[], $2::text[]) AS s (id, source)
      WHERE NOT EXISTS (SELECT FROM price_sources k WHERE k.source = s.source)
      ON CONFLICT DO NOTHING`,
    values: [names.map(priceSourceId), names, now],
  }
}

/**
 * The sources that an account may push. Rotating a credential does not change them, because the
 * account stays the same.
 */
export async function sourcesOfAccount(client: Queries, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ source: string }>(
    `SELECT source FROM price_sources WHERE account_id = $1 AND revoked_at IS NULL
     ORDER BY source COLLATE "C"`,
    [accountId],
  )
  return rows.map(({ source }) => source)
}

/** The same quotes with their speakers. */
export async function withSpeakers(
  client: Queries,
  quotes: readonly PriceQuote[],
): Promise<SpokenQuote[]> {
  const { rows } = await client.query<{ source: string; speaker: string }>(
    `SELECT q.source, ${speakerColumn('q')}
     FROM (SELECT DISTINCT source FROM unnest($1::text[]) AS s (source)) q ${joinSpeakers('q')}`,
    [quotes.map(({ source }) => source)],
  )
  const speakers = new Map(rows.map(({ source, speaker }) => [source, speaker]))
  return quotes.map((quote) => ({ ...quote, speaker: speakers.get(quote.source) ?? quote.source }))
}

/** Derived from the name, so that a scenario gets the same ids wherever it is loaded. */
export function priceSourceId(source: string): string {
  const hex = createHash('sha256').update(`price source ${source}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
