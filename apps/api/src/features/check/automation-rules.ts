import type { BookRule } from './book-rule.ts'

/** Automations call within what was set, and none is forgotten. */
export const automationRules: readonly BookRule[] = [
  {
    rule: 'an automatic request is to the good of its creator, and within the version that created it',
    breaches: `
      SELECT format('mark-to-market request %s', r.id) AS subject,
        format('version %s created a %s of %s USD for organization %s: it calls %s, at most %s USD',
          r.automation_version, r.direction, trim_scale(r.notional_usd), r.creator_id,
          coalesce(v.calls, 'nothing'), coalesce(trim_scale(v.calls_maximum_usd)::text, 'any')) AS issue
      FROM mark_to_market_requests r
      LEFT JOIN automation_versions v ON v.organization_id = r.creator_id
        AND v.counterparty_id = CASE r.creator_id WHEN r.lender_id THEN r.borrower_id ELSE r.lender_id END
        AND v.version = r.automation_version
      WHERE r.automation_version IS NOT NULL
        AND (coalesce(v.calls, 'off') = 'off' OR r.notional_usd > v.calls_maximum_usd
          OR r.creator_id <> CASE r.direction WHEN 'TopUp' THEN r.lender_id ELSE r.borrower_id END)`,
  },
  {
    rule: 'the newest version of an automation is in effect, and has a next market cut unless it is off',
    breaches: `
      SELECT format('automation %s', a.id) AS subject,
        format('version %s is in effect, of %s, which calls %s, and it has %s', a.version,
          newest.version, coalesce(v.calls, 'nothing'), coalesce(d.due_at::text, 'no deadline')) AS issue
      FROM automations a
      CROSS JOIN LATERAL (SELECT max(n.version) AS version FROM automation_versions n
        WHERE n.organization_id = a.organization_id AND n.counterparty_id = a.counterparty_id) newest
      LEFT JOIN automation_versions v ON v.organization_id = a.organization_id
        AND v.counterparty_id = a.counterparty_id AND v.version = a.version
      LEFT JOIN deadlines d ON d.kind = 'automation' AND d.resource_id = a.id
      WHERE a.version IS DISTINCT FROM newest.version
        OR (coalesce(v.calls, 'off') = 'off') <> (d.due_at IS NULL)`,
  },
]
