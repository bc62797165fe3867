import { statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import type { BookRule } from './book-rule.ts'

const closeOut = `format('close-out %s', c.id)`

/** A figure of the statement of a close-out `c`. */
const figure = (member: string) => `(c.statement ->> '${member}')::numeric`
const kept = (member: string) => `(c.statement -> 'kept' -> 0 ->> '${member}')::numeric`

/** What the journal has of a close-out `c` in a bucket. */
const entries = (kind: string, bucket: string) => `coalesce((
  SELECT sum(e.quantity) FROM journal_transactions j JOIN journal_entries e ON e.transaction_id = j.id
  WHERE j.close_out_id = c.id AND j.kind = '${kind}' AND e.bucket = '${bucket}'), 0)`

/**
 * What has gone back of the collateral of a close-out `c`, by transfer or outside of the service.
 */
const gone = `coalesce((SELECT sum(t.quantity) FROM transfers t
    WHERE t.close_out_id = c.id AND t.status = 'COMPLETED'), 0) - ${entries('settle', 'pledged')}`

/** Close-outs to which the present terms of their orders apply: an amend waits for them. */
const underTerms = `close_outs c JOIN positions p ON p.id = c.position_id
  JOIN orders o ON o.id = p.order_id JOIN margin_terms m ON m.id = o.terms_id
  WHERE (c.status ${oneOf(statusSets.close_out.open)} OR c.statement IS NOT NULL)`

/** Close-outs must match the journal, their transfers and their deals. */
export const closeOutRules: readonly BookRule[] = [
  {
    rule: 'what a close-out keeps and discharges is what its statement says, and all of the deal',
    breaches: `
      SELECT ${closeOut} AS subject, format(
        'its statement keeps %s of %s and discharges %s of %s, but the journal has %s and %s',
        trim_scale(${kept('kept_quantity')}), c.statement -> 'collateral' -> 0 ->> 'quantity',
        trim_scale(${figure('discharged_quantity')}), c.statement ->> 'asset_quantity',
        trim_scale(-${entries('appropriate', 'pledged')}),
        trim_scale(-${entries('appropriate', 'lent')})) AS issue
      FROM close_outs c WHERE c.statement IS NOT NULL AND (
        ${kept('kept_quantity')} <> -${entries('appropriate', 'pledged')}
        OR ${figure('discharged_quantity')} <> -${entries('appropriate', 'lent')}
        OR ${figure('discharged_quantity')} <> ${figure('asset_quantity')}
        OR ${kept('kept_quantity')} + ${kept('back_quantity')}
          <> (c.statement -> 'collateral' -> 0 ->> 'quantity')::numeric)`,
  },
  {
    rule: 'a close-out leaves a claim or something that goes back, and never both',
    breaches: `
      SELECT ${closeOut} AS subject, format('%s goes back, and a claim of %s USD is left',
        ${kept('back_quantity')}, ${figure('residual_claim_usd')}) AS issue
      FROM close_outs c WHERE c.statement IS NOT NULL
        AND ${kept('back_quantity')} > 0 AND ${figure('residual_claim_usd')} > 0`,
  },
  {
    rule: 'a close-out is settled once what goes back has arrived, and not before',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is %s, and %s of %s has gone back', c.status,
        trim_scale(${gone}), trim_scale(${kept('back_quantity')})) AS issue
      FROM close_outs c WHERE c.statement IS NOT NULL AND (
        ${gone} > ${kept('back_quantity')}
        OR (c.status = 'CLOSING_OUT') <> (${gone} < ${kept('back_quantity')})
        OR c.status = 'CLAIM_OPEN' AND ${figure('residual_claim_usd')} = 0)`,
  },
  {
    rule: 'an order is closed out by one close-out, and is over with it',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it is %s, with %s terminated close-outs, of which %s send something back', o.status,
          ended.number, ended.sending) AS issue
      FROM orders o JOIN positions p ON p.order_id = o.id
      CROSS JOIN LATERAL (
        SELECT count(*) AS number, count(*) FILTER (WHERE c.status = 'CLOSING_OUT') AS sending
        FROM close_outs c WHERE c.position_id = p.id AND c.statement IS NOT NULL) ended
      WHERE ended.number > 1
        OR ended.number = 1 AND o.status <> CASE ended.sending WHEN 0 THEN 'CLOSED_OUT' ELSE 'CLOSING' END
        OR ended.number = 0 AND o.status = 'CLOSED_OUT'`,
  },
  {
    rule: 'a close-out that is open or was terminated has a cause that the terms of its order have',
    breaches: `
      SELECT ${closeOut} AS subject, format('it is declared for %s, but the terms have %s',
        c.cause, m.default_causes) AS issue
      FROM ${underTerms} AND c.cause <> ALL (m.default_causes)`,
  },
  {
    rule: 'a default can be terminated once the grace of its terms is over, and not before',
    breaches: `
      SELECT ${closeOut} AS subject, format('it was declared at %s, can be terminated from %s on, and was at %s',
        c.created_at, c.earliest_terminate_at, coalesce(c.terminated_at::text, 'no time')) AS issue
      FROM ${underTerms} AND (c.terminated_at < c.earliest_terminate_at
        OR c.earliest_terminate_at <> c.created_at + make_interval(secs =>
          CASE c.cause WHEN 'LIQUIDATION_LEVEL' THEN 0 ELSE m.grace_seconds END))`,
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
        coalesce(d.due_at::text, 'no time'), c.earliest_terminate_at) AS issue
      FROM close_outs c LEFT JOIN deadlines d ON d.kind = 'close_out' AND d.resource_id = c.id
      WHERE c.status = 'NOTICE'
        AND (d.due_at IS NULL OR d.due_at > c.earliest_terminate_at + interval '30 days')`,
  },
  {
    rule: 'nothing of a deal that is closed out awaits an answer or moves, but what goes back',
    breaches: `
      SELECT ${closeOut} AS subject, format('%s of its deal is %s', waiting.what, waiting.status) AS issue
      FROM close_outs c JOIN positions p ON p.id = c.position_id
      CROSS JOIN LATERAL (
        SELECT format('mark-to-market request %s', r.id) AS what, r.status
        FROM mark_to_market_requests r WHERE r.position_id = p.id
          AND r.status NOT IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED')
        UNION ALL SELECT format('order request %s', r.id), r.status
        FROM order_requests r WHERE r.position_id = p.id
          AND r.status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS')
        UNION ALL SELECT format('transfer %s', t.id), t.status
        FROM transfers t WHERE t.order_id = p.order_id AND t.close_out_id IS NULL
          AND t.status IN ('PENDING', 'IN_PROGRESS')) waiting
      WHERE c.statement IS NOT NULL`,
  },
]
