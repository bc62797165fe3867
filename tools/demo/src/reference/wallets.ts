import type { Scenario } from '@vadium/api/scenario'
import { Random } from '../random.ts'
import { type AssetSymbol, assetSymbols, assetTable, type Chain } from './assets.ts'
import { custodyOf, organizationId, organizationTable } from './organizations.ts'
import { type PartySlug, partySlugs } from './organizations.ts'

/** The use of a wallet: for assets that are lent and borrowed, or for collateral. */
export type WalletPurpose = 'treasury' | 'collateral'

const chainNames: Readonly<Record<Chain, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  solana: 'Solana',
}

/** The wallet of a party for an asset and a purpose. */
export function walletId(party: PartySlug, purpose: WalletPurpose, asset: AssetSymbol): string {
  return `${party}-${purpose}-${assetTable[asset].chain}`
}

export function wallets(): Scenario['wallets'] {
  return partySlugs.flatMap((party) =>
    (['treasury', 'collateral'] as const).flatMap((purpose) =>
      (Object.keys(chainNames) as Chain[]).map((chain) => {
        const id = `${party}-${purpose}-${chain}`
        return {
          id,
          organization_id: organizationId(party),
          custodian: custodyOf(party)[purpose],
          name: `${organizationTable[party].name}, ${purpose}, ${chainNames[chain]}`,
          address: address(chain, new Random(`wallet ${id}`)),
          assets: assetSymbols.filter((symbol) => assetTable[symbol].chain === chain),
        }
      }),
    ),
  )
}

/** An address of the right form. Bitcoin addresses have the prefix of the test network. */
function address(chain: Chain, random: Random): string {
  if (chain === 'bitcoin') return `tb1q${random.text(38, 'acdefghjklmnpqrstuvwxyz023456789')}`
  if (chain === 'ethereum') return `0x${random.text(40, '0123456789abcdef')}`
  return random.text(44, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
}
