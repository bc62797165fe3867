import { Decimal, type MarginDirection } from '@vadium/margin'
import { collaterals, type BookedPosition } from './positions.ts'
import type { RevaluedFigures } from './revalued-figures.ts'

/** The fewest digits that give the right figures for this book. More digits slow divisions down. */
const BareDecimal = Decimal.clone({ precision: 40 })
type BareDecimal = InstanceType<typeof BareDecimal>

const zero = new BareDecimal(0)
const hundred = new BareDecimal(100)

/** A position as decimals, with everything computed that does not depend on prices. */
interface ReadPosition {
  readonly assetQuantity: BareDecimal
  readonly collateralQuantity: BareDecimal
  readonly creditedQuantity: BareDecimal
  readonly releasable: BareDecimal
  readonly requirement: BareDecimal
  readonly haircutFactor: BareDecimal
  readonly threshold: BareDecimal
  readonly minimum: { readonly topUp: BareDecimal; readonly release: BareDecimal }
  readonly lotDecimals: number
  readonly marginCallPercent: BareDecimal
  readonly liquidationPercent: BareDecimal
}

/** Prepares a position for {@link revalueBare}. The lots of this book are powers of ten. */
export function readBare({ collateral, inputs }: BookedPosition): ReadPosition {
  const { position, terms } = inputs
  const read = (value: Decimal | string | null | undefined) => new BareDecimal(value ?? '0')
  const settled = read(position.collateralQuantity)
  const free = settled.minus(read(position.returnsInTransit)).minus(read(position.disputedQuantity))
  const { decimals } = collaterals[collateral]
  return {
    assetQuantity: read(position.assetQuantity),
    collateralQuantity: settled,
    creditedQuantity: free.plus(read(position.deliveriesInTransit)),
    releasable: BareDecimal.max(zero, free).toDecimalPlaces(decimals, BareDecimal.ROUND_DOWN),
    requirement: read(terms.requirementPercent ?? '100').div(hundred),
    haircutFactor: new BareDecimal(1).minus(read(terms.haircut)),
    threshold: read(terms.thresholdUsd),
    minimum: {
      topUp: read(terms.minimumNotionalUsd?.topUp),
      release: read(terms.minimumNotionalUsd?.release),
    },
    lotDecimals: decimals,
    marginCallPercent: read(inputs.marginCallPercent),
    liquidationPercent: read(inputs.liquidationPercent),
  }
}

/**
 * The same figures with the fewest operations of decimal.js: nothing is checked, quotients are
 * rounded to 40 digits first, and the flags use the printed ratio.
 */
export function revalueBare(
  position: ReadPosition,
  assetPrice: BareDecimal,
  collateralPrice: BareDecimal,
): RevaluedFigures {
  const { ROUND_UP, ROUND_DOWN, ROUND_HALF_EVEN } = BareDecimal
  const notional = position.assetQuantity.times(assetPrice)
  const value = position.collateralQuantity.times(collateralPrice)
  const ltv = value.isZero() ? null : notional.times(hundred).div(value)
  const ccr = notional.isZero() ? null : value.times(hundred).div(notional)

  const required = notional.times(position.requirement).minus(position.threshold)
  const creditedPrice = collateralPrice.times(position.haircutFactor)
  const credited = position.creditedQuantity.times(creditedPrice)
  const shortfall = BareDecimal.max(zero, required).minus(credited)
  const due = shortfall.abs()
  const direction: MarginDirection = shortfall.isZero()
    ? 'None'
    : shortfall.isPositive()
      ? 'TopUp'
      : 'Release'
  const cents = due.toDecimalPlaces(2, ROUND_DOWN)
  const units = due.div(creditedPrice)
  const amount =
    direction === 'Release'
      ? BareDecimal.min(
          units.toDecimalPlaces(position.lotDecimals, ROUND_DOWN),
          position.releasable,
        )
      : units.toDecimalPlaces(position.lotDecimals, ROUND_UP)
  const minimum = direction === 'Release' ? position.minimum.release : position.minimum.topUp
  const minimumReached = cents.greaterThanOrEqualTo(minimum)
  return {
    assetNotionalUsd: notional.toFixed(2, ROUND_HALF_EVEN),
    collateralValueUsd: value.toFixed(2, ROUND_HALF_EVEN),
    ltvPercent: ltv === null ? null : ltv.toFixed(2, ROUND_UP),
    ccrPercent: ccr === null ? null : ccr.toFixed(2, ROUND_DOWN),
    marginCallReached: ccr?.lessThanOrEqualTo(position.marginCallPercent) ?? false,
    liquidationReached: ccr?.lessThanOrEqualTo(position.liquidationPercent) ?? false,
    direction,
    m2mNotionalUsd: cents.toFixed(2),
    m2mCollateralAmount: amount.toFixed(),
    minimumReached,
    ready: direction !== 'None' && minimumReached && !amount.isZero(),
  }
}

/** Prepares a price for {@link revalueBare}. */
export function readBarePrice(price: string): BareDecimal {
  return new BareDecimal(price)
}
