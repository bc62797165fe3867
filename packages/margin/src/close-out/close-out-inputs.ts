import type { NamedInput } from '../calculation-input.ts'
import { readDay } from '../calendar-day.ts'
import { readDecimal, readFraction, readNonNegative, readPositive } from '../decimal-input.ts'
import {
  formatDecimal,
  HUNDRED,
  ONE,
  parseDecimal,
  type Decimal,
  type DecimalInput,
} from '../decimal.ts'
import { divideWithRemainder, subtract } from '../exact-arithmetic.ts'
import type { RatedPeriod } from '../interest-periods.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { readRequirementPercent, type PreviewInput } from '../preview-inputs.ts'
import {
  readTexts,
  recordTexts,
  type CloseOutContext,
  type CloseOutTexts,
} from './close-out-context.ts'
import type { CloseOutInterestPeriod } from './close-out-statement.ts'

/** One collateral: what has settled of it, in its units. */
export interface CloseOutCollateralInputs {
  /** The symbol of the asset: the unit of its quantities. */
  asset: string
  quantity: PreviewInput
  /** In USD for one unit. Needed if there is any of it. */
  price?: PreviewInput | undefined
  /**
   * The smallest unit, of which what is kept is a multiple. Given if the borrower is in default.
   */
  unit?: PreviewInput | undefined
}

/** The decimals of a close-out, and its lists. */
export interface CloseOutFigures {
  /** The symbol of the asset that is lent: the unit of its quantity. */
  asset: string
  /** The quantity that is lent and has not come back. */
  asset_quantity: PreviewInput
  /** In USD for one unit. Needed if any of the asset, or any interest, is owed. */
  asset_price?: PreviewInput | undefined
  /** The smallest unit of the asset. */
  asset_unit: PreviewInput
  /** The interest that was paid. */
  interest_paid: PreviewInput
  /** Of all days that bear interest, oldest first, without an overlap. */
  interest_periods: readonly CloseOutInterestPeriod[]
  /** In the order in which it is kept: at most 20, each of another asset. */
  collateral: readonly CloseOutCollateralInputs[]
  /** A fraction below 1: taken off the price of what is kept. */
  close_out_discount: PreviewInput
  /** This or the haircut, and the threshold, are given if `to_requirement`, and only then. */
  requirement_percent?: PreviewInput | undefined
  haircut?: PreviewInput | undefined
  threshold_usd?: PreviewInput | undefined
}

/** The inputs of a close-out. Quantities are in units of their asset. */
export type CloseOutInputs = CloseOutContext & CloseOutFigures

/** The inputs of an untrusted statement, whose texts may be anything. */
export interface UnreadCloseOutInputs extends CloseOutFigures {
  texts: CloseOutTexts
}

/** A quantity with its price and its smallest unit. */
export interface PricedAsset {
  asset: string
  /** Ends the names of its inputs and steps: empty for the first, then `_2` and so on. */
  suffix: string
  quantity: Decimal
  price: Decimal | null
  unit: Decimal
}

/** One collateral. It has no unit if the lender is in default: nothing of it is rounded. */
export type PricedCollateral = Omit<PricedAsset, 'unit'> & { unit: Decimal | null }

/** What a close-out in part restores. */
export interface ReadRequirement {
  percent: Decimal
  /** 1 − haircut. */
  haircutFactor: Decimal
  thresholdUsd: Decimal
  haircutAgreed: boolean
}

/** The read inputs, with the records for the calculation. */
export interface ReadCloseOutInputs {
  context: CloseOutContext
  asset: PricedAsset
  interestPaid: Decimal
  periods: RatedPeriod[]
  collateral: PricedCollateral[]
  discount: Decimal
  /** Null if the close-out is to be full. */
  requirement: ReadRequirement | null
  recorded: NamedInput<string>[]
  recordedPeriods: CloseOutInterestPeriod[]
}

/** No deal has more. */
export const COLLATERAL_MAX = 20
/** A deal of a hundred years with a change on each fourth day has fewer. */
export const INTEREST_PERIODS_MAX = 10_000

/**
 * The end of the names of the inputs and steps of one collateral: `''`, `_2`, `_3` …
 *
 * @param index Its place among the collateral, from 0.
 *
 * @example
 *   collateralSuffix(1) // '_2', so its price is the input `collateral_price_2`
 */
export function collateralSuffix(index: number): string {
  return index === 0 ? '' : `_${index + 1}`
}

/** @throws {MarginInputError} if an input is missing, malformed, out of bounds or contradictory. */
export function readCloseOutInputs(inputs: UnreadCloseOutInputs): ReadCloseOutInputs {
  const context = readTexts(inputs.texts)
  const recorded: NamedInput<string>[] = []
  const take: Take = (name, input, unit, read) => {
    if (input === undefined) throw new MarginInputError(name, 'must be given')
    const value = formatDecimal(read(input.value, name))
    const { source, observedAt } = input
    recorded.push({ name, value, unit, source, observed_at: observedAt })
    // A Decimal may have more digits than a statement that is verified.
    return parseDecimal(value, name)
  }
  const asset = takeAsset(inputs, take)
  const interestPaid = take('interest_paid', inputs.interest_paid, inputs.asset, readNonNegative)
  requireWholeUnits(interestPaid, asset.unit, 'interest_paid')
  const collateral = takeCollateral(inputs.collateral, context, take)
  return {
    context,
    asset,
    interestPaid,
    collateral,
    discount: take('close_out_discount', inputs.close_out_discount, 'fraction', readFraction),
    requirement: takeRequirement(inputs, context, take),
    ...readPeriods(inputs.interest_periods),
    recorded: [...recorded, ...recordTexts(inputs.texts)],
  }
}

type Take = (
  name: string,
  input: PreviewInput | undefined,
  unit: string,
  read: (value: DecimalInput, member: string) => Decimal,
) => Decimal

function takeAsset(inputs: UnreadCloseOutInputs, take: Take): PricedAsset {
  const { asset, asset_quantity, asset_price, asset_unit } = inputs
  const quantity = take('asset_quantity', asset_quantity, asset, readNonNegative)
  const price =
    asset_price === undefined ? null : take('asset_price', asset_price, 'USD', readPositive)
  const unit = take('asset_unit', asset_unit, asset, readPositive)
  requireWholeUnits(quantity, unit, 'asset_quantity')
  return { asset, suffix: '', quantity, price, unit }
}

function takeCollateral(
  collateral: readonly CloseOutCollateralInputs[],
  context: CloseOutContext,
  take: Take,
): PricedCollateral[] {
  if (collateral.length === 0 || collateral.length > COLLATERAL_MAX) {
    throw new MarginInputError('collateral', `must have one to ${COLLATERAL_MAX} assets`)
  }
  if (new Set(collateral.map(({ asset }) => asset)).size < collateral.length) {
    throw new MarginInputError('collateral', 'must name each asset once')
  }
  return collateral.map((held, index) => {
    const { asset, price: quoted } = held
    const suffix = collateralSuffix(index)
    const quantity = take(`collateral_quantity${suffix}`, held.quantity, asset, readNonNegative)
    const price =
      quoted === undefined ? null : take(`collateral_price${suffix}`, quoted, 'USD', readPositive)
    if (price === null && !quantity.isZero()) {
      throw new MarginInputError(`collateral_price${suffix}`, 'must be given')
    }
    if (context.in_default === 'lender') return { asset, suffix, quantity, price, unit: null }
    const unit = take(`collateral_unit${suffix}`, held.unit, asset, readPositive)
    requireWholeUnits(quantity, unit, `collateral_quantity${suffix}`)
    return { asset, suffix, quantity, price, unit }
  })
}

/** Whole units are kept of whole units, so that whole units go back. */
function requireWholeUnits(quantity: Decimal, unit: Decimal, member: string): void {
  if (divideWithRemainder(quantity, unit).remainder.isZero()) return
  throw new MarginInputError(member, 'must be a multiple of the smallest unit of its asset')
}

function takeRequirement(
  inputs: UnreadCloseOutInputs,
  context: CloseOutContext,
  take: Take,
): ReadRequirement | null {
  const { requirement_percent, haircut, threshold_usd } = inputs
  if (!context.to_requirement) {
    for (const [name, input] of Object.entries({ requirement_percent, haircut, threshold_usd })) {
      if (input !== undefined) throw new MarginInputError(name, 'plays no part in a full close-out')
    }
    return null
  }
  if (context.in_default === 'lender') {
    throw new MarginInputError('to_requirement', 'must be false if the lender is in default')
  }
  if (haircut !== undefined && requirement_percent !== undefined) {
    throw new MarginInputError('haircut', 'must not be given together with a requirement_percent')
  }
  const agreed =
    haircut === undefined
      ? {
          percent: take(
            'requirement_percent',
            requirement_percent,
            'percent',
            readRequirementPercent,
          ),
          haircutFactor: ONE,
          haircutAgreed: false,
        }
      : {
          percent: HUNDRED,
          haircutFactor: subtract(ONE, take('haircut', haircut, 'fraction', readFraction)),
          haircutAgreed: true,
        }
  const thresholdUsd = take('threshold_usd', threshold_usd, 'USD', readNonNegative)
  return { ...agreed, thresholdUsd }
}

function readPeriods(
  periods: readonly CloseOutInterestPeriod[],
): Pick<ReadCloseOutInputs, 'periods' | 'recordedPeriods'> {
  if (periods.length > INTEREST_PERIODS_MAX) {
    throw new MarginInputError('interest_periods', `must be at most ${INTEREST_PERIODS_MAX}`)
  }
  let earliest = Number.NEGATIVE_INFINITY
  const read = periods.map(({ from, to, quantity, rate_percent, source }, index) => {
    const member = `interest_periods.${index}`
    const first = readDay(from, `${member}.from`)
    if (first < earliest) throw new MarginInputError(`${member}.from`, 'must not be in a period')
    earliest = readDay(to, `${member}.to`)
    const days = earliest - first
    if (days <= 0) throw new MarginInputError(`${member}.to`, 'must be after from')
    const notional = readNonNegative(quantity, `${member}.quantity`)
    const ratePercent = readDecimal(rate_percent, `${member}.rate_percent`)
    const recorded = {
      from,
      to,
      quantity: formatDecimal(notional),
      rate_percent: formatDecimal(ratePercent),
      source,
    }
    return { rated: { notional, ratePercent, days }, recorded }
  })
  return {
    periods: read.map(({ rated }) => rated),
    recordedPeriods: read.map(({ recorded }) => recorded),
  }
}
