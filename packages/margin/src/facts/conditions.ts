import { formatDecimal, type Decimal } from '../decimal.ts'
import type { Condition, ConditionName, Relation } from './fact.ts'
import { printTime } from './times.ts'

const IS_MET: Readonly<Record<Relation, (difference: number) => boolean>> = {
  equal_to: (difference) => difference === 0,
  above: (difference) => difference > 0,
  at_least: (difference) => difference >= 0,
  at_most: (difference) => difference <= 0,
  below: (difference) => difference < 0,
}

/** A quantity or an amount. The condition is not known if one of the two figures is not. */
export function figure(
  name: ConditionName,
  unit: 'asset' | 'collateral_asset' | 'USD',
  value: Decimal | null,
  [relation, required]: readonly [Relation, Decimal | null],
): Condition {
  const met =
    value === null || required === null ? null : IS_MET[relation](value.comparedTo(required))
  return { name, unit, value: printed(value), relation, required: printed(required), met }
}

const printed = (value: Decimal | null) => (value === null ? null : formatDecimal(value))

/** A time, compared with another one. Both in milliseconds. */
export function moment(
  name: ConditionName,
  valueMs: number,
  [relation, requiredMs]: readonly [Relation, number],
): Condition {
  const met = IS_MET[relation](valueMs - requiredMs)
  const [value, required] = [printTime(valueMs), printTime(requiredMs)]
  return { name, unit: 'time', value, relation, required, met }
}

/** A word or a number that must be one of some. */
export function oneOf(
  name: ConditionName,
  unit: Condition['unit'],
  value: string,
  allowed: readonly string[],
): Condition {
  const met = allowed.includes(value)
  return { name, unit, value, relation: 'equal_to', required: allowed.join(' or '), met }
}

export function isTrue(name: ConditionName, value: boolean): Condition {
  return oneOf(name, 'boolean', String(value), ['true'])
}
