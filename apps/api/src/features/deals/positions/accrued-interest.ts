import {
  Decimal,
  formatDecimal,
  type InterestInputs,
  type InterestPeriod,
  interestPeriods,
  payableInterest,
  statedRate,
  type StatedRate,
} from '@vadium/margin'
import { interestBasis } from './interest-changes.ts'
import type { ListedPosition } from './listed-position.ts'
import { smallestUnit } from './valued-position.ts'
import { dayOf } from '../../../platform/instant.ts'

/** The parts of a position that decide its interest. */
export type InterestBearing = Pick<
  ListedPosition,
  | 'assetQuantity'
  | 'closedQuantity'
  | 'assetDecimals'
  | 'ratePercent'
  | 'interestChanges'
  | 'dayCount'
  | 'activeAt'
  | 'assetBackAt'
>

/**
 * The interest of a position until a time (RFC 3339), in the asset, rounded up to its smallest
 * unit. It runs from the day on which asset and collateral had arrived to the day on which a close
 * had returned the asset, for each quantity and each rate as long as it applied.
 */
export function accruedInterest(position: InterestBearing, now: string): string {
  const inputs = interestInputs(position, now)
  if (inputs === undefined) return '0'
  return formatDecimal(payableInterest(inputs, smallestUnit(position.assetDecimals)))
}

/** The accrued interest until a time (RFC 3339) that no completed transfer has paid. */
export function interestOwed(
  position: InterestBearing & Pick<ListedPosition, 'interestPaid'>,
  now: string,
): string {
  const accrued = new Decimal(accruedInterest(position, now))
  return formatDecimal(Decimal.max(0, accrued.minus(position.interestPaid)))
}

/** The periods of {@link accruedInterest}: days with one quantity and one rate, oldest first. */
export function interestPeriodsUntil(position: InterestBearing, now: string): InterestPeriod[] {
  const inputs = interestInputs(position, now)
  return inputs === undefined ? [] : interestPeriods(inputs)
}

/** Undefined without a day that bears interest. */
function interestInputs(position: InterestBearing, now: string): InterestInputs | undefined {
  const { activeAt, ratePercent, interestChanges: changes, dayCount } = position
  if (activeAt === null) return undefined
  const from = dayOf(activeAt)
  const to = dayOf(until(position, now))
  // If the clock was set back, there is no interest.
  if (to <= from) return undefined
  const basis = interestBasis({ quantity: bearingQuantity(position), ratePercent, changes })
  return { ...basis, from, to, dayCount }
}

type Rated = Pick<InterestBearing, 'ratePercent' | 'interestChanges'>

/** The rate on the day of a time (RFC 3339), or when interest ended, in percent a year. */
export function rateNow(
  position: Rated & Pick<InterestBearing, 'assetBackAt'>,
  now: string,
): string {
  const day = dayOf(until(position, now))
  return position.interestChanges.reduce(
    (rate, change) => (change.from <= day ? (change.ratePercent ?? rate) : rate),
    position.ratePercent,
  )
}

/** The rates that were agreed by now, of which some may begin on later days, oldest first. */
export function agreedRates(
  { interestChanges, ratePercent }: Rated,
  firstDay: string,
): StatedRate[] {
  const rerates = interestChanges.flatMap(({ from, ratePercent: rate }) =>
    rate === null ? [] : [{ from, rate_percent: rate }],
  )
  return [{ from: firstDay, rate_percent: ratePercent }, ...rerates]
}

/** The first day of {@link rateNow}. Null before asset and collateral had arrived. */
export function rateNowFrom(
  position: Rated & Pick<InterestBearing, 'activeAt' | 'assetBackAt'>,
  now: string,
): string | null {
  if (position.activeAt === null) return null
  const rates = agreedRates(position, dayOf(position.activeAt))
  return statedRate(rates, dayOf(until(position, now)))?.from ?? null
}

function until({ assetBackAt }: Pick<InterestBearing, 'assetBackAt'>, now: string): string {
  return assetBackAt !== null && assetBackAt < now ? assetBackAt : now
}

/**
 * The quantity that interest is computed on: the lent quantity, or after its return the quantity
 * that was lent until then.
 */
export function bearingQuantity({
  assetQuantity,
  closedQuantity,
  assetBackAt,
}: Pick<InterestBearing, 'assetQuantity' | 'closedQuantity' | 'assetBackAt'>): string {
  return assetBackAt === null ? assetQuantity : (closedQuantity ?? '0')
}
