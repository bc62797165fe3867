import type { Corruption } from './corruption.ts'

const ofLender = `INSERT INTO automations (id, organization_id, counterparty_id, version)
  SELECT gen_random_uuid(), lender_id, borrower_id, 1 FROM orders WHERE id = '$order'`

const version = (calls: string, maximum: string) => `
  INSERT INTO automation_versions (organization_id, counterparty_id, version, calls,
    calls_maximum_usd, account_id, created_at)
  SELECT o.lender_id, o.borrower_id, 1, '${calls}', ${maximum}, a.id, now()
  FROM orders o JOIN accounts a ON a.organization_id = o.lender_id WHERE o.id = '$order' LIMIT 1`

const claimed = `UPDATE mark_to_market_requests SET automation_version = 1
  WHERE position_id = (SELECT id FROM positions WHERE order_id = '$order')`

const within =
  'an automatic request is to the good of its creator, and within the version that created it'
const scheduled =
  'the newest version of an automation is in effect, and has a next market cut unless it is off'

/** A violation of each rule about automations. */
export const automationCorruptions: Corruption[] = [
  [within, 'there is no automation', 'active', [claimed]],
  [within, 'the version is off', 'active', [ofLender, version('off', 'NULL'), claimed]],
  [
    within,
    'the amount is above its maximum',
    'active',
    [ofLender, version('market_cut', '1'), claimed],
  ],
  [
    within,
    'its creator would send the collateral',
    'active',
    [
      ofLender,
      version('market_cut', 'NULL'),
      claimed,
      "UPDATE mark_to_market_requests SET direction = 'Release' WHERE automation_version = 1",
    ],
  ],
  [scheduled, 'it has no version', 'active', [ofLender]],
  [scheduled, 'it has no deadline', 'active', [ofLender, version('market_cut', 'NULL')]],
]
