import type { Corruption } from './corruption.ts'

/** A violation of each rule about who operates the installation. */
export const installationCorruptions: Corruption[] = [
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
]
