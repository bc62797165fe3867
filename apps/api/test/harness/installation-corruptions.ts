import type { Corruption } from './corruption.ts'

const suspension = (isSuspended: boolean) =>
  `INSERT INTO suspensions (organization_id, is_suspended, changed_at)
   SELECT lender_id, ${isSuspended}, now() FROM orders WHERE id = '$order'`

/** A violation of each rule about who operates the installation, and who may act. */
export const installationCorruptions: Corruption[] = [
  [
    'an organization is suspended if its newest recorded change says so, and each changes it',
    'a lender that was suspended is active',
    'active',
    [suspension(true)],
  ],
  [
    'an organization is suspended if its newest recorded change says so, and each changes it',
    'a lender was activated twice',
    'active',
    [suspension(false), suspension(false)],
  ],
  [
    'every operator belongs to the organization that operates the installation',
    'a credential of a lender is that of an operator',
    'active',
    [
      'ALTER TABLE credentials DISABLE TRIGGER USER',
      `UPDATE credentials SET role = 'operator' WHERE id = (
         SELECT c.id FROM credentials c JOIN orders o ON o.lender_id = c.organization_id
         WHERE o.id = '$order' LIMIT 1)`,
    ],
  ],
  ...(
    [
      [
        'a confirmed invitation has led to the credential of exactly its key, account and role',
        'a confirmed invitation gave another role',
        '1',
      ],
      [
        'the account of an invitation exists only once it was confirmed',
        'the account of an invitation that nobody confirmed exists',
        '0',
      ],
    ] as const
  ).map(([rule, title, confirmed]): Corruption => [
    rule,
    title,
    'active',
    [
      'ALTER TABLE invitations DISABLE TRIGGER USER',
      `INSERT INTO invitations (id, organization_id, account_id, name, role, secret_hash,
           creator_credential_id, creator_account_id, created_at, expires_at, public_key,
           accepted_at, credential_id)
         SELECT gen_random_uuid(), c.organization_id, c.account_id, 'Somebody', 'reporting',
           sha256('a secret'), c.id, c.account_id, now(), now() + interval '1 day', c.public_key,
           now(), CASE WHEN ${confirmed} = 1 THEN c.id END
         FROM credentials c JOIN orders o ON o.lender_id = c.organization_id
         WHERE o.id = '$order' ORDER BY c.id LIMIT 1`,
    ],
  ]),
]
