import { Decimal } from '@vadium/margin'
import { Refusal } from '../../platform/refusal.ts'
import { isFresh } from './median.ts'
import type { PriceQuote } from './price-book.ts'
import { type HeldQuote, type PriceRules, releaseQuote } from './price-guard.ts'
import type { Queries } from './queries.ts'
import { keepJudged, lockAssets, type TakenQuotes } from './quote-intake.ts'
import { knownQuotes } from './stored-quotes.ts'

/** The held quote that an account releases, as the account saw it. */
export interface Release extends Pick<PriceQuote, 'asset' | 'source' | 'priceUsd'> {
  readonly accountId: string
}

export interface ReleasedQuote {
  /** The id of the price source. */
  readonly sourceId: string
  readonly taken: TakenQuotes
}

export interface SourceRow {
  readonly id: string
  readonly accountId: string | null
  readonly isRevoked: boolean
}

/**
 * Lets a held quote count from now on. It must run in a transaction of an operator. The asset is
 * locked until its end, as by a push, so of a push and a release, or of two releases, the second
 * sees the first. The asset must exist.
 */
export async function releaseHeldQuote(
  client: Queries,
  { accountId, asset, source, priceUsd }: Release,
  nowMs: number,
  rules: PriceRules,
): Promise<ReleasedQuote | Refusal> {
  await lockAssets(client, [asset])
  const registered = await lockSource(client, source)
  const refusal = sourceRefusal(registered, accountId)
  if (registered === undefined || refusal !== undefined) return refusal ?? unknownSource
  const before = await knownQuotes(client, [asset], nowMs, rules)
  const known = before.get(asset)
  const held = known?.sources.get(source)?.held
  if (known === undefined || held === undefined) return notHeld
  const unfit = quoteRefusal(held, priceUsd, nowMs, rules)
  if (unfit !== undefined) return unfit
  const { quotes, accepted } = releaseQuote(known, held, nowMs, rules)
  const after = new Map([[asset, quotes]])
  const taken = await keepJudged(client, { quotes: [], before, after, accepted }, nowMs, rules)
  return { sourceId: registered.id, taken }
}

/** The source, which nobody can revoke until the end of the transaction. */
export async function lockSource(client: Queries, source: string): Promise<SourceRow | undefined> {
  const { rows } = await client.query<SourceRow>(
    `SELECT id, account_id AS "accountId", revoked_at IS NOT NULL AS "isRevoked"
     FROM price_sources WHERE source = $1 FOR SHARE`,
    [source],
  )
  return rows[0]
}

function sourceRefusal(source: SourceRow | undefined, accountId: string): Refusal | undefined {
  if (source === undefined) return unknownSource
  // Their own word would confirm itself.
  if (source.accountId === accountId) return ownSource
  if (source.isRevoked) return invalidState('source', 'is revoked')
  return undefined
}

function quoteRefusal(
  held: HeldQuote,
  priceUsd: string,
  nowMs: number,
  { ageSecondsMax }: PriceRules,
): Refusal | undefined {
  if (!new Decimal(held.priceUsd).equals(priceUsd)) return otherPrice('held', held.priceUsd)
  if (!isFresh(held.observedAt, nowMs, ageSecondsMax)) {
    return invalidState('source', `has observed this price at ${held.observedAt}: it is stale`)
  }
  return undefined
}

export function otherPrice(quote: 'held' | 'last', value: string): Refusal {
  const issue = `is not the price of the ${quote} quote`
  return new Refusal('INVALID_STATE', [{ field: 'price_usd', issue, value }])
}

export function invalidState(field: 'source' | 'price_usd', issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field, issue }])
}

export const unknownSource = new Refusal('REFERENCE_UNKNOWN', [
  { field: 'source', issue: 'is not a price source' },
])
const ownSource = new Refusal('APPROVER_NOT_PERMITTED', [
  {
    field: 'source',
    issue: "belongs to the caller's account: another account must release its quotes",
  },
])
const notHeld = invalidState('source', 'has no held quote of this asset')
