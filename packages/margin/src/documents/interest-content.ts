import { readPrinted } from '../decimal-input.ts'
import { MarginInputError } from '../margin-input-error.ts'
import type { Comparison } from './comparison.ts'
import type { Shaped } from './content-shape.ts'
import { statedInterest } from './stated-interest.ts'

/** The interest of a position in a content, without what it comes to. */
export const interestShape = {
  day_count: 'text',
  unit: 'decimal',
  periods: [{ from: 'day', to: 'day', quantity: 'decimal', rate_percent: 'decimal' }],
} as const
export type InterestContent = Shaped<typeof interestShape>

/** What interest comes to, recomputed. */
export function interestOf({ day_count: dayCount, unit, periods }: InterestContent): string {
  if (dayCount !== 'ACT/360' && dayCount !== 'ACT/365') {
    throw new MarginInputError('day_count', 'must be ACT/360 or ACT/365')
  }
  return statedInterest({ day_count: dayCount, unit, periods })
}

/** Less is lent from period to period, and never more: `first` before the first of them. */
export function compareQuantities(
  found: Comparison,
  place: string,
  { periods }: InterestContent,
  first?: string,
): void {
  let before = first
  for (const [index, { quantity }] of periods.entries()) {
    const isLess = before === undefined || !isMore(quantity, before)
    found.holds(
      `${place}.periods.${index}.quantity`,
      isLess,
      `at most ${String(before)}, which was lent before`,
      quantity,
    )
    before = quantity
  }
}

const isMore = (one: string, other: string): boolean =>
  readPrinted(one, 'quantity').greaterThan(readPrinted(other, 'quantity'))
