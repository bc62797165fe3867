import { readFraction, readNonNegative, readPositive } from './decimal-input.ts'
import { HUNDRED, ONE, type Decimal, type DecimalInput } from './decimal.ts'
import { subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'

/** The collateral that an agreement requires: either a requirement or a haircut. */
export type CollateralRequirement =
  | {
      /** The required coverage in percent of the asset's notional, above zero, such as `105`. */
      requirementPercent: DecimalInput
      haircut?: undefined
    }
  | {
      /**
       * The fraction by which the collateral counts for less, from 0 to below 1. The requirement is
       * then 100 %.
       */
      haircut: DecimalInput
      requirementPercent?: undefined
    }

/** The terms that a margin call is computed from. */
export type MarginTerms = CollateralRequirement & {
  /** The exposure that needs no collateral, in USD. Default 0. */
  thresholdUsd?: DecimalInput | undefined
  /** The minimum notional for each direction, in USD. Default 0. */
  minimumNotionalUsd?:
    | { topUp?: DecimalInput | undefined; release?: DecimalInput | undefined }
    | undefined
  /**
   * Amounts are multiples of the lot, in units of the collateral, above zero. Without an agreed
   * lot, the smallest unit.
   */
  lot: { topUp: DecimalInput; release: DecimalInput }
  /**
   * The coverage (CCR) in percent, above zero, at or below which a TopUp can be submitted. Default:
   * at any coverage.
   */
  topUpPercent?: DecimalInput | null | undefined
  /** The same of a Release: at or above this coverage. */
  releasePercent?: DecimalInput | null | undefined
}

/** Terms that have been read: every member present, within bounds. */
export interface ReadMarginTerms {
  requirementPercent: Decimal
  /** 1 − haircut. */
  haircutFactor: Decimal
  thresholdUsd: Decimal
  minimumNotionalUsd: { topUp: Decimal; release: Decimal }
  lot: { topUp: Decimal; release: Decimal }
  topUpPercent: Decimal | null
  releasePercent: Decimal | null
}

/**
 * @throws {MarginInputError} if a member is malformed or out of bounds, or not exactly one of the
 * two is given.
 */
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
    topUpPercent: readLevel(terms.topUpPercent, 'topUpPercent'),
    releasePercent: readLevel(terms.releasePercent, 'releasePercent'),
  }
}

function readLevel(percent: DecimalInput | null | undefined, member: string): Decimal | null {
  return percent === null || percent === undefined ? null : readPositive(percent, member)
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

/** The two members before they are checked: a caller without types may give none, or both. */
type UnreadRequirement = Partial<Record<'requirementPercent' | 'haircut', DecimalInput | undefined>>

/**
 * The given one of the two, unread.
 * @throws {MarginInputError} if both are given, or neither.
 */
export function agreedRequirement({
  requirementPercent,
  haircut,
}: UnreadRequirement): CollateralRequirement {
  if (haircut === undefined) {
    if (requirementPercent !== undefined) return { requirementPercent }
    throw new MarginInputError('requirementPercent', 'must be given if there is no haircut')
  }
  if (requirementPercent === undefined) return { haircut }
  throw new MarginInputError('haircut', 'must not be given together with a requirementPercent')
}
