import { unmutableCategories } from '@vadium/schema'
import type { BookRule } from './book-rule.ts'

const unmutable = unmutableCategories.map((name) => `'${name}'`).join(', ')

/** The places of what is in mails and in the digests to come, by address. */
const mailed = `
  SELECT d.address_id, d.position, d.event_nonce AS nonce FROM mail_deliveries d
  WHERE d.kind = 'notification'
  UNION ALL
  SELECT d.address_id, p.position, p.nonce FROM mail_deliveries d,
    unnest(d.digest_positions, d.digest_nonces) AS p (position, nonce)
  WHERE d.kind = 'digest'
  UNION ALL
  SELECT a.id, p.position, p.nonce FROM mail_addresses a,
    unnest(a.digest_positions, a.digest_nonces) AS p (position, nonce)`

/** Each address that is active got every notification that its settings ask for, in one mail. */
export const mailRules: readonly BookRule[] = [
  {
    rule: 'every notification that a mail address has passed and its settings include is in a mail or its next digest',
    breaches: `
      WITH mailed AS MATERIALIZED (${mailed})
      SELECT format('mail address %s', a.id) AS subject,
        format('notification %s, event %s of organization %s, is in no mail', e.data #>> '{notification,id}',
          e.position, e.organization_id) AS issue
      FROM mail_addresses a
      JOIN events e ON e.organization_id = a.organization_id AND e.type = 'notification.created'
        AND e.position > a.filtered_from AND e.position <= a.position
      CROSS JOIN LATERAL (
        SELECT e.data #>> '{notification,category}' IN (${unmutable}) AS always,
          (e.data #>> '{notification,severity}')::notification_severity AS severity) n
      WHERE a.state = 'ACTIVE'
        AND (n.always OR NOT e.data #>> '{notification,category}' = ANY (a.muted_categories))
        AND (n.always OR n.severity >= a.immediate_severity OR a.digest_time IS NOT NULL)
        AND NOT EXISTS (
          SELECT FROM mailed m
          WHERE m.address_id = a.id AND m.position = e.position AND m.nonce = e.nonce)`,
  },
  {
    rule: 'no notification is in two mails to an address',
    breaches: `
      WITH mailed AS MATERIALIZED (${mailed})
      SELECT format('mail address %s', m.address_id) AS subject,
        format('event %s is in %s mails', m.position, count(*)) AS issue
      FROM mailed m GROUP BY m.address_id, m.position, m.nonce HAVING count(*) > 1`,
  },
]
