import type { BookRule } from './book-rule.ts'

/** Nothing is carried out without its approvals, and nothing twice. */
export const approvalRules: readonly BookRule[] = [
  {
    rule: 'every request that was carried out has its approvals, none by its requester',
    breaches: `
      SELECT format('approval %s', a.id) AS subject,
        format('it is %s with %s of %s approvals', a.state, count(d.account_id), a.approvals_needed)
          AS issue
      FROM approvals a LEFT JOIN approval_decisions d
        ON d.approval_id = a.id AND d.decision = 'approve'
        AND d.account_id NOT IN (SELECT accounts_of_one_person(a.account_id,
          a.requested_at - make_interval(secs => a.within_seconds), d.made_at))
      WHERE a.state IN ('APPROVED', 'CARRIED_OUT', 'FAILED')
      GROUP BY a.id HAVING count(d.account_id) < a.approvals_needed`,
  },
  {
    rule: 'every request that was carried out is in the audit trail once, and no other is',
    breaches: `
      SELECT format('approval %s', a.id) AS subject,
        format('it is %s, and the audit trail has it %s times', a.state, count(e.id)) AS issue
      FROM approvals a LEFT JOIN audit_entries e
        ON e.organization_id = a.organization_id AND e.subject_id = a.id
        AND e.request_id = a.id::text AND e.outcome = 'ok'
      -- The audit trail of these was detached.
      WHERE a.requested_at >= coalesce((
        SELECT (max(month) AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'
        FROM detached_months WHERE parent = 'audit_changes'), '-infinity')
      GROUP BY a.id HAVING count(e.id) <> CASE a.state WHEN 'CARRIED_OUT' THEN 1 ELSE 0 END`,
  },
  {
    rule: 'an approval is rejected if and only if an account has rejected it',
    breaches: `
      SELECT format('approval %s', a.id) AS subject,
        format('it is %s, and %s accounts have rejected it', a.state, count(d.account_id)) AS issue
      FROM approvals a LEFT JOIN approval_decisions d
        ON d.approval_id = a.id AND d.decision = 'reject'
      GROUP BY a.id HAVING (a.state = 'REJECTED') <> (count(d.account_id) = 1)`,
  },
]
