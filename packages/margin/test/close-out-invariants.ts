import { expect } from 'vitest'
import { verifyCloseOut, type CloseOutInputs, type CloseOutStatement } from '../src/index.ts'
import { Rational } from './rational.ts'

const ZERO = new Rational(0n)
const CENT = new Rational(1n, 100n)
const of = (value: string) => Rational.of(value)
const isAbove = (first: Rational, second: Rational) => first.compare(second) > 0
const sum = (values: Rational[]) => values.reduce((total, value) => total.plus(value), ZERO)
const less = (first: Rational, second: Rational) => (isAbove(first, second) ? second : first)

/** Interest that is due and not paid, in fractions: rounded up once, never below zero. */
function owedInterest(inputs: CloseOutInputs): Rational {
  const days = (day: string) => BigInt(Date.parse(day) / 86_400_000)
  const basis = new Rational(inputs.day_count === 'ACT/360' ? 36_000n : 36_500n)
  const accrued = sum(
    inputs.interest_periods.map(({ from, to, quantity, rate_percent }) =>
      of(quantity)
        .times(of(rate_percent))
        .times(new Rational(days(to) - days(from))),
    ),
  )
  return accrued
    .over(basis)
    .ceilingTo(of(inputs.asset_unit.value))
    .minus(of(inputs.interest_paid.value))
    .atLeastZero()
}

/**
 * Checks what holds for every close-out, in fractions of integers: invariants 3 and 4 of
 * docs/stress.md, each figure, and that the statement verifies.
 */
export function expectInvariants(inputs: CloseOutInputs, statement: CloseOutStatement): void {
  expect(verifyCloseOut(statement)).toEqual({ ok: true, differences: [] })
  const interest = owedInterest(inputs)
  expect(of(statement.interest_owed).compare(interest)).toBe(0)
  if (statement.scope === 'full') expectFull(inputs, statement, interest)
  else expectInPart(inputs, statement)
}

interface Held {
  quantity: Rational
  net: Rational
  unit: Rational
}

/** What the declarer holds, at prices less the discount. */
function heldBy(inputs: CloseOutInputs, interest: Rational): Held[] {
  const factor = of('1').minus(of(inputs.close_out_discount.value))
  const priceOf = (price?: { value: string }) => of(price?.value ?? '0').times(factor)
  if (inputs.in_default === 'borrower') {
    return inputs.collateral.map(({ quantity, price, unit }) => ({
      quantity: of(quantity.value),
      net: priceOf(price),
      unit: of(unit?.value ?? '1'),
    }))
  }
  const quantity = of(inputs.asset_quantity.value).plus(interest)
  return [{ quantity, net: priceOf(inputs.asset_price), unit: of(inputs.asset_unit.value) }]
}

function claimOf(inputs: CloseOutInputs, interest: Rational): Rational {
  if (inputs.in_default === 'lender') {
    return sum(
      inputs.collateral.map(({ quantity, price }) =>
        of(quantity.value).times(of(price?.value ?? '0')),
      ),
    )
  }
  const quantity = of(inputs.asset_quantity.value).plus(interest)
  return quantity.times(of(inputs.asset_price?.value ?? '0'))
}

function expectFull(
  inputs: CloseOutInputs,
  statement: CloseOutStatement,
  interest: Rational,
): void {
  const claim = claimOf(inputs, interest)
  expect(of(statement.claim_usd).compare(claim)).toBe(0)
  const held = heldBy(inputs, interest)
  const backInterest = of(statement.back_interest)
  let left = claim
  let somethingBack = backInterest.compare(ZERO) > 0
  for (const [index, { quantity, net, unit }] of held.entries()) {
    const part = statement.kept[index]
    const kept = of(part?.kept_quantity ?? '-1')
    const back = of(part?.back_quantity ?? '-1')
    // What is kept and what goes back are what is held.
    expect(kept.plus(back).plus(backInterest).compare(quantity)).toBe(0)
    expect(kept.compare(ZERO)).not.toBe(-1)
    expect(back.compare(ZERO)).not.toBe(-1)
    expect(kept.compare(less(quantity, left.over(net).ceilingTo(unit)))).toBe(0)
    if (isAbove(quantity, kept)) {
      // The claim is covered, by less than one unit too much.
      expect(isAbove(left, kept.times(net))).toBe(false)
      expect(isAbove(left.plus(unit.times(net)), kept.times(net))).toBe(true)
      somethingBack = true
    }
    left = left.minus(kept.times(net)).atLeastZero()
  }
  const residual = of(statement.residual_claim_usd)
  expect(residual.compare(left.floorTo(CENT))).toBe(0)
  expect(somethingBack && isAbove(left, ZERO)).toBe(false)
}

function expectInPart(inputs: CloseOutInputs, statement: CloseOutStatement): void {
  const [held] = inputs.collateral
  const [kept] = statement.kept
  if (held === undefined || kept === undefined) throw new Error('one collateral is closed out')
  const factor = of('1').minus(of(inputs.close_out_discount.value))
  const ratio =
    inputs.haircut === undefined
      ? of(inputs.requirement_percent?.value ?? '0').over(of('100'))
      : of('1')
  const haircut = of('1').minus(of(inputs.haircut?.value ?? '0'))
  const assetPrice = of(inputs.asset_price?.value ?? '0')
  const collateralPrice = of(held.price?.value ?? '0')
  const credited = collateralPrice.times(haircut)
  const threshold = of(inputs.threshold_usd?.value ?? '0')
  const asset = of(inputs.asset_quantity.value)
  const collateral = of(held.quantity.value)
  const discharged = of(statement.discharged_quantity)
  const keptQuantity = of(kept.kept_quantity)
  const required = (quantity: Rational) =>
    quantity.times(assetPrice).times(ratio).minus(threshold).atLeastZero()

  expect(isAbove(discharged, ZERO)).toBe(true)
  expect(isAbove(asset, discharged)).toBe(true)
  expect(isAbove(keptQuantity, collateral)).toBe(false)
  const creditedAfter = collateral.minus(keptQuantity).times(credited)
  expect(isAbove(required(asset.minus(discharged)), creditedAfter)).toBe(false)

  // Less than the quotient restores nothing, whatever is kept for it.
  const shortfall = required(asset).minus(collateral.times(credited))
  const perUnit = assetPrice.times(ratio.minus(haircut.over(factor)))
  const least = shortfall.over(perUnit)
  const assetUnit = of(inputs.asset_unit.value)
  const room = of(held.unit?.value ?? '0')
    .times(credited)
    .times(of('2'))
    .over(perUnit)
    .ceilingTo(assetUnit)
  expect(isAbove(least, discharged)).toBe(false)
  expect(isAbove(discharged, least.plus(assetUnit).plus(room))).toBe(false)
  expect(kept.back_quantity).toBe('0')
  expect(statement.residual_claim_usd).toBe('0.00')
}
