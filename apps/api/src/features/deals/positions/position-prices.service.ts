import {
  flagTriggerPrices,
  formatDecimal,
  releaseTriggerPrices,
  topUpTriggerPrices,
  type TriggerPricePair,
  valuePosition,
} from '@vadium/margin'
import type { getPositionPrices, OperationParams, PositionPrices } from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type PriceBook, type PriceReading, usablePrice } from '../../prices/index.ts'
import { pricedAssets } from './position-figures.ts'
import { positionNotFound } from './position.service.ts'
import type { PositionRepository, PricedRow } from './position.repository.ts'
import { marginTermsOf } from './valued-position.ts'

type PriceLine = PositionPrices['asset']
type TriggerPrice = PositionPrices['trigger_prices'][number]
type Readings = ReadonlyMap<string, PriceReading>

/** Used instead of a missing price; no trigger price that follows from it is kept. */
const anyPrice = '1'

/** The prices of a position then and now, and those at which something would happen. */
export class PositionPriceService {
  readonly #positions: PositionRepository
  readonly #prices: PriceBook
  readonly #clock: Clock

  constructor(positions: PositionRepository, prices: PriceBook, clock: Clock) {
    this.#positions = positions
    this.#prices = prices
    this.#clock = clock
  }

  async get(
    tenant: Tenant,
    { position_id: id }: OperationParams<typeof getPositionPrices>,
  ): Promise<PositionPrices | Refusal> {
    const nowMs = this.#clock.now()
    const row = await this.#positions.findPriced(tenant, id, nowMs)
    if (row instanceof Refusal) return row
    if (row === undefined) return positionNotFound(id)
    const readings = this.#prices.readingsOf(pricedAssets([row]), row.quotes, nowMs)
    return {
      position_id: row.id,
      asset: {
        ...priceLine(row.asset, row.assetCut, row.assetCutAt, readings),
        at_last_m2m: {
          price_usd: row.priceAtLastM2mUsd,
          source: row.isMarked ? 'mark-to-market request' : 'opening',
          observe_time: row.lastM2mAt,
        },
      },
      collateral: {
        ...priceLine(row.collateralAsset, row.collateralCut, row.collateralCutAt, readings),
        at_last_m2m:
          row.collateralAtLastM2mUsd === null
            ? null
            : {
                price_usd: row.collateralAtLastM2mUsd,
                source: 'mark-to-market request',
                observe_time: row.lastM2mAt,
              },
      },
      trigger_prices: triggerPrices(row, readings),
    }
  }
}

function priceLine(
  asset: string,
  cut: string | null,
  cutAt: string | null,
  readings: Readings,
): Omit<PriceLine, 'at_last_m2m'> {
  const reading = readings.get(asset) ?? { kind: 'missing' }
  return {
    asset,
    at_last_market_cut:
      cut === null || cutAt === null
        ? null
        : { price_usd: cut, source: 'market cut', observe_time: cutAt },
    now:
      reading.kind === 'current'
        ? {
            price_usd: reading.priceUsd,
            source: reading.source,
            observe_time: reading.observedAt,
          }
        : null,
    state: reading.kind,
    newest_observe_time: reading.kind === 'missing' ? null : reading.observedAt,
  }
}

/** The trigger prices, as the explained preview of the position has them. */
function triggerPrices(position: PricedRow, readings: Readings): TriggerPrice[] {
  const asset = usablePrice(position.asset, readings)
  const collateral = usablePrice(position.collateralAsset, readings)
  const hasAssetPrice = !(asset instanceof Refusal)
  const hasCollateralPrice = !(collateral instanceof Refusal)
  const valued = valuePosition({
    assetQuantity: position.assetQuantity,
    assetPriceUsd: hasAssetPrice ? asset.priceUsd : anyPrice,
    collateralQuantity: position.collateralQuantity,
    collateralPriceUsd: hasCollateralPrice ? collateral.priceUsd : anyPrice,
    deliveriesInTransit: position.deliveriesInTransit,
    returnsInTransit: position.returnsInTransit,
    disputedQuantity: position.collateralDisputedQuantity,
  })
  const terms = marginTermsOf(position)
  const { marginCallPercent, liquidationPercent } = position.terms
  // The price of one asset at which it happens follows from the current price of the other.
  const printed = (name: string, pair: TriggerPricePair): TriggerPrice => ({
    name,
    unit: 'USD',
    asset_price:
      hasCollateralPrice && pair.assetPriceUsd !== null ? formatDecimal(pair.assetPriceUsd) : null,
    collateral_price:
      hasAssetPrice && pair.collateralPriceUsd !== null
        ? formatDecimal(pair.collateralPriceUsd)
        : null,
  })
  return [
    printed('top_up', topUpTriggerPrices(valued, terms)),
    printed('release', releaseTriggerPrices(valued, terms)),
    printed('margin_call', flagTriggerPrices(valued, marginCallPercent)),
    printed('liquidation', flagTriggerPrices(valued, liquidationPercent)),
  ]
}
