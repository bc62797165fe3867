import type { Corruption } from './corruption.ts'

const withoutTriggers = ['approvals', 'approval_decisions'].map(
  (table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`,
)

/** An approval in a state, without the triggers that would refuse it. */
function inserted(state: string, decision?: 'approve' | 'reject'): string[] {
  const answer = state === 'CARRIED_OUT' ? "'{}'" : 'NULL'
  const decided = `INSERT INTO approval_decisions (approval_id, organization_id, decider_id, decision,
      account_id, credential_id, decided_at)
    SELECT a.id, a.organization_id, a.decider_id, '${decision ?? ''}', a.account_id,
      a.credential_id, now() FROM approvals a`
  return [
    ...withoutTriggers,
    `INSERT INTO approvals (id, state, operation, method, target, body, request_hash,
       organization_id, account_id, credential_id, role, decider_id, approvals_needed,
       within_seconds, created_at, expires_at, ended_at, answer)
     SELECT gen_random_uuid(), '${state}', 'createOrder', 'POST', '/orders', '\\x', sha256('\\x'),
       c.organization_id, c.account_id, c.id, c.role, c.organization_id, 1, 3600, now(),
       now() + interval '1 hour', now(), ${answer}
     FROM credentials c LIMIT 1`,
    ...(decision === undefined ? [] : [decided]),
  ]
}

const audited = `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id,
    subject_id)
  SELECT gen_random_uuid(), now(), 'request', organization_id, operation, 'ok', id::text, id
  FROM approvals`

/** A violation of each rule about approvals. */
export const approvalCorruptions: Corruption[] = [
  [
    'every request that was carried out has its approvals, none by its requester',
    'the requester has approved it',
    'active',
    [...inserted('CARRIED_OUT', 'approve'), audited],
  ],
  [
    'every request that was carried out is in the audit trail once, and no other is',
    'it was carried out after it was withdrawn',
    'active',
    [...inserted('WITHDRAWN'), audited],
  ],
  [
    'an approval is rejected if and only if an account has rejected it',
    'nobody has',
    'active',
    inserted('REJECTED'),
  ],
]
