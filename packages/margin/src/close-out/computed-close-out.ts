import { yearBasis } from '../accrual.ts'
import { Decimal, HUNDREDTH, ONE, ZERO } from '../decimal.ts'
import { add, multiply, subtract } from '../exact-arithmetic.ts'
import { interestNumerator } from '../interest-periods.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { CENT, roundQuotient, roundTo } from '../rounding.ts'
import type { PricedAsset, ReadCloseOutInputs, ReadRequirement } from './close-out-inputs.ts'

/** The interest of a close-out, in units of the asset. */
export interface ComputedInterest {
  /** Σ quantity · percent · days, and the divisor of it. */
  numerator: Decimal
  basis: Decimal
  /** Rounded up to the smallest unit. */
  accrued: Decimal
  accruedLessPaid: Decimal
  owed: Decimal
}

/** What is kept of one asset, in its units. */
export interface ComputedKept {
  item: PricedAsset
  /** In USD for one unit, after the discount. Null only if there is none of it. */
  netPrice: Decimal | null
  /** What was left of the claim before this asset, in USD. */
  due: Decimal
  kept: Decimal
  rest: Decimal
}

/** The requirement of the whole asset, in USD. */
export interface ComputedRequirement {
  requirement: ReadRequirement
  lessThreshold: Decimal
  required: Decimal
}

/** What would restore the requirement, whether it can or not. */
export interface ComputedPart extends ComputedRequirement {
  assetPrice: Decimal
  /** The collateral. */
  held: PricedAsset
  creditedPrice: Decimal
  credited: Decimal
  shortfall: Decimal
  /** r·(1 − d) − (1 − h): above zero if each unit that is discharged restores some of it. */
  restoredFactor: Decimal
  /** Null if there is no shortfall, or nothing that is discharged restores the requirement. */
  trial: PartTrial | null
}

/** What would be discharged and kept: quotients before, and quantities after their rounding. */
export interface PartTrial {
  dischargedOf: { numerator: Decimal; denominator: Decimal }
  discharged: Decimal
  keptOf: { numerator: Decimal; denominator: Decimal }
  kept: Decimal
}

/** A part that can be closed out by itself. */
export interface Restoring {
  part: ComputedPart
  trial: PartTrial
}

/** A close-out before it is printed. */
export interface ComputedCloseOut {
  inputs: ReadCloseOutInputs
  interest: ComputedInterest
  /** Null if the close-out is to be full. */
  required: ComputedRequirement | null
  /** Null if only a full close-out can be. */
  part: ComputedPart | null
  /** Null if the close-out is full. */
  restoring: Restoring | null
  netFactor: Decimal
  claim: Decimal
  kept: ComputedKept[]
  /** Of the asset, where the lender is in default. */
  back: { total: Decimal; asset: Decimal; interest: Decimal } | null
  overshoot: Decimal
  discharged: Decimal
  residual: { exact: Decimal; cut: Decimal }
}

/** Computes a close-out from inputs that have been read. */
export function computeCloseOut(inputs: ReadCloseOutInputs): ComputedCloseOut {
  const interest = computeInterest(inputs)
  const netFactor = subtract(ONE, inputs.discount)
  const required = inputs.requirement && computeRequired(inputs.asset, inputs.requirement)
  const part = required && computePart(inputs, required, netFactor)
  const restoring = part && restoringPart(inputs, part)
  const claim = restoring
    ? multiply(restoring.trial.discharged, restoring.part.assetPrice)
    : fullClaim(inputs, interest)
  const kept = keep(claim, keptItems(inputs, interest), netFactor)
  const covered = add(ZERO, ...kept.map(({ netPrice, kept: of }) => valueAt(netPrice, of)))
  const back = inputs.context.in_default === 'lender' ? backOfAsset(inputs, kept) : null
  const residual = Decimal.max(ZERO, subtract(claim, covered))
  return {
    inputs,
    interest,
    required,
    part,
    restoring,
    netFactor,
    claim,
    kept,
    back,
    overshoot: Decimal.max(ZERO, subtract(covered, claim)),
    discharged: restoring
      ? restoring.trial.discharged
      : subtract(inputs.asset.quantity, back === null ? ZERO : back.asset),
    residual: { exact: residual, cut: roundTo(residual, CENT, 'down') },
  }
}

function computeInterest({
  periods,
  context,
  asset,
  interestPaid,
}: ReadCloseOutInputs): ComputedInterest {
  const numerator = interestNumerator(periods)
  const basis = yearBasis(context.day_count)
  const accrued = roundQuotient(numerator, basis, asset.unit, 'up')
  const accruedLessPaid = subtract(accrued, interestPaid)
  return {
    numerator,
    basis,
    accrued,
    accruedLessPaid,
    owed: Decimal.max(ZERO, accruedLessPaid),
  }
}

/** What the party in default owes, at prices without a discount. */
function fullClaim(inputs: ReadCloseOutInputs, { owed }: ComputedInterest): Decimal {
  const { asset, collateral, context } = inputs
  if (context.in_default === 'lender') {
    return add(ZERO, ...collateral.map(({ price, quantity }) => valueAt(price, quantity)))
  }
  const quantity = add(asset.quantity, owed)
  return quantity.isZero() ? ZERO : multiply(quantity, priceOf(asset, 'asset_price'))
}

/** Zero of what has no price, because there is none of it. */
function valueAt(price: Decimal | null, quantity: Decimal): Decimal {
  return price === null ? ZERO : multiply(quantity, price)
}

function priceOf({ price }: { price: Decimal | null }, member: string): Decimal {
  if (price === null) throw new MarginInputError(member, 'must be given')
  return price
}

/** What the declarer holds of the party in default. */
function keptItems(inputs: ReadCloseOutInputs, { owed }: ComputedInterest): PricedAsset[] {
  const { asset, collateral, context } = inputs
  if (context.in_default === 'lender') {
    const quantity = add(asset.quantity, owed)
    if (!quantity.isZero()) priceOf(asset, 'asset_price')
    return [{ ...asset, quantity }]
  }
  return collateral.flatMap((held) => (held.unit === null ? [] : [{ ...held, unit: held.unit }]))
}

/** Covers the claim with the first asset, the rest of it with the next, and so on. */
function keep(claim: Decimal, items: readonly PricedAsset[], netFactor: Decimal): ComputedKept[] {
  let due = claim
  return items.map((item) => {
    const { price, quantity, unit } = item
    if (price === null) return { item, netPrice: null, due, kept: ZERO, rest: quantity }
    const netPrice = multiply(price, netFactor)
    const kept = Decimal.min(quantity, roundQuotient(due, netPrice, unit, 'up'))
    const before = due
    due = Decimal.max(ZERO, subtract(due, multiply(kept, netPrice)))
    return { item, netPrice, due: before, kept, rest: subtract(quantity, kept) }
  })
}

function backOfAsset(
  { asset }: ReadCloseOutInputs,
  kept: readonly ComputedKept[],
): { total: Decimal; asset: Decimal; interest: Decimal } {
  const total = add(ZERO, ...kept.map(({ rest }) => rest))
  const asAsset = Decimal.min(total, asset.quantity)
  return { total, asset: asAsset, interest: subtract(total, asAsset) }
}

/** Without a price there is nothing of the asset. */
function computeRequired(
  { price, quantity }: PricedAsset,
  requirement: ReadRequirement,
): ComputedRequirement {
  const value = multiply(valueAt(price, quantity), requirement.percent, HUNDREDTH)
  const lessThreshold = subtract(value, requirement.thresholdUsd)
  return { requirement, lessThreshold, required: Decimal.max(ZERO, lessThreshold) }
}

/**
 * Null if the close-out can only be full: with several collaterals, and without a price, as then
 * there is nothing to discharge or nothing to keep.
 */
function computePart(
  { asset, collateral }: ReadCloseOutInputs,
  ofWhole: ComputedRequirement,
  netFactor: Decimal,
): ComputedPart | null {
  const [first, ...others] = collateral
  if (first?.unit == null || others.length > 0) return null
  const held = { ...first, unit: first.unit }
  const { price: assetPrice } = asset
  const { price: collateralPrice } = held
  if (assetPrice === null || collateralPrice === null) return null
  const { percent, haircutFactor } = ofWhole.requirement
  const creditedPrice = multiply(collateralPrice, haircutFactor)
  const credited = multiply(held.quantity, creditedPrice)
  const shortfall = subtract(ofWhole.required, credited)
  const restoredFactor = subtract(multiply(percent, HUNDREDTH, netFactor), haircutFactor)
  const part = {
    ...ofWhole,
    assetPrice,
    held,
    creditedPrice,
    credited,
    shortfall,
    restoredFactor,
  }
  if (!shortfall.greaterThan(ZERO) || !restoredFactor.greaterThan(ZERO)) {
    return { ...part, trial: null }
  }
  // One unit more of the collateral makes room for the rounding of what is kept.
  const room = multiply(held.unit, creditedPrice)
  const dischargedOf = {
    numerator: multiply(add(shortfall, room), netFactor),
    denominator: multiply(assetPrice, restoredFactor),
  }
  const discharged = roundUpTo(dischargedOf, asset.unit)
  const keptOf = {
    numerator: multiply(discharged, assetPrice),
    denominator: multiply(collateralPrice, netFactor),
  }
  const kept = roundUpTo(keptOf, held.unit)
  return { ...part, trial: { dischargedOf, discharged, keptOf, kept } }
}

function roundUpTo(
  { numerator, denominator }: { numerator: Decimal; denominator: Decimal },
  unit: Decimal,
): Decimal {
  return roundQuotient(numerator, denominator, unit, 'up')
}

function restoringPart({ asset }: ReadCloseOutInputs, part: ComputedPart): Restoring | null {
  const { trial, held } = part
  if (trial === null || !trial.discharged.lessThan(asset.quantity)) return null
  return trial.kept.greaterThan(held.quantity) ? null : { part, trial }
}
