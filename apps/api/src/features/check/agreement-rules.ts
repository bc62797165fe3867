import { agreementProposalsMax } from '@vadium/schema'
import { generalTerms } from '../deals/index.ts'
import type { BookRule } from './book-rule.ts'

const version = `format('version %s of agreement %s', v.version, v.agreement_id)`

/** Terms hold from when both sides have accepted them, and the newest apply. */
export const agreementRules: readonly BookRule[] = [
  {
    rule: 'the two sides of every order have an agreement',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        'its sides have none, so neither may be notified of it' AS issue
      FROM orders o
      WHERE NOT EXISTS (SELECT FROM agreements a
        WHERE a.lender_id = o.lender_id AND a.borrower_id = o.borrower_id)`,
  },
  {
    rule: 'a version of an agreement is in effect only after both sides have accepted it, in time',
    breaches: `
      SELECT ${version} AS subject,
        format('it is %s and in effect from %s, accepted at %s and %s, to be accepted before %s',
          v.state, coalesce(v.in_effect_at::text, 'no time'),
          coalesce(v.lender_accepted_at::text, 'no time'),
          coalesce(v.borrower_accepted_at::text, 'no time'), v.expire_at) AS issue
      FROM agreement_versions v
      WHERE (v.state = 'ACCEPTED') <> (v.in_effect_at IS NOT NULL)
        OR (v.state = 'ACCEPTED' AND (v.expired_at IS NOT NULL
          OR num_nulls(v.lender_accepted_at, v.borrower_accepted_at) > 0
          OR v.in_effect_at < greatest(v.effective_at, v.lender_accepted_at, v.borrower_accepted_at)))
        OR v.lender_accepted_at >= v.expire_at OR v.borrower_accepted_at >= v.expire_at`,
  },
  {
    rule: 'only the newest version of an agreement is proposed, and versions take effect in order',
    breaches: `
      SELECT ${version} AS subject,
        CASE v.state WHEN 'PROPOSED' THEN format('it is proposed, but version %s was proposed later', n.version)
          ELSE format('it is in effect from %s, and version %s from %s already', v.in_effect_at,
            n.version, n.in_effect_at) END AS issue
      FROM agreement_versions v
      JOIN agreement_versions n ON n.agreement_id = v.agreement_id AND n.version > v.version
      WHERE v.state = 'PROPOSED' OR n.in_effect_at < v.in_effect_at`,
  },
  {
    rule: 'who proposes a version of an agreement is a side of it that has accepted it',
    breaches: `
      SELECT ${version} AS subject,
        format('organization %s proposed it, and has not accepted it for a side', v.proposer_id) AS issue
      FROM agreement_versions v
      WHERE v.proposer_id IS NOT NULL AND CASE v.proposer_id
        WHEN v.lender_id THEN v.lender_accepted_at
        WHEN v.borrower_id THEN v.borrower_accepted_at END IS NULL`,
  },
  {
    rule: 'one side of an agreement proposes a part of its versions, and the operator has the rest',
    breaches: `
      SELECT format('agreement %s', v.agreement_id) AS subject,
        format('organization %s proposed %s of its versions, of at most ${agreementProposalsMax}',
          v.proposer_id, count(*)) AS issue
      FROM agreement_versions v
      WHERE v.proposer_id IS NOT NULL
      GROUP BY v.agreement_id, v.proposer_id HAVING count(*) > ${agreementProposalsMax}`,
  },
  {
    rule: 'every accepted order has terms that were in effect when it was accepted',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('it was accepted at %s with terms that were not in effect', s.changed_at) AS issue
      FROM orders o
      JOIN state_changes s ON s.machine = 'order' AND s.resource_id = o.id AND s.action = 'accept'
      JOIN margin_terms m ON m.id = coalesce(
        (SELECT t.terms_id FROM replaced_terms t WHERE t.order_id = o.id ORDER BY t.sequence LIMIT 1),
        o.terms_id)
      LEFT JOIN agreement_versions v ON v.terms_id = ${generalTerms('m')}
      WHERE v.in_effect_at IS NULL OR v.in_effect_at > s.changed_at`,
  },
  {
    rule: 'the terms of an open deal change by an amend to newer ones that were in effect, or with its collateral',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('version %s replaced version %s at %s by order request %s: %s, %s at %s',
          becomes.version, was.version, t.replaced_at, t.order_request_id, r.kind, r.status,
          s.changed_at) AS issue
      FROM (SELECT t.*,
          coalesce(lead(t.terms_id) OVER in_order, o.terms_id) AS next_id,
          lag(t.replaced_at) OVER in_order AS before_at
        FROM replaced_terms t JOIN orders o ON o.id = t.order_id
        WINDOW in_order AS (PARTITION BY t.order_id ORDER BY t.sequence)) t
      JOIN orders o ON o.id = t.order_id
      JOIN positions p ON p.order_id = o.id
      JOIN order_requests r ON r.id = t.order_request_id
      JOIN margin_terms old ON old.id = t.terms_id
      JOIN margin_terms new ON new.id = t.next_id
      JOIN agreement_versions was ON was.terms_id = ${generalTerms('old')}
      JOIN agreement_versions becomes ON becomes.terms_id = ${generalTerms('new')}
      LEFT JOIN state_changes s ON s.resource_id = r.id AND s.action = 'complete'
      WHERE t.collateral_asset IS NULL AND (r.kind <> 'amend' OR r.status <> 'COMPLETED' OR r.terms_id <> becomes.terms_id
        OR old.collateral_asset IS DISTINCT FROM new.collateral_asset
        OR r.position_id <> p.id OR old.day_count <> new.day_count
        OR becomes.agreement_id <> was.agreement_id OR becomes.version <= was.version
        OR becomes.in_effect_at IS NULL OR becomes.in_effect_at > t.replaced_at
        OR t.replaced_at IS DISTINCT FROM greatest(s.changed_at, t.before_at))`,
  },
  {
    rule: 'every completed amend has replaced terms',
    breaches: `
      SELECT format('order request %s', r.id) AS subject,
        'it is COMPLETED, and no terms were replaced by it' AS issue
      FROM order_requests r
      WHERE r.kind = 'amend' AND r.status IN ('ACCEPTED', 'COMPLETED')
        AND NOT EXISTS (SELECT FROM replaced_terms t WHERE t.order_request_id = r.id)`,
  },
]
