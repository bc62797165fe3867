import {
  addExposure,
  type Decimal,
  type Exposure,
  type ExposureInputs,
  exposureValue,
  formatDecimal,
  netExposure,
  NO_EXPOSURE,
} from '@vadium/margin'
import type { AssetExposureRow, CounterpartyExposureRow } from '@vadium/schema'
import type { Snapshot } from '../../platform/db/snapshots.ts'
import { type PriceReading, usablePrice } from '../prices/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addClaim, type Claims, claimsAt, NO_CLAIMS } from './claims-at.ts'
import { type LimitMembers, UncoveredAmounts } from './limits-at.ts'
import { type PositionAt, type PositionChoice, positionsAt } from './positions-at.ts'
import type { ReportPrices } from './report-prices.ts'
import type { ReportMoment } from './report-time.ts'

type Readings = ReadonlyMap<string, PriceReading>

/** Sums over positions: the number of positions, and the exposure in each asset. */
interface Sums {
  openPositions: number
  readonly assets: Map<string, Exposure>
}

/** What there is with one counterparty. */
interface Dealings {
  readonly name: string
  readonly sums: Sums
  claims: Claims
}

/** An empty batch: no row is known until all positions have been read. */
const noRowsYet: never[] = []

const newSums = (): Sums => ({ openPositions: 0, assets: new Map() })

type Counterparty = Pick<PositionAt, 'counterpartyId' | 'counterpartyName'>

/** The exposure to each counterparty, by name. Memory holds the sums, not the positions. */
export async function* counterpartyExposureReport(
  snapshot: Snapshot,
  choice: PositionChoice,
  moment: ReportMoment,
  prices: ReportPrices,
): AsyncGenerator<CounterpartyExposureRow[], void, undefined> {
  const counterparties = new Map<string, Dealings>()
  const dealingsWith = ({ counterpartyId: id, counterpartyName: name }: Counterparty) => {
    const known = counterparties.get(id) ?? { name, sums: newSums(), claims: NO_CLAIMS }
    counterparties.set(id, known)
    return known
  }
  const pricesThen = prices.ofMoment(snapshot, moment)
  const uncovered = await UncoveredAmounts.at(snapshot, choice, moment, pricesThen)
  for await (const positions of positionsAt(snapshot, choice, moment)) {
    await uncovered.add(positions)
    for (const position of positions) {
      const { sums } = dealingsWith(position)
      count(sums, position)
      for (const [asset, inputs] of partsOf(position, choice)) addTo(sums, asset, inputs)
    }
    yield noRowsYet
  }
  for await (const claims of claimsAt(snapshot, choice, moment)) {
    for (const claim of claims) {
      const dealings = dealingsWith(claim)
      dealings.claims = addClaim(dealings.claims, claim)
    }
    yield noRowsYet
  }
  const assets = [...counterparties.values()].flatMap(({ sums, claims }) => [
    ...sums.assets.keys(),
    ...claims.assets.keys(),
  ])
  const readings = await pricesThen.read([...new Set(assets)])
  const rows = [...counterparties]
    .filter(([, { sums, claims }]) => hasPositions(sums) || claims !== NO_CLAIMS)
    .map(([id, dealings]) => ({
      ...counterpartyRow(id, dealings, readings),
      ...uncovered.of(id),
    }))
    .sort(
      (a, b) =>
        compared(a.counterparty_name, b.counterparty_name) ||
        compared(a.counterparty_id, b.counterparty_id),
    )
  if (rows.length > 0) yield rows
}

/** The exposure in each asset, by symbol. */
export async function* assetExposureReport(
  snapshot: Snapshot,
  choice: PositionChoice,
  moment: ReportMoment,
  prices: ReportPrices,
): AsyncGenerator<AssetExposureRow[], void, undefined> {
  const byAsset = new Map<string, Sums>()
  for await (const positions of positionsAt(snapshot, choice, moment)) {
    for (const position of positions) {
      for (const [asset, inputs] of partsOf(position, choice)) {
        const sums = byAsset.get(asset) ?? newSums()
        byAsset.set(asset, sums)
        count(sums, position)
        addTo(sums, asset, inputs)
      }
    }
    yield noRowsYet
  }
  const readings = await prices.ofMoment(snapshot, moment).read([...byAsset.keys()])
  const rows = [...byAsset]
    .filter(([, sums]) => hasPositions(sums))
    .map(([asset, sums]) => assetRow(asset, sums, readings))
    .sort((a, b) => compared(a.asset, b.asset))
  if (rows.length > 0) yield rows
}

/**
 * The exposure of a position in each of its two assets, from the organization's side. If the report
 * is for one asset, only that one.
 */
function partsOf(
  position: PositionAt,
  { eitherAsset }: PositionChoice,
): (readonly [asset: string, inputs: ExposureInputs])[] {
  const { side, outstandingQuantity: lent, collateralQuantity: pledged } = position
  const parts = [
    [position.asset, side === 'lender' ? { lent } : { borrowed: lent }],
    [
      position.collateralAsset,
      side === 'lender' ? { collateralHeld: pledged } : { collateralPosted: pledged },
    ],
  ] as const
  return parts.filter(([asset]) => eitherAsset === undefined || asset === eitherAsset)
}

function count(sums: Sums, { status }: PositionAt): void {
  if (status !== 'CLOSED') sums.openPositions += 1
}

function addTo({ assets }: Sums, asset: string, inputs: ExposureInputs): void {
  assets.set(asset, addExposure(assets.get(asset) ?? NO_EXPOSURE, inputs))
}

/** A counterparty without open positions has no exposure. */
function hasPositions({ openPositions }: Sums): boolean {
  return openPositions > 0
}

function counterpartyRow(
  id: string,
  { name, sums: { openPositions, assets }, claims }: Dealings,
  readings: Readings,
): Omit<CounterpartyExposureRow, keyof LimitMembers> {
  const held = [...assets].filter(([, exposure]) => !isNothing(exposure))
  const unpriced = held.filter(([asset]) => priceOf(asset, readings) === null)
  const unpricedClaims = [...claims.assets.keys()].filter(
    (asset) => priceOf(asset, readings) === null,
  )
  const sum = held.reduce((total: Exposure, [asset, exposure]) => {
    const price = priceOf(asset, readings)
    return price === null ? total : addExposure(total, exposureValue(exposure, price))
  }, NO_EXPOSURE)
  /** A sum in USD is null if one of its parts has no price. */
  const isWhole = (part: keyof Exposure) =>
    unpriced.every(([, exposure]) => exposure[part].isZero())
  return {
    counterparty_id: id,
    counterparty_name: name,
    open_positions: openPositions,
    ...usdMembers(sum, isWhole),
    claims_usd: unpricedClaims.length > 0 ? null : formatDecimal(claimsUsd(claims, readings)),
    unpriced_assets: [...new Set([...unpriced.map(([asset]) => asset), ...unpricedClaims])].sort(
      compared,
    ),
  }
}

/** The sum of claims whose assets have prices. */
function claimsUsd({ usd, assets }: Claims, readings: Readings): Decimal {
  return [...assets].reduce(
    (sum, [asset, quantity]) => sum.plus(quantity.times(priceOf(asset, readings) ?? 0)),
    usd,
  )
}

function assetRow(
  asset: string,
  { openPositions, assets }: Sums,
  readings: Readings,
): AssetExposureRow {
  const exposure = assets.get(asset) ?? NO_EXPOSURE
  const price = priceOf(asset, readings)
  const value = price === null ? NO_EXPOSURE : exposureValue(exposure, price)
  return {
    asset,
    open_positions: openPositions,
    lent_quantity: formatDecimal(exposure.lent),
    borrowed_quantity: formatDecimal(exposure.borrowed),
    collateral_held_quantity: formatDecimal(exposure.collateralHeld),
    collateral_posted_quantity: formatDecimal(exposure.collateralPosted),
    net_quantity: formatDecimal(netExposure(exposure)),
    price_usd: price,
    ...usdMembers(value, (part) => price !== null || exposure[part].isZero()),
  }
}

function usdMembers(value: Exposure, isWhole: (part: keyof Exposure) => boolean) {
  const usd = (part: keyof Exposure) => (isWhole(part) ? formatDecimal(value[part]) : null)
  const isAllWhole = parts.every(isWhole)
  return {
    lent_usd: usd('lent'),
    borrowed_usd: usd('borrowed'),
    collateral_held_usd: usd('collateralHeld'),
    collateral_posted_usd: usd('collateralPosted'),
    net_usd: isAllWhole ? formatDecimal(netExposure(value)) : null,
  }
}

const parts = ['lent', 'borrowed', 'collateralHeld', 'collateralPosted'] as const

const isNothing = (exposure: Exposure) => parts.every((part) => exposure[part].isZero())

function priceOf(asset: string, readings: Readings): string | null {
  const price = usablePrice(asset, readings)
  return price instanceof Refusal ? null : price.priceUsd
}

/** Compares by character code, so that the order is the same on every machine. */
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
