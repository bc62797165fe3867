import type { BookRule } from './book-rule.ts'

/** Who operates the installation. */
export const installationRules: readonly BookRule[] = [
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
]
