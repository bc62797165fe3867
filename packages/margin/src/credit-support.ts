import { readDecimal, readNonNegative, readPositive } from './decimal-input.ts'
import { Decimal, ONE, ZERO, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'
import { MarginInputError } from './margin-input-error.ts'
import { roundTo } from './rounding.ts'

/** One item of posted collateral: its value in the base currency and its haircuts, as fractions. */
export interface PostedCollateral {
  value: DecimalInput
  /** Default 0. */
  haircut?: DecimalInput | undefined
  /** The haircut for a currency other than the base currency. Default 0. */
  fxHaircut?: DecimalInput | undefined
}

/** The inputs of a credit support amount, all in one base currency. The defaults have no effect. */
export interface CreditSupportInputs {
  /** The exposure of the secured party. Below zero if the secured party owes. */
  exposure: DecimalInput
  threshold?: DecimalInput | undefined
  minimumTransferAmount?: DecimalInput | undefined
  /** The multiples to which a delivery is rounded up and a return down. Default: no rounding. */
  rounding?: { delivery?: DecimalInput | undefined; return?: DecimalInput | undefined } | undefined
  independentAmount?:
    | { transferor?: DecimalInput | undefined; transferee?: DecimalInput | undefined }
    | undefined
  /**
   * `allocated` (default) adds the independent amount to the exposure; `greaterOf` takes the larger
   * of the two.
   */
  marginApproach?: 'allocated' | 'greaterOf' | undefined
  posted?: readonly PostedCollateral[] | undefined
  deliveriesInTransit?: DecimalInput | undefined
  returnsInTransit?: DecimalInput | undefined
  disputed?: DecimalInput | undefined
}

/**
 * One step: its name, its formula with the names of inputs and earlier steps, and its exact value.
 */
export interface CreditSupportStep {
  name:
    | 'independentAmount'
    | 'creditSupportAmount'
    | 'postedValue'
    | 'adjustedBalance'
    | 'deliveryBeforeMinimum'
    | 'returnBeforeMinimum'
    | 'delivery'
    | 'return'
  formula: string
  value: Decimal
}

/** The result, in the base currency. At most one of `delivery` and `return` is above zero. */
export interface CreditSupport {
  creditSupportAmount: Decimal
  adjustedBalance: Decimal
  delivery: Decimal
  return: Decimal
  steps: CreditSupportStep[]
}

/**
 * The credit support amount of the ISDA credit support annexes. A margin call is a special case of
 * it.
 *
 *     credit support amount = max(0, exposure + IA of the transferor − IA of the transferee −
 * threshold)
 *     adjusted balance      = Σ posted·(1 − haircut − fx haircut) + deliveries in transit − returns
 * in transit − disputed
 *     delivery = max(0, CSA − balance)    return = max(0, balance − CSA)    below the minimum: 0
 *
 * Under `greaterOf` the credit support amount is max(0, exposure − threshold, IA). The minimum is
 * tested
 * before rounding; an equal amount reaches it. The order of the posted items does not matter.
 *
 * @throws {MarginInputError} if a member is malformed, a member other than the exposure is below
 *   zero, a
 *   rounding is zero, or the haircuts of an item exceed one.
 */
export function creditSupport(inputs: CreditSupportInputs): CreditSupport {
  const independentAmount = readIndependentAmount(inputs)
  const creditSupportAmount = requiredSupport(inputs, independentAmount)
  const postedValue = (inputs.posted ?? [])
    .map(valueAfterHaircuts)
    .reduce((sum, value) => add(sum, value), ZERO)
  const adjustedBalance = subtract(
    add(postedValue, readAmount(inputs.deliveriesInTransit, 'deliveriesInTransit')),
    add(
      readAmount(inputs.returnsInTransit, 'returnsInTransit'),
      readAmount(inputs.disputed, 'disputed'),
    ),
  )
  const minimum = readAmount(inputs.minimumTransferAmount, 'minimumTransferAmount')
  const deliveryDue = Decimal.max(ZERO, subtract(creditSupportAmount, adjustedBalance))
  const returnDue = Decimal.max(ZERO, subtract(adjustedBalance, creditSupportAmount))
  const delivery = roundToMultiple(
    atLeast(minimum, deliveryDue),
    inputs.rounding?.delivery,
    'delivery',
  )
  const returned = roundToMultiple(atLeast(minimum, returnDue), inputs.rounding?.return, 'return')

  return {
    creditSupportAmount,
    adjustedBalance,
    delivery,
    return: returned,
    steps: [
      step('independentAmount', 'transferor − transferee', independentAmount),
      step(
        'creditSupportAmount',
        inputs.marginApproach === 'greaterOf'
          ? 'max(0, exposure − threshold, independentAmount)'
          : 'max(0, exposure + independentAmount − threshold)',
        creditSupportAmount,
      ),
      step('postedValue', 'Σ value × (1 − haircut − fxHaircut)', postedValue),
      step(
        'adjustedBalance',
        'postedValue + deliveriesInTransit − returnsInTransit − disputed',
        adjustedBalance,
      ),
      step('deliveryBeforeMinimum', 'max(0, creditSupportAmount − adjustedBalance)', deliveryDue),
      step('returnBeforeMinimum', 'max(0, adjustedBalance − creditSupportAmount)', returnDue),
      step('delivery', 'deliveryBeforeMinimum or 0, rounded up', delivery),
      step('return', 'returnBeforeMinimum or 0, rounded down', returned),
    ],
  }
}

function step(name: CreditSupportStep['name'], formula: string, value: Decimal): CreditSupportStep {
  return { name, formula, value }
}

function readIndependentAmount({ independentAmount }: CreditSupportInputs): Decimal {
  return subtract(
    readAmount(independentAmount?.transferor, 'independentAmount.transferor'),
    readAmount(independentAmount?.transferee, 'independentAmount.transferee'),
  )
}

function requiredSupport(inputs: CreditSupportInputs, independentAmount: Decimal): Decimal {
  const overThreshold = subtract(
    readDecimal(inputs.exposure, 'exposure'),
    readAmount(inputs.threshold, 'threshold'),
  )
  return inputs.marginApproach === 'greaterOf'
    ? Decimal.max(ZERO, overThreshold, independentAmount)
    : Decimal.max(ZERO, add(overThreshold, independentAmount))
}

function valueAfterHaircuts(posted: PostedCollateral, index: number): Decimal {
  const value = readNonNegative(posted.value, `posted[${index}].value`)
  const haircut = readAmount(posted.haircut, `posted[${index}].haircut`)
  const fxHaircut = readAmount(posted.fxHaircut, `posted[${index}].fxHaircut`)
  const factor = subtract(ONE, add(haircut, fxHaircut))
  if (!factor.lessThan(ZERO)) return multiply(value, factor)
  throw new MarginInputError(`posted[${index}]`, 'must have haircuts with a sum of at most one')
}

function readAmount(value: DecimalInput | undefined, member: string): Decimal {
  return value === undefined ? ZERO : readNonNegative(value, member)
}

function atLeast(minimum: Decimal, amount: Decimal): Decimal {
  return amount.lessThan(minimum) ? ZERO : amount
}

/**
 * A delivery is rounded up and a return down, so that the secured party never has too little
 * collateral.
 */
function roundToMultiple(
  amount: Decimal,
  multiple: DecimalInput | undefined,
  direction: 'delivery' | 'return',
): Decimal {
  if (multiple === undefined) return amount
  const increment = readPositive(multiple, `rounding.${direction}`)
  return roundTo(amount, increment, direction === 'delivery' ? 'up' : 'down')
}
