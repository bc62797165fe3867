import { readFraction } from '../decimal-input.ts'
import { ONE, type DecimalInput } from '../decimal.ts'
import { subtract } from '../exact-arithmetic.ts'
import { agreedRequirement, type CollateralRequirement, type MarginTerms } from '../margin-terms.ts'
import type { Position } from '../position-valuation.ts'
import {
  powerOfTen,
  readNonNegativeUnits,
  readPositiveUnits,
  unitsAt,
  unitsOf,
  type FixedScale,
} from './fixed-scale.ts'
import { divideDown, divideUp } from './whole-division.ts'

/**
 * The inputs of a revaluation without the prices: those of valuePosition, marginCall and the two
 * flags.
 */
export interface RevaluationInputs {
  position: Omit<Position, 'assetPriceUsd' | 'collateralPriceUsd'>
  terms: MarginTerms
  /** The CCR level of the margin call flag, above zero, if one is agreed. */
  marginCallPercent?: DecimalInput | null | undefined
  /** The CCR level of the liquidation flag, above zero, if one is agreed. */
  liquidationPercent?: DecimalInput | null | undefined
}

/**
 * A position and its terms as whole numbers. Everything that does not depend on prices is computed
 * already.
 * Only revalue uses its members.
 *
 * Quantities are in units of 10^-quantityScale. Quantities weighted by the requirement or the
 * haircut are in
 * units of 10^-weightedScale. A value in USD also has the scale of the prices.
 */
export interface CompiledPosition {
  readonly quantityScale: number
  readonly weightedScale: number
  readonly assetQuantity: bigint
  readonly collateralQuantity: bigint
  /** Asset quantity · requirement. */
  readonly requiredWeight: bigint
  /** In USD, without the scale of the prices. */
  readonly threshold: bigint
  /** Credited quantity · (1 − haircut): may be below zero. */
  readonly creditedWeight: bigint
  readonly topUp: CompiledDirection
  readonly release: CompiledDirection
  /** The most lots that may be released. */
  readonly releaseLotsMax: bigint
  readonly marginCallLevel: CompiledLevel | null
  readonly liquidationLevel: CompiledLevel | null
}

/** The terms for one direction of a margin call. */
export interface CompiledDirection {
  /** The minimum notional, in cents, rounded up: a notional in cents reaches both or neither. */
  readonly minimumCents: bigint
  readonly lot: FixedScale
  /**
   * Lot · (1 − haircut), weighted: times the collateral price, it is the credited value of one lot.
   */
  readonly lotWeight: bigint
  /** The coverage that must be reached, if one is agreed. */
  readonly level: CompiledLevel | null
}

/** A CCR level: exact, and truncated to hundredths, like printed coverage. */
export interface CompiledLevel {
  readonly hundredths: bigint
  readonly percent: FixedScale
  /** 100 · 10^scale: the factor of a collateral value that is compared with notional · level. */
  readonly hundred: bigint
}

/** Notional and collateral value are rounded to cents, which needs at least one more digit. */
const QUANTITY_SCALE_MIN = 3

/**
 * Reads a position and its terms for {@link revalue}. Useful if the same position is revalued more
 * than once.
 *
 * @throws {MarginInputError} as valuePosition, marginCall, marginCallReached and liquidationReached
 *   do.
 */
export function compilePosition(inputs: RevaluationInputs): CompiledPosition {
  const { terms } = inputs
  const quantities = readQuantities(inputs.position)
  const { requirement, haircutFactor } = readWeights(terms)
  const threshold = readNonNegativeUnits(terms.thresholdUsd ?? '0', 'thresholdUsd')
  const minimum = (name: 'topUp' | 'release') =>
    readNonNegativeUnits(terms.minimumNotionalUsd?.[name] ?? '0', `minimumNotionalUsd.${name}`)
  const minima = { topUp: minimum('topUp'), release: minimum('release') }
  const lots = {
    topUp: readPositiveUnits(terms.lot.topUp, 'lot.topUp'),
    release: readPositiveUnits(terms.lot.release, 'lot.release'),
  }

  const quantityScale = Math.max(
    QUANTITY_SCALE_MIN,
    ...Object.values(quantities).map(({ scale }) => scale),
    lots.topUp.scale,
    lots.release.scale,
  )
  const weightScale = Math.max(
    requirement.scale,
    haircutFactor.scale,
    threshold.scale - quantityScale,
  )
  const quantity = (name: keyof typeof quantities) => unitsAt(quantities[name], quantityScale)
  const factor = unitsAt(haircutFactor, weightScale)
  const direction = (
    name: 'topUp' | 'release',
    level: CompiledLevel | null,
  ): CompiledDirection => ({
    minimumCents: centsUp(minima[name]),
    lot: lots[name],
    lotWeight: unitsAt(lots[name], quantityScale) * factor,
    level,
  })

  const assetQuantity = quantity('assetQuantity')
  const free =
    quantity('collateralQuantity') - quantity('returnsInTransit') - quantity('disputedQuantity')
  return {
    quantityScale,
    weightedScale: quantityScale + weightScale,
    assetQuantity,
    collateralQuantity: quantity('collateralQuantity'),
    requiredWeight: assetQuantity * unitsAt(requirement, weightScale),
    threshold: unitsAt(threshold, quantityScale + weightScale),
    creditedWeight: (free + quantity('deliveriesInTransit')) * factor,
    topUp: direction('topUp', readLevel(terms.topUpPercent, 'topUpPercent')),
    release: direction('release', readLevel(terms.releasePercent, 'releasePercent')),
    releaseLotsMax: free > 0n ? divideDown(free, unitsAt(lots.release, quantityScale)) : 0n,
    marginCallLevel: readLevel(inputs.marginCallPercent, 'marginCallPercent'),
    liquidationLevel: readLevel(inputs.liquidationPercent, 'liquidationPercent'),
  }
}

function readQuantities(position: RevaluationInputs['position']) {
  const read = (name: keyof RevaluationInputs['position'], value: DecimalInput) =>
    readNonNegativeUnits(value, name)
  return {
    assetQuantity: read('assetQuantity', position.assetQuantity),
    collateralQuantity: read('collateralQuantity', position.collateralQuantity),
    deliveriesInTransit: read('deliveriesInTransit', position.deliveriesInTransit ?? '0'),
    returnsInTransit: read('returnsInTransit', position.returnsInTransit ?? '0'),
    disputedQuantity: read('disputedQuantity', position.disputedQuantity ?? '0'),
  }
}

const WHOLE: FixedScale = { units: 1n, scale: 0 }

/** The weights of the notional and the credited value: requirement ÷ 100, and 1 − haircut. */
function readWeights(terms: CollateralRequirement): {
  requirement: FixedScale
  haircutFactor: FixedScale
} {
  const agreed = agreedRequirement(terms)
  if (agreed.haircut === undefined) {
    const percent = readPositiveUnits(agreed.requirementPercent, 'requirementPercent')
    const requirement = { units: percent.units, scale: percent.scale + 2 }
    return { requirement, haircutFactor: WHOLE }
  }
  const haircutFactor = subtract(ONE, readFraction(agreed.haircut, 'haircut'))
  return { requirement: WHOLE, haircutFactor: unitsOf(haircutFactor.toFixed()) }
}

function centsUp({ units, scale }: FixedScale): bigint {
  return divideUp(units * 100n, powerOfTen(scale))
}

function readLevel(percent: DecimalInput | null | undefined, member: string): CompiledLevel | null {
  if (percent === null || percent === undefined) return null
  const read = readPositiveUnits(percent, member)
  const one = powerOfTen(read.scale)
  return {
    hundredths: divideDown(read.units * 100n, one),
    percent: read,
    hundred: one * 100n,
  }
}
