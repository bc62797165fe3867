import type { BookRule } from './book-rule.ts'

/** Who operates the installation, and who was let into an organization. */
export const installationRules: readonly BookRule[] = [
  {
    rule: 'an organization is suspended if its newest recorded change says so, and each changes it',
    breaches: `
      SELECT format('organization %s', o.id) AS subject,
        format('it is %s, and %s of its %s changes repeat the one before', o.status,
          recorded.repeated, recorded.changes) AS issue
      FROM organizations o CROSS JOIN LATERAL (
        SELECT count(*) AS changes, count(*) FILTER (WHERE s.is_suspended = s.was) AS repeated,
          (array_agg(s.is_suspended ORDER BY s.sequence DESC))[1] AS is_suspended
        FROM (SELECT s.*, lag(s.is_suspended) OVER (ORDER BY s.sequence) AS was
          FROM suspensions s WHERE s.organization_id = o.id) s) recorded
      WHERE recorded.repeated > 0 OR recorded.is_suspended <> (o.status = 'suspended')`,
  },
  {
    rule: 'every operator belongs to the organization that operates the installation',
    breaches: `
      SELECT format('organization %s', c.organization_id) AS subject,
        format('it has %s credentials of operators, and %s operates the installation', count(*),
          coalesce(i.platform_id::text, 'nobody')) AS issue
      FROM credentials c CROSS JOIN installation i
      WHERE c.role = 'operator' AND c.organization_id IS DISTINCT FROM i.platform_id
      GROUP BY c.organization_id, i.platform_id`,
  },
  {
    rule: 'a confirmed invitation has led to the credential of exactly its key, account and role',
    breaches: `
      SELECT format('invitation %s', i.id) AS subject,
        format('it was confirmed, and its credential %s is another', i.credential_id) AS issue
      FROM invitations i
      LEFT JOIN credentials c ON c.id = i.credential_id
        AND (c.organization_id, c.account_id, c.role, c.public_key)
          = (i.organization_id, i.account_id, i.role, i.public_key)
        AND c.made_by = i.creator_account_id
      WHERE i.credential_id IS NOT NULL AND c.id IS NULL`,
  },
  {
    rule: 'the account of an invitation exists only once it was confirmed',
    breaches: `
      SELECT format('invitation %s', i.id) AS subject,
        CASE WHEN a.id IS NULL THEN 'it was confirmed, and its account is missing'
          ELSE 'it was not confirmed, and its account exists' END AS issue
      FROM invitations i LEFT JOIN accounts a ON a.id = i.account_id
      WHERE (a.id IS NULL) <> (i.credential_id IS NULL)`,
  },
]
