import { readNonNegative, readPositive } from './decimal-input.ts'
import { ZERO, type Decimal, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'

/** What one side and others have of each other, in units of one asset or in USD. */
export interface Exposure {
  /** What the others have borrowed. */
  readonly lent: Decimal
  /** What the others have lent. */
  readonly borrowed: Decimal
  /** Collateral of the others that is held. */
  readonly collateralHeld: Decimal
  /** Collateral that is posted to the others. */
  readonly collateralPosted: Decimal
}

/** What is added to an exposure: each 0 unless given, none below it. */
export type ExposureInputs = { readonly [Part in keyof Exposure]?: DecimalInput | undefined }

export const NO_EXPOSURE: Exposure = {
  lent: ZERO,
  borrowed: ZERO,
  collateralHeld: ZERO,
  collateralPosted: ZERO,
}

/**
 * The exact sum, part by part.
 *
 * @throws {MarginInputError} when a part is below zero or malformed.
 */
export function addExposure(exposure: Exposure, more: ExposureInputs): Exposure {
  const part = (name: keyof Exposure) =>
    add(exposure[name], readNonNegative(more[name] ?? ZERO, name))
  return {
    lent: part('lent'),
    borrowed: part('borrowed'),
    collateralHeld: part('collateralHeld'),
    collateralPosted: part('collateralPosted'),
  }
}

/**
 * An exposure in units of an asset as one in USD, exact.
 *
 * @throws {MarginInputError} when the price is not above zero, or malformed.
 */
export function exposureValue(exposure: Exposure, priceUsd: DecimalInput): Exposure {
  const price = readPositive(priceUsd, 'priceUsd')
  return {
    lent: multiply(exposure.lent, price),
    borrowed: multiply(exposure.borrowed, price),
    collateralHeld: multiply(exposure.collateralHeld, price),
    collateralPosted: multiply(exposure.collateralPosted, price),
  }
}

/** What the others owe less what is owed to them: lent + posted − borrowed − held. Below zero, more is owed. */
export function netExposure(exposure: Exposure): Decimal {
  const { lent, collateralPosted, borrowed, collateralHeld } = exposure
  return subtract(add(lent, collateralPosted), add(borrowed, collateralHeld))
}
