import { readNonNegative, readPositive } from './decimal-input.ts'
import { ZERO, type Decimal, type DecimalInput } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'

/** The parts of an exposure, in units of one asset or in USD. */
export interface Exposure {
  /** Lent to other organizations. */
  readonly lent: Decimal
  /** Borrowed from other organizations. */
  readonly borrowed: Decimal
  /** Collateral held from other organizations. */
  readonly collateralHeld: Decimal
  /** Collateral posted to other organizations. */
  readonly collateralPosted: Decimal
}

/** The amounts to add to an exposure. Not below zero. Default: 0. */
export type ExposureInputs = { readonly [Part in keyof Exposure]?: DecimalInput | undefined }

export const NO_EXPOSURE: Exposure = {
  lent: ZERO,
  borrowed: ZERO,
  collateralHeld: ZERO,
  collateralPosted: ZERO,
}

/**
 * Adds amounts to an exposure, part by part. The sums are exact.
 *
 * @throws {MarginInputError} if a part is below zero or malformed.
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
 * Converts an exposure in units of an asset to USD. The result is exact.
 *
 * @throws {MarginInputError} if the price is not above zero, or malformed.
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

/** The net exposure: lent + posted − borrowed − held. Below zero, the organization owes more. */
export function netExposure(exposure: Exposure): Decimal {
  const { lent, collateralPosted, borrowed, collateralHeld } = exposure
  return subtract(add(lent, collateralPosted), add(borrowed, collateralHeld))
}
