import type { Corruption } from './corruption.ts'

const ofLender = `INSERT INTO counterparty_limits (id, organization_id, counterparty_id, version)
  SELECT gen_random_uuid(), lender_id, borrower_id, 1 FROM orders WHERE id = '$order'`

const version = (lent: string) => `
  INSERT INTO counterparty_limit_versions (organization_id, counterparty_id, version, lent_usd_max,
    shock, assets, lent_quantities_max, on_breach, account_id, created_at)
  SELECT o.lender_id, o.borrower_id, 1, ${lent}, 0, '{}', '{}', 'refuse', a.id, now()
  FROM orders o JOIN accounts a ON a.organization_id = o.lender_id WHERE o.id = '$order' LIMIT 1`

const exceeded = (name: string) => `
  INSERT INTO exceeded_limits (organization_id, counterparty_id, limit_name, since)
  SELECT lender_id, borrower_id, '${name}', now() FROM orders WHERE id = '$order'`

const refused = (organization: string) => `
  INSERT INTO limit_refusals (order_id, organization_id, refused_at)
  SELECT id, ${organization}, created_at FROM orders WHERE id = '$order'`

const scheduled =
  'the newest version of limits is in effect, and has a next comparison unless it ends all limits'
const isSet = 'an exceeded limit is one of the version in effect'
const ofCreator = 'an acceptance was refused for a limit of the creator of the order'

/** A violation of each rule about limits. */
export const limitCorruptions: Corruption[] = [
  [scheduled, 'it has no version', 'active', [ofLender]],
  [scheduled, 'it has no deadline', 'active', [ofLender, version('1')]],
  [isSet, 'the limit has ended', 'active', [ofLender, version('NULL'), exceeded('lent_usd_max')]],
  [isSet, 'the asset has no limit', 'active', [ofLender, version('NULL'), exceeded('assets.BTC')]],
  [ofCreator, 'there are no limits', 'active', [refused('lender_id')]],
  [ofCreator, 'the creator was refused', 'active', [refused('creator_id')]],
]
