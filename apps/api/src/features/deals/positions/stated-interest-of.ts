import { formatDecimal, type InterestPeriod } from '@vadium/margin'
import type { InterestBearing } from './accrued-interest.ts'
import { smallestUnit } from './valued-position.ts'

/** What the interest of a position is recomputed from, as documents have it. */
export function statedInterestOf(
  { dayCount, assetDecimals }: Pick<InterestBearing, 'dayCount' | 'assetDecimals'>,
  periods: readonly InterestPeriod[],
) {
  return {
    day_count: dayCount,
    unit: smallestUnit(assetDecimals),
    periods: periods.map(({ from, to, notional, ratePercent }) => ({
      from,
      to,
      quantity: formatDecimal(notional),
      rate_percent: formatDecimal(ratePercent),
    })),
  }
}
