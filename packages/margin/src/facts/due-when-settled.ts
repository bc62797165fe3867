import { readNonNegative } from '../decimal-input.ts'
import { HUNDREDTH, ZERO, type Decimal } from '../decimal.ts'
import { add, multiply } from '../exact-arithmetic.ts'
import type { MarginCall } from '../margin-call.ts'
import type { Asked, AskedOfHistory } from './asked.ts'
import { figure, oneOf } from './conditions.ts'
import type { Condition } from './fact.ts'
import { type SettledFigures, settledFigures } from './settled-figures.ts'
import type { CalledDeal, DealPrices, MarginRequest } from './stressed-deal.ts'

type Direction = 'TopUp' | 'Release'

/**
 * A request of a direction could be submitted if only settled collateral counted, whatever else
 * blocks it. So neither a transfer that never arrives nor an open request hides what is owed, and
 * nobody who owes nothing is in default.
 */
export function dueWhenSettled(
  { deal, prices }: Asked,
  { direction, bySum }: { readonly direction: Direction; readonly bySum: boolean },
): Condition[] {
  const settled = settledFigures(deal, prices)
  const call = settled?.call
  const due = oneOf('direction', 'direction', call?.direction, [direction])
  // The other figures are those of the other direction, or of none.
  if (call !== undefined && call.direction !== direction) return [due]
  return [
    due,
    ...(bySum ? [] : [reachesMinimum('notional', call?.notionalUsd, call?.minimumNotionalUsd)]),
    ...amount(settled, prices),
    ...level(settled, direction),
  ]
}

/**
 * The minimum of a request where that of a set counts: of one that was created in a set, the
 * minimum is compared with what is due in all of its deals.
 */
export function dueOfRequest(
  { deal, prices, history: { callSets = [] } }: AskedOfHistory,
  direction: Direction,
  request: MarginRequest | undefined,
): Condition[] {
  const call = settledFigures(deal, prices)?.call
  if (call !== undefined && call.direction !== direction) return []
  const set = callSets.find(({ callSetId }) => callSetId === request?.callSetId)
  if (set === undefined) {
    return [reachesMinimum('notional', call?.notionalUsd, call?.minimumNotionalUsd)]
  }
  const minimumUsd = readNonNegative(set.minimumNotionalUsd, 'callSets.minimumNotionalUsd')
  const sum = call && sumOfSet(call, set.others, { direction, minimumUsd })
  return [reachesMinimum('set_notional', sum, minimumUsd)]
}

interface Summed {
  readonly direction: Direction
  readonly minimumUsd: Decimal
}

/**
 * What is due in all deals of a set. Where a price of another deal is missing, the sum is not known
 * unless the others reach the minimum without it: then it is what these come to.
 */
function sumOfSet(
  { notionalUsd }: MarginCall,
  others: readonly CalledDeal[],
  { direction, minimumUsd }: Summed,
): Decimal | undefined {
  const dues = others
    .filter((other) => canBeOwed(other, direction))
    .map((other) => dueOfAnother(other, direction))
  const sum = add(notionalUsd, ...dues.map((due) => due ?? ZERO))
  const isKnown = !dues.includes(undefined) || sum.greaterThanOrEqualTo(minimumUsd)
  return isKnown ? sum : undefined
}

/**
 * Whether the sender can owe anything of another deal. A lender need not, and perhaps cannot,
 * release what only a close sends back, nor anything to a borrower under notice.
 */
function canBeOwed({ closing, borrowerUnderNotice }: CalledDeal, direction: Direction): boolean {
  return direction === 'TopUp' || !(closing || borrowerUnderNotice)
}

/** What a row of a call set would have: zero of a deal that could be none. */
function dueOfAnother(
  { margin, minimumAppliesTo, prices, ...held }: CalledDeal,
  direction: Direction,
): Decimal | undefined {
  const call = settledFigures({ ...held, terms: { margin } }, prices)?.call
  if (call === undefined) return undefined
  const isRow =
    call.direction === direction &&
    call.levelReached &&
    call.collateralAmount.greaterThan(ZERO) &&
    (minimumAppliesTo === 'agreement' || call.minimumReached)
  return isRow ? call.notionalUsd : ZERO
}

const reachesMinimum = (
  name: 'notional' | 'set_notional',
  due: Decimal | undefined,
  minimumUsd: Decimal | undefined,
): Condition => figure(name, 'USD', due, ['at_least', minimumUsd])

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
