import { readNonNegative, readPositive } from '../decimal-input.ts'
import { isPlainNotation, type DecimalInput } from '../decimal.ts'
import { MarginInputError } from '../margin-input-error.ts'

/** A decimal as a whole number of units of its last digit: its value is units ÷ 10^scale. */
export interface FixedScale {
  readonly units: bigint
  readonly scale: number
}

/** Reads the same decimals as {@link readNonNegative}. */
export function readNonNegativeUnits(value: DecimalInput, member: string): FixedScale {
  return unitsOf(isPlainAndUnsigned(value) ? value : readNonNegative(value, member).toFixed())
}

/** Reads the same decimals as {@link readPositive}. */
export function readPositiveUnits(value: DecimalInput, member: string): FixedScale {
  const read = unitsOf(isPlainAndUnsigned(value) ? value : readPositive(value, member).toFixed())
  if (read.units === 0n) throw new MarginInputError(member, 'must be above zero')
  return read
}

/** Whether the value can be read without a Decimal, which is several times as fast. */
function isPlainAndUnsigned(value: DecimalInput): value is string {
  return typeof value === 'string' && !value.startsWith('-') && isPlainNotation(value)
}

/** The units of a decimal in plain notation, not below zero. */
export function unitsOf(text: string): FixedScale {
  const point = text.indexOf('.')
  if (point === -1) return { units: BigInt(text), scale: 0 }
  return {
    units: BigInt(text.slice(0, point) + text.slice(point + 1)),
    scale: text.length - point - 1,
  }
}

const powersOfTen: bigint[] = []

/** 10^exponent, for a whole exponent from zero up. */
export function powerOfTen(exponent: number): bigint {
  const known = powersOfTen[exponent]
  if (known !== undefined) return known
  const power = 10n ** BigInt(exponent)
  powersOfTen[exponent] = power
  return power
}

/** The units of the same value at a scale that is not smaller than its own. */
export function unitsAt({ units, scale }: FixedScale, wanted: number): bigint {
  return units * powerOfTen(wanted - scale)
}
