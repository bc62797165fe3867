import type { ResolvedParty } from '@vadium/schema'
import type { NamedWallet } from './names.repository.ts'
import type { ResolvedDeal, Side } from './resolved-deal.ts'

/** A side of a deal, with its wallet for a leg, or with another one. */
export function partyOf(
  deal: ResolvedDeal,
  side: Side,
  leg: 'asset' | 'collateral',
  other?: NamedWallet,
): ResolvedParty {
  const { id, name, [leg]: usual } = deal[side]
  const wallet = other ?? usual
  return {
    organization_id: id,
    organization_name: name,
    wallet_id: wallet.id,
    wallet_name: wallet.name,
    custodian: wallet.custodian,
  }
}
