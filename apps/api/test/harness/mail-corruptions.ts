import type { Corruption } from './corruption.ts'

/** An address of each organization that has passed all of its log. */
const passed = (digest: string) => `
  INSERT INTO mail_addresses (id, organization_id, address, address_hash, state, content, muted_categories,
    immediate_severity, digest_time, time_zone, position, position_nonce, created_at, verified_at,
    digest_lines, digest_due_at, digest_positions, digest_nonces)
  SELECT gen_random_uuid(), h.organization_id, 'desk@harbor.example', decode(repeat('00', 32), 'hex'),
    'ACTIVE', 'title', '{}', 'critical', '08:00', 'UTC', h.position, h.nonce, now(), now(), ${digest}
  FROM event_heads h`

/** Faults of the rules on mail. */
export const mailCorruptions: readonly Corruption[] = [
  [
    'every notification that a mail address has passed and its settings include is in a mail or its next digest',
    'a position moved past notifications that are in no mail',
    'active',
    [passed(`'{}', NULL, '{}', '{}'`)],
  ],
  [
    'no notification is in two mails to an address',
    'a digest has a notification twice',
    'active',
    [passed(`'{-,-}', now(), '{1,1}', '{1,1}'`)],
  ],
]
