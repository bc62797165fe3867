import { Decimal, formatDecimal, roundUp } from '@vadium/margin'
import type { LimitUse } from '@vadium/schema'
import type { KnownPrice } from '../prices/index.ts'
import { type OfferedOrder, type UsedLimits, useOf } from '../deals/index.ts'
import type { PendingOffer } from './limit.repository.ts'

type Known = ReadonlyMap<string, KnownPrice>

/** How much is used of limits, as the API shows it; with an order as well if it is given. */
export function limitUseResource(
  used: UsedLimits,
  known: Known,
  offers: readonly PendingOffer[],
  order?: OfferedOrder,
): LimitUse {
  const { lentUsd, uncoveredUsd, assets, unpricedAssets } = useOf(used, order)
  const deals = order === undefined ? used.deals : [...used.deals, order]
  const inUse = new Set(deals.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset]))
  return {
    lent_usd: text(lentUsd.shown, 2),
    lent_percent: text(lentUsd.percent, 2),
    lent_exceeded: lentUsd.isExceeded,
    uncovered_usd: text(uncoveredUsd.shown, 2),
    uncovered_percent: text(uncoveredUsd.percent, 2),
    uncovered_exceeded: uncoveredUsd.isExceeded,
    assets: assets.map(({ asset, use, percent, isExceeded }) => ({
      asset,
      lent_quantity: text(use, 0) ?? '0',
      percent: text(percent, 2),
      exceeded: isExceeded,
    })),
    pending_usd: text(pendingUsd(offers, known), 2),
    stale_assets: [...inUse].filter((asset) => known.get(asset)?.isStale === true).sort(),
    unpriced_assets: unpricedAssets.toSorted(),
  }
}

/** Null if an asset never had a price. */
function pendingUsd(offers: readonly PendingOffer[], known: Known): Decimal | null {
  let sum = new Decimal(0)
  for (const { asset, quantity } of offers) {
    const price = known.get(asset)
    if (price === undefined) return null
    sum = sum.plus(new Decimal(quantity).times(price.priceUsd))
  }
  return roundUp(sum, '0.01')
}

const text = (value: Decimal | null, decimals: number) =>
  value === null ? null : formatDecimal(value, decimals)
