import type { Queries } from './queries.ts'

/**
 * The first of some assets of which a source has quoted a price that is held, and not older than a
 * time, RFC 3339. Undefined if there is none: an older one says nothing of the present price.
 */
export async function assetWithHeldQuote(
  transaction: Queries,
  assets: readonly string[],
  since: string,
): Promise<string | undefined> {
  const { rows } = await transaction.query<{ asset: string }>(
    'SELECT asset FROM held_prices WHERE asset = ANY ($1) AND observed_at >= $2 ORDER BY asset LIMIT 1',
    [assets, since],
  )
  return rows[0]?.asset
}
