import { formatDecimal, type Decimal } from '../decimal.ts'
import type { Condition, ConditionName, Ground, Relation } from './fact.ts'
import { printTime } from './times.ts'

const IS_MET: Readonly<Record<Relation, (difference: number) => boolean>> = {
  equal_to: (difference) => difference === 0,
  above: (difference) => difference > 0,
  at_least: (difference) => difference >= 0,
  at_most: (difference) => difference <= 0,
  below: (difference) => difference < 0,
}

/** A quantity or an amount. The condition is not known if one of the two figures is undefined. */
export function figure(
  name: ConditionName,
  unit: 'asset' | 'collateral_asset' | 'USD' | { token: string },
  value: Decimal | undefined,
  [relation, required]: readonly [Relation, Decimal | undefined],
): Condition {
  const met =
    value === undefined || required === undefined
      ? null
      : IS_MET[relation](value.comparedTo(required))
  return { name, unit, value: printed(value), relation, required: printed(required), met }
}

const printed = (value: Decimal | undefined) => (value === undefined ? null : formatDecimal(value))

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

/** A word or a number that must be one of some. Undefined if it is not known. */
export function oneOf(
  name: ConditionName,
  unit: Condition['unit'],
  value: string | undefined,
  allowed: readonly string[],
): Condition {
  const met = value === undefined ? null : allowed.includes(value)
  return {
    name,
    unit,
    value: value ?? null,
    relation: 'equal_to',
    required: allowed.join(' or '),
    met,
  }
}

export function isTrue(name: ConditionName, value: boolean): Condition {
  return oneOf(name, 'boolean', String(value), ['true'])
}

export function isFalse(name: ConditionName, value: boolean | null): Condition {
  return oneOf(name, 'boolean', value === null ? undefined : String(value), ['false'])
}

/** The ground of something that there is not. */
export function absent(name: Ground['name'], resource: Ground['resource']): Ground {
  const conditions = [isTrue('exists', false)]
  return { name, resource, resourceId: null, occasion: null, since: null, conditions }
}

/** The grounds, or the one that says that there is none. */
export function orAbsent(grounds: readonly Ground[], missing: Ground): readonly Ground[] {
  return grounds.length === 0 ? [missing] : grounds
}
