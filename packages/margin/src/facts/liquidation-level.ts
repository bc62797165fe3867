import { readNonNegative, readPositive } from '../decimal-input.ts'
import { HUNDREDTH, ZERO } from '../decimal.ts'
import { multiply } from '../exact-arithmetic.ts'
import { figure, isTrue, moment, oneOf } from './conditions.ts'
import type { Condition, Ground } from './fact.ts'
import { settledFigures } from './settled-figures.ts'
import type { DealPrices, LiquidationAlert, OpenNotice, StressedDeal } from './stressed-deal.ts'
import { readSeconds, readTime } from './times.ts'

/**
 * The liquidation alert has been active for the time to confirm, and coverage is at or below the
 * level at the prices of now. A notice is about one occasion of the alert, whose time was confirmed
 * when it was declared.
 */
export function liquidationLevel(
  deal: StressedDeal,
  prices: DealPrices,
  { nowMs, notice }: { nowMs: number; notice: OpenNotice | undefined },
): Ground[] {
  const { liquidationAlert: alert } = deal
  const occasion =
    alert === null
      ? []
      : notice === undefined
        ? confirmation(deal, alert, nowMs)
        : [oneOf('alert_occasion', 'number', String(alert.occasion), [notice.occasion ?? 'none'])]
  return [
    {
      name: 'liquidation_alert',
      resource: 'position',
      resourceId: deal.positionId,
      occasion: alert === null ? null : String(alert.occasion),
      since: alert === null ? null : alert.since,
      conditions: [
        isTrue('alert_active', alert?.isActive ?? false),
        ...occasion,
        ...coverage(deal, prices),
      ],
    },
  ]
}

/** A price must be current at both ends of the time, or a silence of the prices would count. */
function confirmation(
  { terms }: StressedDeal,
  alert: LiquidationAlert,
  nowMs: number,
): Condition[] {
  const confirmMs = readSeconds(terms.liquidationConfirmSeconds, 'liquidationConfirmSeconds')
  const fromMs = readTime(alert.since, 'liquidationAlert.since') + confirmMs
  return [
    moment('alert_confirmed_from', fromMs, ['at_most', nowMs]),
    isTrue('alert_priced_at_start', alert.pricedAtStart),
  ]
}

/** Coverage is compared as two amounts, which are exact: a ratio would be rounded. */
function coverage(deal: StressedDeal, prices: DealPrices): Condition[] {
  const { terms } = deal
  const level = multiply(readPositive(terms.liquidationPercent, 'liquidationPercent'), HUNDREDTH)
  const settled = settledFigures(deal, prices)
  const valueUsd = settled && settled.valuation.collateralValueUsd
  const levelUsd = settled && multiply(settled.valuation.assetNotionalUsd, level)
  return [
    figure('lent', 'asset', readNonNegative(deal.lent, 'lent'), ['above', ZERO]),
    figure('collateral_value', 'USD', valueUsd, ['at_most', levelUsd]),
    // A threshold can put the requirement below the level: then nothing has to be restored.
    ...(terms.closeOutScope === 'to_requirement'
      ? [figure('shortfall', 'USD', settled && settled.call.shortfallUsd, ['above', ZERO])]
      : []),
  ]
}
