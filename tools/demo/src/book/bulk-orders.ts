import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import { bookTime, day, minute } from '../calendar.ts'
import { Random } from '../random.ts'
import { type AgreementName, agreementNames, termsAt } from '../reference/agreements.ts'
import { type AssetSymbol, smallestUnit } from '../reference/assets.ts'
import { priceAt } from '../reference/prices.ts'
import type { LatestEvent } from './latest-event.ts'
import type { OrderPlan } from './order-plan.ts'

/** How many orders stand in which state at the end of the book. */
const counts = {
  ACTIVE: 92,
  CLOSED: 38,
  OPENING: 3,
  CLOSING: 3,
  PENDING_ACCEPTANCE: 4,
  ACCEPTED: 2,
  REJECTED: 4,
  CANCELLED: 4,
  EXPIRED: 3,
  FAILED: 3,
} as const satisfies Partial<Record<OrderPlan['status'], number>>

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

/** The other orders, which make the book as large as a real one. */
export function bulkOrders(): OrderPlan[] {
  const statuses = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => status as keyof typeof counts),
  )
  return statuses.map((status, index) => bulkOrder(1101 + index, status))
}

function bulkOrder(number: number, status: keyof typeof counts): OrderPlan {
  const random = new Random(`order ${number}`)
  const agreement = random.pick(agreementNames.filter((name) => name !== 'lumen-cinder'))
  const [asset, collateralAsset] = random.pick(pairs)
  const openedAt = openingOf(status, random)
  const plan = {
    number,
    agreement,
    status,
    collateralType: random.chance(85) ? 'BILATERAL' : random.pick(['RESTRICTED', 'TRIPARTY']),
    asset,
    collateralAsset,
    ratePercent: formatDecimal(new Decimal(random.integer(8, 40)).div(4)),
    ...sizes(agreement, asset, collateralAsset, openedAt, random),
    openedAt,
  } as const
  if (status === 'CLOSED') {
    const lived = Math.floor((bookTime - openedAt) / day)
    const closedAt =
      openedAt + random.integer(25, lived - 2) * day + random.integer(1, 300) * minute
    return { ...plan, closedAt, liquidated: random.chance(25) }
  }
  if (status !== 'ACTIVE' || plan.collateralType === 'TRIPARTY' || !random.chance(20)) return plan
  return { ...plan, latest: inTransit(plan, random) }
}

function openingOf(status: keyof typeof counts, random: Random): number {
  const daysAgo = {
    ACTIVE: random.integer(30, 260),
    CLOSED: random.integer(60, 270),
    CLOSING: random.integer(40, 120),
    OPENING: 0,
    PENDING_ACCEPTANCE: 0,
    ACCEPTED: 0,
  }
  const back = status in daysAgo ? daysAgo[status as keyof typeof daysAgo] : random.integer(2, 200)
  return bookTime - back * day - random.integer(30, 400) * minute - random.integer(0, 59_999)
}

/** Between 0.4 and 18 million USD, and collateral of 98 to 112 percent of what is needed. */
function sizes(
  agreement: AgreementName,
  asset: AssetSymbol,
  collateralAsset: AssetSymbol,
  openedAt: number,
  random: Random,
): Pick<OrderPlan, 'assetQuantity' | 'collateralQuantity'> {
  const terms = termsAt(agreement, openedAt)
  const notional = new Decimal(random.integer(400, 18_000)).times(1000)
  const assetQuantity = quantityFor(notional, asset, random)
  const required = assetQuantity
    .times(priceAt(asset, bookTime))
    .times(terms.requirement_percent ?? '100')
    .div(100)
    .div(new Decimal(1).minus(terms.haircut ?? '0'))
  const collateral = required.times(random.integer(980, 1120)).div(1000)
  return {
    assetQuantity: formatDecimal(assetQuantity),
    collateralQuantity: formatDecimal(quantityFor(collateral, collateralAsset, random)),
  }
}

/** People lend round quantities; what is pledged is rarely round. Both fit the asset's decimals. */
function quantityFor(usd: Decimal, asset: AssetSymbol, random: Random): Decimal {
  const quantity = usd.div(priceAt(asset, bookTime))
  const places = { BTC: 4, ETH: 3, USDC: 2, USDT: 2, SOL: 2, AVAX: 6, GRAIN: 18, TBILL: 2 }[asset]
  const finer = random.chance(30) && places < 6 ? 2 : 0
  return roundHalfEven(quantity.toDecimalPlaces(30), new Decimal(10).pow(-(places + finer)))
}

function inTransit(
  plan: Pick<OrderPlan, 'collateralQuantity' | 'collateralAsset'>,
  random: Random,
): LatestEvent {
  const share = new Decimal(random.integer(4, 30)).div(1000)
  const amount = roundHalfEven(
    share.times(plan.collateralQuantity),
    smallestUnit(plan.collateralAsset),
  )
  const notional = roundHalfEven(amount.times(priceAt(plan.collateralAsset, bookTime)), '0.01')
  return {
    kind: 'collateralInTransit',
    direction: random.chance(65) ? 'TopUp' : 'Release',
    amount: formatDecimal(amount),
    notionalUsd: formatDecimal(notional),
    state: random.pick([
      'pending_submission',
      'pending_provider_approval',
      'pending_provider_signature',
      'broadcasting',
      'confirming',
    ]),
  }
}
