import {
  compilePosition,
  compilePrices,
  type CompiledPrices,
  revalue,
  type BlockReason,
} from '@vadium/margin'
import type { ErrorReason, MarkToMarketDirection } from '@vadium/schema'
import { type PriceReading, usablePrice } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { markBlocker, releaseBlocker } from './mark-blocker.ts'
import { marginTermsOf, type ValuedPosition, type WatchedPosition } from './valued-position.ts'

/** The figures of a position at the prices of a moment, formatted and rounded as in a preview. */
export interface PositionFigures {
  /** USD. Null without a current price, like every figure that depends on it. */
  readonly assetPriceUsd: string | null
  readonly collateralPriceUsd: string | null
  /** When the older of the two prices was observed. */
  readonly priceTime: string | null
  readonly assetNotionalUsd: string | null
  readonly collateralValueUsd: string | null
  /** Also null without a collateral value or a notional. */
  readonly ltvPercent: string | null
  readonly ccrPercent: string | null
  /** False where the asset is not lent. */
  readonly marginCallReached: boolean | null
  readonly liquidationReached: boolean | null
  readonly direction: MarkToMarketDirection | null
  readonly m2mNotionalUsd: string | null
  /** In the collateral asset. */
  readonly m2mCollateralAmount: string | null
  /** Why a preview is refused. If there are several reasons, the first. */
  readonly refusal: Refusal | undefined
  /**
   * Why no mark-to-market request can be created: the reason of the refusal or of the preview. Null
   * if one can.
   */
  readonly m2mReason: ErrorReason | BlockReason | 'RECEIVER_IN_DEFAULT' | null
}

type Readings = ReadonlyMap<string, PriceReading>

const unpriced = {
  priceTime: null,
  ltvPercent: null,
  ccrPercent: null,
  marginCallReached: null,
  liquidationReached: null,
  direction: null,
  m2mNotionalUsd: null,
  m2mCollateralAmount: null,
}

/** Used instead of a missing price; no figure that depends on it is kept. */
const anyPrice = '1'

/** Values positions at the prices of one moment. Each asset is read once. */
export class PositionValuer {
  readonly #readings: Readings
  readonly #pairs = new Map<string, CompiledPrices>()

  constructor(readings: Readings) {
    this.#readings = readings
  }

  figures(position: WatchedPosition): PositionFigures {
    const asset = usablePrice(position.asset, this.#readings)
    const collateral = usablePrice(position.collateralAsset, this.#readings)
    const assetPriceUsd = asset instanceof Refusal ? null : asset.priceUsd
    const collateralPriceUsd = collateral instanceof Refusal ? null : collateral.priceUsd
    const revalued = revalue(
      compiled(position),
      this.#compiledPrices(assetPriceUsd ?? anyPrice, collateralPriceUsd ?? anyPrice),
    )
    const prices = { assetPriceUsd, collateralPriceUsd }
    const values = {
      assetNotionalUsd: assetPriceUsd === null ? null : revalued.assetNotionalUsd,
      collateralValueUsd: collateralPriceUsd === null ? null : revalued.collateralValueUsd,
    }
    const unmarked = [markBlocker(position), asset, collateral].find(isRefusal)
    if (asset instanceof Refusal || collateral instanceof Refusal) {
      const m2mReason = unmarked?.reason ?? null
      return { ...prices, ...values, ...unpriced, refusal: unmarked, m2mReason }
    }
    const refusal = unmarked ?? releaseBlocker(position, revalued.direction)
    return {
      ...prices,
      ...values,
      priceTime: older(asset.observedAt, collateral.observedAt),
      ltvPercent: revalued.ltvPercent,
      ccrPercent: revalued.ccrPercent,
      marginCallReached: position.isLent && revalued.marginCallReached,
      liquidationReached: position.isLent && revalued.liquidationReached,
      direction: revalued.direction,
      m2mNotionalUsd: revalued.m2mNotionalUsd,
      m2mCollateralAmount: revalued.m2mCollateralAmount,
      refusal,
      m2mReason: refusal?.reason ?? revalued.reasons[0] ?? null,
    }
  }

  #compiledPrices(assetPriceUsd: string, collateralPriceUsd: string): CompiledPrices {
    const pair = `${assetPriceUsd} ${collateralPriceUsd}`
    let prices = this.#pairs.get(pair)
    if (prices === undefined) {
      prices = compilePrices({ assetPriceUsd, collateralPriceUsd })
      this.#pairs.set(pair, prices)
    }
    return prices
  }
}

const older = (one: string, other: string) => (one < other ? one : other)

/** All assets whose prices are needed to value the positions. */
export function pricedAssets(
  positions: readonly Pick<ValuedPosition, 'asset' | 'collateralAsset'>[],
): string[] {
  return [...new Set(positions.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset]))]
}

function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal
}

function compiled(position: ValuedPosition) {
  return compilePosition({
    position: {
      assetQuantity: position.assetQuantity,
      collateralQuantity: position.collateralQuantity,
      deliveriesInTransit: position.deliveriesInTransit,
      returnsInTransit: position.returnsInTransit,
      disputedQuantity: position.collateralDisputedQuantity,
    },
    terms: marginTermsOf(position),
    marginCallPercent: position.terms.marginCallPercent,
    liquidationPercent: position.terms.liquidationPercent,
  })
}
