import type { BookRule } from './book-rule.ts'

/** The limits in effect are compared, and only what was refused or exceeded is recorded as such. */
export const limitRules: readonly BookRule[] = [
  {
    rule: 'the newest version of limits is in effect, and has a next comparison unless it ends all limits',
    breaches: `
      SELECT format('limits %s', l.id) AS subject,
        format('version %s is in effect, of %s, which has %s, and it has %s', l.version,
          newest.version, CASE WHEN has.limits THEN 'limits' ELSE 'no limit' END,
          coalesce(d.due_at::text, 'no deadline')) AS issue
      FROM counterparty_limits l
      CROSS JOIN LATERAL (SELECT max(n.version) AS version FROM counterparty_limit_versions n
        WHERE n.organization_id = l.organization_id AND n.counterparty_id = l.counterparty_id) newest
      LEFT JOIN counterparty_limit_versions v ON v.organization_id = l.organization_id
        AND v.counterparty_id = l.counterparty_id AND v.version = l.version
      CROSS JOIN LATERAL (SELECT v.lent_usd_max IS NOT NULL OR v.uncovered_usd_max IS NOT NULL
        OR coalesce(v.assets <> '{}', false) AS limits) has
      LEFT JOIN deadlines d ON d.kind = 'counterparty_limits' AND d.resource_id = l.id
      WHERE l.version IS DISTINCT FROM newest.version OR has.limits = (d.due_at IS NULL)`,
  },
  {
    rule: 'an exceeded limit is one of the version in effect',
    breaches: `
      SELECT format('limits of %s for %s', x.organization_id, x.counterparty_id) AS subject,
        format('%s is exceeded since %s, and version %s has no such limit', x.limit_name, x.since,
          l.version) AS issue
      FROM exceeded_limits x
      JOIN counterparty_limits l USING (organization_id, counterparty_id)
      LEFT JOIN counterparty_limit_versions v USING (organization_id, counterparty_id, version)
      WHERE CASE x.limit_name WHEN 'lent_usd_max' THEN v.lent_usd_max IS NULL
        WHEN 'uncovered_usd_max' THEN v.uncovered_usd_max IS NULL
        ELSE NOT coalesce(x.limit_name = ANY (
          SELECT 'assets.' || asset FROM unnest(v.assets) AS a (asset)), false) END`,
  },
  {
    rule: 'an acceptance was refused for a limit of the creator of the order',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('its acceptance by %s was refused at %s, and %s created it at %s, who has %s',
          r.organization_id, r.refused_at, o.creator_id, o.created_at,
          CASE WHEN l.id IS NULL THEN 'no limits' ELSE 'limits' END) AS issue
      FROM limit_refusals r
      JOIN orders o ON o.id = r.order_id
      LEFT JOIN counterparty_limits l ON l.organization_id = o.creator_id
        AND l.counterparty_id = r.organization_id
      WHERE r.organization_id NOT IN (o.lender_id, o.borrower_id) OR r.organization_id = o.creator_id
        OR r.refused_at < o.created_at OR l.id IS NULL`,
  },
]
