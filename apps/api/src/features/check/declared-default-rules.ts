import { earliestTerminateAt } from '../deals/index.ts'
import type { BookRule } from './book-rule.ts'

const closeOut = `format('close-out %s', c.id)`

/**
 * The place of a change in the history. Not by its time: the clocks of two processes may differ.
 */
const placeOf = (id: string, action: string) => `(SELECT s.sequence FROM state_changes s
  WHERE s.resource_id = ${id} AND s.action ${action} ORDER BY s.sequence LIMIT 1)`

/** Declared defaults with the terms of their order then: what replaced them did so later. */
const underTerms = `close_outs c JOIN positions p ON p.id = c.position_id
  JOIN orders o ON o.id = p.order_id JOIN margin_terms m ON m.id = coalesce((
    SELECT t.terms_id FROM replaced_terms t
    WHERE t.order_id = o.id
      AND ${placeOf('t.order_request_id', "= 'accept'")} > ${placeOf('c.id', "= 'create'")}
    ORDER BY t.sequence LIMIT 1), o.terms_id)`

/** Declared defaults must match their terms, their deals and their time. */
export const declaredDefaultRules: readonly BookRule[] = [
  {
    rule: 'a default has a cause that the terms of its order had when it was declared',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is declared for %s, but the terms have %s',
        c.cause, m.default_causes) AS issue
      FROM ${underTerms} WHERE c.cause <> ALL (m.default_causes)`,
  },
  {
    rule: 'a default can be terminated once the grace of its terms is over, and not before',
    breaches: `
      SELECT ${closeOut} AS subject, format('it was declared at %s, can be terminated from %s on, and was at %s',
        c.created_at, c.earliest_terminate_at, coalesce(c.terminated_at::text, 'no time')) AS issue
      FROM ${underTerms} WHERE c.terminated_at < c.earliest_terminate_at
        OR c.earliest_terminate_at <> c.created_at + make_interval(secs =>
          CASE c.cause WHEN 'LIQUIDATION_LEVEL' THEN 0 ELSE m.grace_seconds END)`,
  },
  {
    rule: 'a notice is about something of its own deal, from before it was declared',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is about the %s %s of another deal, or of later',
        c.fact_resource, coalesce(c.fact_resource_id, c.position_id)) AS issue
      FROM close_outs c JOIN positions p ON p.id = c.position_id
      WHERE c.fact_since > c.created_at OR c.fact_resource_id IS NOT NULL AND NOT CASE c.fact_resource
        WHEN 'order' THEN c.fact_resource_id = p.order_id
        WHEN 'order_request' THEN EXISTS (SELECT FROM order_requests r
          WHERE r.id = c.fact_resource_id AND r.position_id = p.id)
        ELSE EXISTS (SELECT FROM mark_to_market_requests r
          WHERE r.id = c.fact_resource_id AND r.position_id = p.id) END`,
  },
  {
    rule: 'a notice is checked within its time, which ends it',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is checked at %s, and ends 30 days after %s',
        coalesce(d.due_at::text, 'no time'), ${earliestTerminateAt('c')}) AS issue
      FROM close_outs c LEFT JOIN deadlines d ON d.kind = 'close_out' AND d.resource_id = c.id
      WHERE c.status = 'NOTICE'
        AND (d.due_at IS NULL OR d.due_at > ${earliestTerminateAt('c')} + interval '30 days')`,
  },
  {
    rule: 'an open notice ends when its deal or what it is about does',
    breaches: `
      SELECT ${closeOut} AS subject, format('its order is %s, and %s are lent', o.status,
        trim_scale(p.asset_quantity)) AS issue
      FROM close_outs c JOIN positions p ON p.id = c.position_id JOIN orders o ON o.id = p.order_id
      WHERE c.status = 'NOTICE' AND (o.status NOT IN ('ACTIVE', 'CLOSING')
        OR c.cause = 'LIQUIDATION_LEVEL' AND p.asset_quantity = 0)`,
  },
  {
    rule: 'a default is declared by the side that is not in it, and its statement names both',
    breaches: `
      SELECT ${closeOut} AS subject, format('%s is declared by the %s, and its statement is against the %s',
        c.cause, declarer.side, coalesce(c.statement ->> 'in_default', 'other side')) AS issue
      FROM close_outs c CROSS JOIN LATERAL (
        SELECT CASE c.creator_id WHEN c.lender_id THEN 'lender' ELSE 'borrower' END AS side) declarer
      WHERE c.cause IN ('LIQUIDATION_LEVEL', 'MISSED_INTEREST') AND declarer.side = 'borrower'
        OR c.statement ->> 'in_default' = declarer.side
        OR (c.statement ->> 'lender_id')::uuid <> c.lender_id
        OR (c.statement ->> 'borrower_id')::uuid <> c.borrower_id`,
  },
  {
    rule: 'a close-out is in part only where the terms say so and collateral is missing, and is then over',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is in part and %s, for %s against the %s, and its terms say %s',
        c.status, c.cause, c.statement ->> 'in_default', m.close_out_scope) AS issue
      FROM ${underTerms} WHERE c.statement ->> 'scope' <> 'full' AND (
        m.close_out_scope <> 'to_requirement' OR c.cause NOT IN ('UNMET_CALL', 'LIQUIDATION_LEVEL')
        OR c.statement ->> 'in_default' <> 'borrower' OR c.status <> 'SETTLED')`,
  },
  {
    rule: 'the service accepts only what a side under notice offers',
    breaches: `
      SELECT format('%s %s', replace(s.machine, '_', ' '), s.resource_id) AS subject, format(
        'it was accepted by the service at %s, when its creator was under no notice', s.changed_at) AS issue
      FROM state_changes s JOIN (
        SELECT id, position_id, creator_id FROM mark_to_market_requests
        UNION ALL SELECT id, position_id, creator_id FROM order_requests) r ON r.id = s.resource_id
      WHERE s.machine IN ('mark_to_market_request', 'order_request') AND s.action = 'accept'
        AND s.actor_id IS NULL AND NOT EXISTS (
          SELECT FROM close_outs c WHERE c.position_id = r.position_id
            AND c.creator_id <> r.creator_id AND ${placeOf('c.id', "= 'create'")} < s.sequence
            AND coalesce(${placeOf('c.id', "IN ('withdraw', 'cure', 'lapse', 'terminate', 'terminate_part')")} > s.sequence, true))`,
  },
]
