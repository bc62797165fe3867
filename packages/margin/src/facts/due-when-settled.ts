import { HUNDREDTH, ZERO } from '../decimal.ts'
import { multiply } from '../exact-arithmetic.ts'
import type { Asked } from './asked.ts'
import { figure, oneOf } from './conditions.ts'
import type { Condition } from './fact.ts'
import { type SettledFigures, settledFigures } from './settled-figures.ts'
import type { DealPrices } from './stressed-deal.ts'

/**
 * A request of a direction could be submitted if only settled collateral counted, whatever else
 * blocks it. So neither a transfer that never arrives nor an open request hides what is owed, and
 * nobody who owes nothing is in default.
 */
export function dueWhenSettled(
  { deal, prices }: Asked,
  direction: 'TopUp' | 'Release',
): Condition[] {
  const settled = settledFigures(deal, prices)
  const call = settled?.call
  const due = oneOf('direction', 'direction', call?.direction, [direction])
  // The other figures are those of the other direction, or of none.
  if (call !== undefined && call.direction !== direction) return [due]
  return [
    due,
    figure('notional', 'USD', call?.notionalUsd, ['at_least', call?.minimumNotionalUsd]),
    ...amount(settled, prices),
    ...level(settled, direction),
  ]
}

/**
 * Without collateral it needs no price, and without a price no amount is known: only that it is
 * due.
 */
function amount(settled: SettledFigures | undefined, { collateralUsd }: DealPrices): Condition[] {
  if (settled !== undefined && collateralUsd === null) return []
  const { collateralAmount } = settled?.call ?? {}
  return [figure('collateral_amount', 'collateral_asset', collateralAmount, ['above', ZERO])]
}

/** Coverage is compared as two amounts, which are exact. */
function level(settled: SettledFigures | undefined, direction: 'TopUp' | 'Release'): Condition[] {
  const levelPercent = settled?.call.levelPercent ?? null
  if (settled === undefined || levelPercent === null) return []
  const { assetNotionalUsd, collateralValueUsd } = settled.valuation
  const levelUsd = multiply(assetNotionalUsd, levelPercent, HUNDREDTH)
  const relation = direction === 'TopUp' ? 'at_most' : 'at_least'
  return [figure('collateral_value', 'USD', collateralValueUsd, [relation, levelUsd])]
}
