import { readNonNegative } from './decimal-input.ts'
import { Decimal, HUNDREDTH, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'

/**
 * How far a counter-valuation may be below a call without a dispute: an amount, or percent of the
 * call.
 */
export type DisputeTolerance =
  | { absolute: DecimalInput; percent?: undefined }
  | { percent: DecimalInput; absolute?: undefined }

/**
 * A call, the counterparty's answer, and the terms for their difference. All amounts have the same
 * unit.
 */
export interface DisputeInputs {
  call: DecimalInput
  counter: DecimalInput
  /** Default: none. */
  tolerance?: DisputeTolerance | undefined
  /**
   * Within the tolerance, `undisputed` (default) takes the smaller amount, and `split` the
   * midpoint.
   */
  method?: 'undisputed' | 'split' | undefined
}

/**
 * The agreed and the disputed part. `agreed`: no dispute; `split`: the midpoint; `disputed`: a rest
 * is disputed.
 */
export interface DisputeResolution {
  agreed: Decimal
  disputed: Decimal
  outcome: 'agreed' | 'split' | 'disputed'
}

const HALF = new Decimal('0.5')

/**
 * Settles a call that was answered with a counter-valuation. A difference up to the tolerance is
 * not a
 * dispute. Beyond it, the counter-valuation is agreed, and the rest, call − counter, is disputed. A
 * counter-valuation above the call disputes nothing: the whole call is agreed.
 *
 * @throws {MarginInputError} if an amount is malformed or below zero, or the tolerance is of
 *   neither kind.
 */
export function resolveDispute(inputs: DisputeInputs): DisputeResolution {
  const call = readNonNegative(inputs.call, 'call')
  const counter = readNonNegative(inputs.counter, 'counter')
  const tolerance = readTolerance(inputs.tolerance, call)

  const difference = subtract(call, counter)
  if (!difference.greaterThan(ZERO)) return { agreed: call, disputed: ZERO, outcome: 'agreed' }
  if (difference.greaterThan(tolerance)) {
    return { agreed: counter, disputed: difference, outcome: 'disputed' }
  }
  if (inputs.method === 'split') {
    return { agreed: multiply(add(call, counter), HALF), disputed: ZERO, outcome: 'split' }
  }
  return { agreed: counter, disputed: ZERO, outcome: 'agreed' }
}

/** A shown figure, its current value, and how much they may differ. All in the same unit. */
export interface DriftInputs {
  shown: DecimalInput
  now: DecimalInput
  /** Default: none. */
  tolerance?: DisputeTolerance | undefined
}

/**
 * Whether a shown figure is still valid: it has moved by at most the tolerance, up or down. A
 * tolerance in
 * percent is a percentage of the shown figure.
 *
 * @throws {MarginInputError} if a figure is malformed or below zero, or the tolerance is of neither
 *   kind.
 */
export function stillStands({ shown, now, tolerance }: DriftInputs): boolean {
  const before = readNonNegative(shown, 'shown')
  const drift = subtract(readNonNegative(now, 'now'), before).abs()
  return drift.lessThanOrEqualTo(readTolerance(tolerance, before))
}

/** The tolerance before it is checked: a caller without types may give no member, or both. */
type UnreadTolerance = Partial<Record<'absolute' | 'percent', DecimalInput | undefined>>

function readTolerance(tolerance: UnreadTolerance | undefined, call: Decimal): Decimal {
  if (tolerance === undefined) return ZERO
  const { absolute, percent } = tolerance
  if (percent === undefined && absolute !== undefined) {
    return readNonNegative(absolute, 'tolerance.absolute')
  }
  if (percent !== undefined && absolute === undefined) {
    return multiply(call, readNonNegative(percent, 'tolerance.percent'), HUNDREDTH)
  }
  throw new MarginInputError('tolerance', 'must be either absolute or percent')
}
