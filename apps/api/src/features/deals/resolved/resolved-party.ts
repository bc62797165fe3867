import type { ResolvedParty } from '@vadium/schema'
import type { ResolvedDeal, Side } from './resolved-deal.ts'

/** A side of a deal, with its wallet for a leg. */
export function partyOf(
  deal: ResolvedDeal,
  side: Side,
  leg: 'asset' | 'collateral',
): ResolvedParty {
  const { id, name, [leg]: wallet } = deal[side]
  return {
    organization_id: id,
    organization_name: name,
    wallet_id: wallet.id,
    wallet_name: wallet.name,
    custodian: wallet.custodian,
  }
}
