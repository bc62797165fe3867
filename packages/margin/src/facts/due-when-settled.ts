import { ZERO } from '../decimal.ts'
import type { Asked } from './asked.ts'
import { figure, oneOf } from './conditions.ts'
import type { Condition } from './fact.ts'
import { settledFigures } from './settled-figures.ts'

/**
 * A request of a direction could be submitted if only settled collateral counted, whatever else
 * blocks it. So neither a transfer that never arrives nor an open request hides what is owed, and
 * nobody who owes nothing is in default.
 */
export function dueWhenSettled(
  { deal, prices }: Asked,
  direction: 'TopUp' | 'Release',
): Condition[] {
  const call = settledFigures(deal, prices)?.call
  const due = oneOf('direction', 'direction', call?.direction, [direction])
  // The other figures are those of the other direction, or of none.
  if (call !== undefined && call.direction !== direction) return [due]
  return [
    due,
    figure('notional', 'USD', call?.notionalUsd, ['at_least', call?.minimumNotionalUsd]),
    figure('collateral_amount', 'collateral_asset', call?.collateralAmount, ['above', ZERO]),
  ]
}
