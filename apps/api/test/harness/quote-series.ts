import { medianReading } from '../../src/features/prices/median.ts'
import type { SpokenQuote } from '../../src/features/prices/price-book.ts'
import { type GuardedAsset, takeQuote, unquoted } from './guarded-asset.ts'
import type { ModelQuote } from './modelled-guard.ts'

export const rules = { deviationPercent: 20, ageSecondsMax: 180 }
const epoch = Date.parse('2026-03-02T12:00:00.000Z')
const at = (second: number) => epoch + second * 1000

export interface Arrival extends ModelQuote {
  /** Seconds between its observation and its arrival. */
  readonly delay: number
}

/** A source is its own speaker unless its name has another one: `name@speaker`. */
export const arrival = (source: string, cents: number, second: number, delay = 0): Arrival => ({
  source,
  speaker: source.split('@').at(-1) ?? source,
  cents,
  second,
  delay,
})

function quoteOf({ source, speaker, cents, second }: ModelQuote): SpokenQuote {
  const priceUsd = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  const observedAt = new Date(at(second)).toISOString()
  return { asset: 'BTC', source, speaker, priceUsd, observedAt }
}

export function take(asset: GuardedAsset, { delay, ...quote }: Arrival): GuardedAsset {
  return takeQuote(asset, quoteOf(quote), at(quote.second + delay), rules)
}

export const takeAll = (arrivals: readonly Arrival[]) => arrivals.reduce(take, unquoted)

export function priceAt({ sources }: GuardedAsset, second: number): string {
  const accepted = [...sources.values()].flatMap((source) => source.accepted ?? [])
  const reading = medianReading(accepted, at(second), rules.ageSecondsMax)
  return reading.kind === 'current' ? reading.priceUsd : reading.kind
}

export const heldSources = ({ sources }: GuardedAsset) =>
  [...sources].filter(([, { held }]) => held !== undefined).map(([source]) => source)
