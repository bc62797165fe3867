import type { GuardedAsset } from './guarded-asset.ts'
import { arrival, take } from './quote-series.ts'

const highest = 2_000_000

/**
 * The lowest price in cents that would count at once as the quote of a source. Undefined if none
 * would.
 */
export function lowestThatCounts(
  asset: GuardedAsset,
  source: string,
  second: number,
): number | undefined {
  return extremeThatCounts(asset, source, second, 1)
}

export function highestThatCounts(
  asset: GuardedAsset,
  source: string,
  second: number,
): number | undefined {
  return extremeThatCounts(asset, source, second, highest)
}

/** Prices that count are near a quote: the search goes from there towards an end of all prices. */
function extremeThatCounts(
  asset: GuardedAsset,
  source: string,
  second: number,
  end: number,
): number | undefined {
  const observedAt = (of: GuardedAsset) => of.sources.get(source)?.accepted?.observedAt
  const known = observedAt(asset)
  const counts = (cents: number) =>
    observedAt(take(asset, arrival(source, cents, second))) !== known
  const near = saidBy(asset)
    .toSorted((a, b) => Math.abs(a - end) - Math.abs(b - end))
    .find(counts)
  if (near === undefined) return undefined
  return counts(end) ? end : lastThat(counts, near, end)
}

/** The last number on the way from one that passes to one that does not. */
function lastThat(holds: (value: number) => boolean, from: number, to: number): number {
  let [holding, beyond] = [from, to]
  while (Math.abs(holding - beyond) > 1) {
    const middle = (holding + beyond) >> 1
    if (holds(middle)) holding = middle
    else beyond = middle
  }
  return holding
}

/** All quotes of the asset, in cents. */
function saidBy({ sources }: GuardedAsset): number[] {
  return [...sources.values()]
    .flatMap(({ accepted, held }) => [held ?? [], accepted ?? []].flat())
    .map(({ priceUsd }) => Math.round(Number(priceUsd) * 100))
}
