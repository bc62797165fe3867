import type { PartyName } from '../preview-context.ts'

/** What a party may declare, if the terms of the deal have it. */
export type DefaultCause = 'LIQUIDATION_LEVEL'

/** A default as a party declares it: a cause, and the party that it says is in default. */
export interface AssertedDefault {
  cause: DefaultCause
  inDefault: PartyName
}

/**
 * Whether a default is there. It holds if each of the `conditions` is met, and so is each condition
 * of at least one of the `grounds`.
 */
export interface Fact extends AssertedDefault {
  /** Null if it depends on a price that is not known. */
  holds: boolean | null
  /** What it is about: the first ground that is met. Null unless it holds. */
  ground: Ground | null
  conditions: readonly Condition[]
  grounds: readonly Ground[]
}

/** What a fact is about. A notice keeps it as it was declared. */
export interface FactSubject {
  /** The kind of the resource. */
  resource: 'position'
  /** Null if there is no such resource. */
  resourceId: string | null
  /** Which time of several, where the same can happen again. */
  occasion: string | null
  /** Since when, RFC 3339. */
  since: string | null
}

/** One way in which a default can have come about. */
export interface Ground extends FactSubject {
  name: GroundName
  conditions: readonly Condition[]
}

export type GroundName = 'liquidation_alert'

/** One figure of a fact, and what it would have to be. */
export interface Condition {
  name: ConditionName
  /** The unit of both values. A `time` is RFC 3339, and `below` another one if it is earlier. */
  unit: 'asset' | 'collateral_asset' | 'USD' | 'time' | 'boolean' | 'number' | 'party'
  /** Exact. Null if it is not known, because a price is missing. */
  value: string | null
  relation: Relation
  /** What the value must be, compared by the relation. Null if it is not known. */
  required: string | null
  /** Null if either value is not known. */
  met: boolean | null
}

/** `value relation required`, such as 1.5 `above` 0. */
export type Relation = 'equal_to' | 'above' | 'at_least' | 'at_most' | 'below'

/** The figures of facts. */
export type ConditionName =
  | 'party_in_default'
  | 'claim'
  | 'lent'
  | 'alert_active'
  | 'alert_occasion'
  | 'alert_confirmed_from'
  | 'alert_priced_at_start'
  | 'collateral_value'
  | 'shortfall'

/** Whether each condition is met. Null if that depends on one that is not known. */
export function areMet(conditions: readonly Condition[]): boolean | null {
  if (conditions.some(({ met }) => met === false)) return false
  return conditions.every(({ met }) => met === true) ? true : null
}
