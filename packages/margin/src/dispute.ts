import { readNonNegative } from './decimal-input.ts'
import { Decimal, HUNDREDTH, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'

/** How far a counter figure may fall below a call without a dispute: an amount, or percent of the call. */
export type DisputeTolerance =
  { absolute: DecimalInput; percent?: undefined } | { percent: DecimalInput; absolute?: undefined }

/** A call, the counterparty's answer, and what the agreement says about their difference. One unit throughout. */
export interface DisputeInputs {
  call: DecimalInput
  counter: DecimalInput
  /** Default: none. */
  tolerance?: DisputeTolerance | undefined
  /** `undisputed` (default) takes the smaller figure; `split` the midpoint where the difference is tolerated. */
  method?: 'undisputed' | 'split' | undefined
}

/** What moves now and what is in dispute. `agreed`: no dispute; `split`: the midpoint; `disputed`: a rest remains. */
export interface DisputeResolution {
  agreed: Decimal
  disputed: Decimal
  outcome: 'agreed' | 'split' | 'disputed'
}

const HALF = new Decimal('0.5')

/**
 * Settles a call that was answered with another figure. A difference equal to the tolerance is within it.
 * Within it there is no dispute; beyond it the smaller figure moves and the rest, call − counter, is disputed.
 * A counter figure above the call disputes nothing: the call moves.
 *
 * @throws {MarginInputError} when a figure is malformed or below zero, or the tolerance is not one of the two kinds.
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

/** A figure that was shown, what it has become since, and by how much the two may differ. One unit throughout. */
export interface DriftInputs {
  shown: DecimalInput
  now: DecimalInput
  /** Default: none. */
  tolerance?: DisputeTolerance | undefined
}

/**
 * Whether a figure that was shown still stands: it has moved, either way, by no more than the tolerance, of
 * which a percentage is one of the figure shown. Equal to the tolerance is within it.
 *
 * @throws {MarginInputError} when a figure is malformed or below zero, or the tolerance is not one of the two kinds.
 */
export function stillStands({ shown, now, tolerance }: DriftInputs): boolean {
  const before = readNonNegative(shown, 'shown')
  const drift = subtract(readNonNegative(now, 'now'), before).abs()
  return drift.lessThanOrEqualTo(readTolerance(tolerance, before))
}

/** The tolerance without the promise of the types that it has one member: callers without types exist. */
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
