import type { PartyName } from '../preview-context.ts'

/** What a party may declare, if the terms of the deal have it. */
export type DefaultCause = 'UNMET_CALL' | 'LIQUIDATION_LEVEL' | 'MISSED_RETURN' | 'MISSED_INTEREST'

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
  resource: 'position' | 'order' | 'mark_to_market_request' | 'order_request'
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

export type GroundName =
  | 'liquidation_alert'
  | 'unanswered_call'
  | 'late_call'
  | 'disputed_call'
  | 'declared_call'
  | 'recall'
  | 'maturity'
  | 'late_closing'
  | 'late_return'
  | 'late_interest'

/** One figure of a fact, and what it would have to be. */
export interface Condition {
  name: ConditionName
  /** The unit of both values. A `time` is RFC 3339, and `below` another one if it is earlier. */
  unit:
    | 'asset'
    | 'collateral_asset'
    | 'USD'
    | 'time'
    | 'boolean'
    | 'number'
    | 'party'
    | 'direction'
    | 'status'
    | { token: string }
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
  | 'exists'
  // UNMET_CALL
  | 'direction'
  | 'notional'
  | 'set_notional'
  | 'collateral_amount'
  | 'receiver_in_default'
  | 'closing'
  | 'call_status'
  | 'unmet_from'
  | 'unmet_until'
  | 'terminated_since'
  | 'exchanged_since'
  | 'disputed'
  | 'met_since'
  // LIQUIDATION_LEVEL
  | 'lent'
  | 'alert_active'
  | 'alert_occasion'
  | 'alert_confirmed_from'
  | 'alert_priced_at_start'
  | 'shortfall_at_start'
  | 'collateral_value'
  | 'shortfall'
  // A recall, a maturity
  | 'recall_bound'
  | 'missed_from'
  // What was instructed
  | 'not_arrived'
  | 'cancelled'
  | 'released'
  | 'unpaid'
  | 'late_from'

/** The conditions of a cause, and its grounds. */
export type Findings = Pick<Fact, 'conditions' | 'grounds'>

/** Whether each condition is met. Null if that depends on one that is not known. */
export function areMet(conditions: readonly Condition[]): boolean | null {
  if (conditions.some(({ met }) => met === false)) return false
  return conditions.every(({ met }) => met === true) ? true : null
}

/** Whether one of them is true. Null if that depends on one that is not known. */
export function isAny(holds: readonly (boolean | null)[]): boolean | null {
  if (holds.includes(true)) return true
  return holds.includes(null) ? null : false
}
