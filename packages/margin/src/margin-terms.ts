import { readFraction, readNonNegative, readPositive } from './decimal-input.ts'
import { HUNDRED, ONE, type Decimal, type DecimalInput } from './decimal.ts'
import { subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'

/** How much collateral an agreement asks for: a requirement or a haircut, one of the two. */
export type CollateralRequirement =
  | {
      /** Collateral asked for, in percent of the asset's notional: above zero, such as 105. */
      requirementPercent: DecimalInput
      haircut?: undefined
    }
  | {
      /** Fraction by which the collateral's value is cut: from 0 to below 1. Then the requirement is 100 %. */
      haircut: DecimalInput
      requirementPercent?: undefined
    }

/** The terms that a margin call is computed from. */
export type MarginTerms = CollateralRequirement & {
  /** Exposure left uncovered, in USD; default 0. */
  thresholdUsd?: DecimalInput | undefined
  /** The smallest notional that is called, in USD, for each direction; default 0. */
  minimumNotionalUsd?:
    { topUp?: DecimalInput | undefined; release?: DecimalInput | undefined } | undefined
  /** What amounts are multiples of, in units of the collateral: above zero. The asset's smallest unit where nothing else is agreed. */
  lot: { topUp: DecimalInput; release: DecimalInput }
}

/** Terms that have been read: every member present, within bounds. */
export interface ReadMarginTerms {
  requirementPercent: Decimal
  /** 1 − haircut. */
  haircutFactor: Decimal
  thresholdUsd: Decimal
  minimumNotionalUsd: { topUp: Decimal; release: Decimal }
  lot: { topUp: Decimal; release: Decimal }
}

/** @throws {MarginInputError} when a member is malformed or out of bounds, or both or neither of the requirements are given. */
export function readMarginTerms(terms: MarginTerms): ReadMarginTerms {
  return {
    ...readRequirement(terms),
    thresholdUsd: readNonNegative(terms.thresholdUsd ?? '0', 'thresholdUsd'),
    minimumNotionalUsd: {
      topUp: readNonNegative(terms.minimumNotionalUsd?.topUp ?? '0', 'minimumNotionalUsd.topUp'),
      release: readNonNegative(
        terms.minimumNotionalUsd?.release ?? '0',
        'minimumNotionalUsd.release',
      ),
    },
    lot: {
      topUp: readPositive(terms.lot.topUp, 'lot.topUp'),
      release: readPositive(terms.lot.release, 'lot.release'),
    },
  }
}

function readRequirement(
  terms: CollateralRequirement,
): Pick<ReadMarginTerms, 'requirementPercent' | 'haircutFactor'> {
  const agreed = agreedRequirement(terms)
  if (agreed.haircut === undefined) {
    const requirementPercent = readPositive(agreed.requirementPercent, 'requirementPercent')
    return { requirementPercent, haircutFactor: ONE }
  }
  const haircutFactor = subtract(ONE, readFraction(agreed.haircut, 'haircut'))
  return { requirementPercent: HUNDRED, haircutFactor }
}

/** The same two members without the promise of the types that one is there: callers without types exist. */
type UnreadRequirement = Partial<Record<'requirementPercent' | 'haircut', DecimalInput | undefined>>

/**
 * Whichever of the two is there, unread.
 * @throws {MarginInputError} when both are, or neither.
 */
export function agreedRequirement({
  requirementPercent,
  haircut,
}: UnreadRequirement): CollateralRequirement {
  if (haircut === undefined) {
    if (requirementPercent !== undefined) return { requirementPercent }
    throw new MarginInputError('requirementPercent', 'must be given where there is no haircut')
  }
  if (requirementPercent === undefined) return { haircut }
  throw new MarginInputError('haircut', 'must not be given beside a requirementPercent')
}
