import type { Position, Price } from '@vadium/client'
import {
  addExposure,
  Decimal,
  type Exposure,
  type ExposureInputs,
  exposureValue,
  formatDecimal,
  netExposure,
  NO_EXPOSURE,
} from '@vadium/margin'
import { isZero } from '../../figures/decimal-text.ts'
import type { Total } from '../../table/column.ts'

/** The parts of an exposure and its net, as decimals of the API. */
export type ExposureTexts = Readonly<Record<keyof Exposure | 'net', string>>

/** The exposure to one counterparty in one asset. */
export interface AssetExposure {
  readonly asset: string
  readonly units: ExposureTexts
  /** Null if the asset has no current price. */
  readonly usd: ExposureTexts | null
  readonly price: Price | undefined
}

export type ExposureSums = Readonly<Record<keyof ExposureTexts, Total | null>>

/** The exposure to one counterparty. */
export interface CounterpartyExposure {
  readonly id: string
  readonly name: string
  readonly positions: number
  readonly assets: readonly AssetExposure[]
  /** Null where the rest can be on either side of what is known. */
  readonly usd: ExposureSums
  /** The assets without a current price, which no sum has. */
  readonly unpriced: readonly AssetExposure[]
}

interface Sums {
  readonly name: string
  positions: number
  readonly assets: Map<string, Exposure>
}

/** The exposures of an organization in its open positions, the largest net in USD first. */
export function counterpartyExposures(
  positions: readonly Position[],
  ownId: string,
  prices: readonly Price[],
): readonly CounterpartyExposure[] {
  const byId = new Map<string, Sums>()
  for (const position of positions) {
    const isLender = position.lender_id === ownId
    const [id, name] = isLender
      ? [position.borrower_id, position.borrower_name]
      : [position.lender_id, position.lender_name]
    const sums = byId.get(id) ?? { name, positions: 0, assets: new Map<string, Exposure>() }
    byId.set(id, sums)
    sums.positions += 1
    const { asset_quantity: lent, collateral_quantity: pledged } = position
    add(sums, position.asset, isLender ? { lent } : { borrowed: lent })
    add(
      sums,
      position.collateral_asset,
      isLender ? { collateralHeld: pledged } : { collateralPosted: pledged },
    )
  }
  const priceOf = new Map(prices.map((price) => [price.asset, price]))
  return [...byId]
    .map(([id, sums]) => exposureOf(id, sums, priceOf))
    .sort((one, other) => one.name.localeCompare(other.name))
}

function add({ assets }: Sums, asset: string, more: ExposureInputs): void {
  assets.set(asset, addExposure(assets.get(asset) ?? NO_EXPOSURE, more))
}

function exposureOf(
  id: string,
  { name, positions, assets }: Sums,
  prices: ReadonlyMap<string, Price>,
): CounterpartyExposure {
  const rows = [...assets]
    .filter(([, exposure]) => !isNothing(exposure))
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([asset, exposure]) => {
      const price = prices.get(asset)
      const value = price?.price_usd == null ? null : exposureValue(exposure, price.price_usd)
      return { asset, exposure, price, value }
    })
  const shown = rows.map(({ asset, exposure, price, value }) => ({
    asset,
    units: texts(exposure),
    usd: value === null ? null : texts(value),
    price,
  }))
  return {
    id,
    name,
    positions,
    assets: shown,
    usd: {
      lent: usdSum(shown, 'lent'),
      borrowed: usdSum(shown, 'borrowed'),
      collateralHeld: usdSum(shown, 'collateralHeld'),
      collateralPosted: usdSum(shown, 'collateralPosted'),
      net: usdSum(shown, 'net'),
    },
    unpriced: shown.filter(({ usd }) => usd === null),
  }
}

/**
 * The sum of a part in USD. It is a bound if it leaves out a quantity without a price, and null if
 * it leaves out some on both sides of zero.
 */
export function usdSum(rows: readonly AssetExposure[], part: keyof ExposureTexts): Total | null {
  const known = rows.reduce((sum, { usd }) => sum.plus(usd?.[part] ?? 0), new Decimal(0))
  const left = rows
    .filter(({ usd, units }) => usd === null && !isZero(units[part]))
    .map(({ units }) => units[part].startsWith('-'))
  const isLower = left.includes(true)
  if (isLower && left.includes(false)) return null
  return {
    value: formatDecimal(known),
    bound: left.length === 0 ? undefined : isLower ? '≤' : '≥',
  }
}

const isNothing = (exposure: Exposure): boolean =>
  Object.values<Exposure[keyof Exposure]>({ ...exposure }).every((part) => part.isZero())

function texts(exposure: Exposure): ExposureTexts {
  return {
    lent: formatDecimal(exposure.lent),
    borrowed: formatDecimal(exposure.borrowed),
    collateralHeld: formatDecimal(exposure.collateralHeld),
    collateralPosted: formatDecimal(exposure.collateralPosted),
    net: formatDecimal(netExposure(exposure)),
  }
}
