import { readNonNegative, readPositive } from '../decimal-input.ts'
import { HUNDREDTH, ZERO } from '../decimal.ts'
import { multiply } from '../exact-arithmetic.ts'
import type { Asked } from './asked.ts'
import { figure, isTrue, moment, oneOf } from './conditions.ts'
import type { Condition, Findings } from './fact.ts'
import { type SettledFigures, settledFigures } from './settled-figures.ts'
import type { DealPrices, LiquidationAlert, StressedDeal } from './stressed-deal.ts'
import { readSeconds, readTime } from './times.ts'

/**
 * The liquidation alert has been active for the time to confirm, and coverage is at or below the
 * level at the prices of now. A notice is about one occasion of the alert, whose time was confirmed
 * when it was declared.
 */
export function liquidationLevel(asked: Asked): Findings {
  const { deal, prices } = asked
  const { positionId: resourceId, liquidationAlert: alert } = deal
  const ofPosition = { name: 'liquidation_alert', resource: 'position', resourceId } as const
  if (alert === null) {
    const conditions = [isTrue('exists', false)]
    return { conditions: [], grounds: [{ ...ofPosition, occasion: null, since: null, conditions }] }
  }
  const occasion = String(alert.occasion)
  const conditions = [
    isTrue('alert_active', alert.isActive),
    ...(asked.notice === undefined
      ? confirmation(asked, alert)
      : [oneOf('alert_occasion', 'number', occasion, [asked.notice.occasion ?? 'none'])]),
    ...coverage(deal, prices),
  ]
  return { conditions: [], grounds: [{ ...ofPosition, occasion, since: alert.since, conditions }] }
}

/**
 * A price must be current at both ends of the time, or a silence of the prices would count. What
 * has to be restored must have been missing at both ends, too, for what is there now: an alert can
 * last while nothing is.
 */
function confirmation({ deal, prices, nowMs }: Asked, alert: LiquidationAlert): Condition[] {
  const confirmMs = readSeconds(deal.terms.liquidationConfirmSeconds, 'liquidationConfirmSeconds')
  const fromMs = readTime(alert.since, 'liquidationAlert.since') + confirmMs
  // Where no time is agreed, it begins now.
  const atStart = settledFigures(deal, confirmMs === 0 ? prices : alert.pricesAtStart)
  return [
    moment('alert_confirmed_from', fromMs, ['at_most', nowMs]),
    isTrue('alert_priced_at_start', atStart !== undefined),
    ...shortfall('shortfall_at_start', deal, atStart),
  ]
}

/** Coverage is compared as two amounts, which are exact: a ratio would be rounded. */
function coverage(deal: StressedDeal, prices: DealPrices): Condition[] {
  const { terms } = deal
  const level = multiply(readPositive(terms.liquidationPercent, 'liquidationPercent'), HUNDREDTH)
  const settled = settledFigures(deal, prices)
  const valueUsd = settled?.valuation.collateralValueUsd
  const levelUsd = settled && multiply(settled.valuation.assetNotionalUsd, level)
  return [
    figure('lent', 'asset', readNonNegative(deal.lent, 'lent'), ['above', ZERO]),
    figure('collateral_value', 'USD', valueUsd, ['at_most', levelUsd]),
    ...shortfall('shortfall', deal, settled),
  ]
}

/** A threshold can put the requirement below the level: then nothing has to be restored. */
function shortfall(
  name: 'shortfall' | 'shortfall_at_start',
  { terms }: StressedDeal,
  settled: SettledFigures | undefined,
): Condition[] {
  if (terms.closeOutScope !== 'to_requirement') return []
  return [figure(name, 'USD', settled?.call.shortfallUsd, ['above', ZERO])]
}
