import { formatDecimal, type Decimal } from './decimal.ts'
import type { RoundingMode } from './rounding.ts'

// The decimals depend on the kind of figure, not on its unit: a collateral asset may be called USD.
/** USD figures and percentages are printed with at least 2 decimals. */
export const FIGURE_DECIMALS_MIN = 2
/** Quantities are printed without padding. */
export const QUANTITY_DECIMALS_MIN = 0

/** One step of a calculation: its formula, its value and its rounding. */
export interface NamedStep<Name extends string> {
  name: Name
  /** The formula, with the names of inputs and earlier steps. */
  formula: string
  /** The exact value before rounding. A quotient without an end has 60 digits. */
  exact: string
  /** The value after rounding. It is rounded from the true value, not from `exact`. */
  value: string
  unit: string
  rounding: { mode: RoundingMode; increment: string } | null
}

/** A step that is not rounded. */
export function exactStep<Name extends string>(
  name: Name,
  formula: string,
  unit: string,
  value: Decimal,
): NamedStep<Name> {
  const exact = formatDecimal(value)
  return { name, formula, exact, value: exact, unit, rounding: null }
}

/** A rounded value, its rounding, and the least number of printed decimals. */
export interface Rounded {
  value: Decimal
  mode: RoundingMode
  increment: Decimal
  decimalsMin: number
}

/** A step with its exact value and what it is rounded to. */
export function roundedStep<Name extends string>(
  name: Name,
  formula: string,
  unit: string,
  exact: Decimal,
  rounded: Rounded,
): NamedStep<Name> {
  const { value, mode, increment, decimalsMin } = rounded
  return {
    name,
    formula,
    exact: formatDecimal(exact),
    value: formatDecimal(value, decimalsMin),
    unit,
    rounding: { mode, increment: formatDecimal(increment) },
  }
}
