import { Decimal } from '@vadium/margin'
import type { Refusal } from '../../platform/refusal.ts'
import { newestQuote, type PriceRules } from './price-guard.ts'
import type { Queries } from './queries.ts'
import { lockAssets } from './quote-intake.ts'
import {
  invalidState,
  lockSource,
  otherPrice,
  type Release,
  unknownSource,
} from './quote-release.ts'
import { dismiss } from './silenced-sources.ts'
import { knownQuotes } from './stored-quotes.ts'

/** The last quote of a silenced source, as the account that dismisses it saw it. */
export type Dismissal = Release

/**
 * Lets the last quote of a silenced source contradict nobody from now on. It must run in a
 * transaction of an operator that a second person has approved. The asset is locked until its end,
 * as by a push. The asset must exist.
 * @returns the id of the price source.
 */
export async function dismissQuote(
  client: Queries,
  { accountId, asset, source, priceUsd }: Dismissal,
  nowMs: number,
  rules: PriceRules,
): Promise<string | Refusal> {
  await lockAssets(client, [asset])
  const registered = await lockSource(client, source)
  if (registered === undefined) return unknownSource
  const known = (await knownQuotes(client, [asset], nowMs, rules)).get(asset)
  const last = newestQuote(known?.sources.get(source) ?? {})
  if (known === undefined || last === undefined || !known.silenced.has(source)) return notSilenced
  if (!new Decimal(last.priceUsd).equals(priceUsd)) return otherPrice('last', last.priceUsd)
  await dismiss(client, last, nowMs, accountId)
  return registered.id
}

const notSilenced = invalidState(
  'source',
  'has no quote of this asset that goes on contradicting others',
)
