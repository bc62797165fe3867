import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import { day, minute } from '../../calendar.ts'
import { demoTime } from '../times.ts'
import type { DealTerms } from '../deal-terms.ts'
import { Random } from '../../random.ts'
import {
  type AgreementName,
  agreementNamed,
  agreementNames,
  termsAt,
} from '../reference/agreements.ts'
import type { AssetSymbol } from '../reference/assets.ts'
import { priceAt } from '../reference/prices.ts'

/**
 * How many orders have which status at the end of the history. The default profile must see more
 * than a page of positions and of calls at one time. More than that makes the first start slower.
 */
const counts = {
  ACTIVE: 64,
  CLOSED: 18,
  OPENING: 3,
  CLOSING: 3,
  PENDING_ACCEPTANCE: 4,
  ACCEPTED: 2,
  REJECTED: 4,
  CANCELLED: 4,
  EXPIRED: 3,
  FAILED: 3,
} as const

type Status = keyof typeof counts

/** An order and what becomes of it. */
export interface BulkOrder extends Omit<DealTerms, 'number'> {
  readonly status: Status
  /** Unix milliseconds. */
  readonly createdAt: number
  /** When its close begins, if it does. */
  readonly closedAt?: number
}

/** How much likelier an agreement of Harbor is, because its profile is the default. */
const harborWeight = 5

const agreements: readonly AgreementName[] = agreementNames
  .filter((name) => agreementNamed(name).inBulk !== false)
  .flatMap((name) => Array<AgreementName>(name.startsWith('harbor') ? harborWeight : 1).fill(name))

const pairs: readonly (readonly [asset: AssetSymbol, collateral: AssetSymbol])[] = [
  ['BTC', 'USDC'],
  ['BTC', 'USDC'],
  ['BTC', 'USDT'],
  ['ETH', 'USDC'],
  ['ETH', 'BTC'],
  ['SOL', 'USDC'],
  ['AVAX', 'USDC'],
  ['GRAIN', 'USDT'],
  ['USDC', 'BTC'],
  ['USDC', 'BTC'],
  ['USDC', 'ETH'],
  ['USDC', 'SOL'],
  ['USDT', 'ETH'],
  ['USDT', 'BTC'],
  ['USDC', 'AVAX'],
  ['USDT', 'GRAIN'],
]

/** The orders that make the book as large as a real one, oldest first. */
export function bulkOrders(): BulkOrder[] {
  return Object.entries(counts)
    .flatMap(([status, count]) => Array.from({ length: count }, () => status as Status))
    .map((status, index) => bulkOrder(new Random(`bulk order ${index + 1}`), status))
    .toSorted((a, b) => a.createdAt - b.createdAt)
}

function bulkOrder(random: Random, status: Status): BulkOrder {
  const agreement = random.pick(agreements)
  const [asset, collateralAsset] = random.pick(pairs)
  const daysAgo = daysSinceCreation(status, random)
  const createdAt =
    demoTime - daysAgo * day - random.integer(30, 400) * minute - random.integer(0, 59_999)
  const order = {
    agreement,
    status,
    collateralType: random.chance(85) ? 'BILATERAL' : 'RESTRICTED',
    asset,
    collateralAsset,
    ratePercent: formatDecimal(new Decimal(random.integer(8, 40)).div(4)),
    ...sizes(agreement, asset, collateralAsset, createdAt, random),
    createdAt,
  } as const
  if (status === 'CLOSING')
    return { ...order, closedAt: demoTime - random.integer(90, 150) * minute }
  if (status !== 'CLOSED') return order
  const closedAt =
    createdAt + random.integer(25, daysAgo - 2) * day + random.integer(1, 300) * minute
  return { ...order, closedAt }
}

function daysSinceCreation(status: Status, random: Random): number {
  switch (status) {
    case 'ACTIVE':
      return random.integer(30, 260)
    case 'CLOSED':
      return random.integer(60, 270)
    case 'CLOSING':
      return random.integer(40, 120)
    case 'OPENING':
    case 'PENDING_ACCEPTANCE':
    case 'ACCEPTED':
      return 0
    default:
      return random.integer(2, 200)
  }
}

/** Between 0.4 and 18 million USD, and collateral of 98 to 112 percent of what is required. */
function sizes(
  agreement: AgreementName,
  asset: AssetSymbol,
  collateralAsset: AssetSymbol,
  at: number,
  random: Random,
): Pick<DealTerms, 'assetQuantity' | 'collateralQuantity'> {
  const terms = termsAt(agreement, at)
  const notional = new Decimal(random.integer(400, 18_000)).times(1000)
  const assetQuantity = quantityFor(notional, asset, at, random)
  const required = assetQuantity
    .times(priceAt(asset, at))
    .times(terms.requirement_percent ?? '100')
    .div(100)
    .div(new Decimal(1).minus(terms.haircut ?? '0'))
  const collateral = required.times(random.integer(980, 1120)).div(1000)
  return {
    assetQuantity: formatDecimal(assetQuantity),
    collateralQuantity: formatDecimal(quantityFor(collateral, collateralAsset, at, random)),
  }
}

/** Quantities are mostly round, and always within the decimals of the asset. */
function quantityFor(usd: Decimal, asset: AssetSymbol, at: number, random: Random): Decimal {
  const quantity = usd.div(priceAt(asset, at))
  const places = { BTC: 4, ETH: 3, USDC: 2, USDT: 2, SOL: 2, AVAX: 6, GRAIN: 18, TBILL: 2 }[asset]
  const finer = random.chance(30) && places < 6 ? 2 : 0
  return roundHalfEven(quantity.toDecimalPlaces(30), new Decimal(10).pow(-(places + finer)))
}
