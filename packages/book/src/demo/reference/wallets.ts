import type { Holdings } from '../../party.ts'
import { Random } from '../../random.ts'
import { assetSymbols, assetTable, type Chain } from './assets.ts'
import { type Custody, type OrganizationSlug, organizationTable } from './organizations.ts'

const chainNames: Readonly<Record<Chain, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  solana: 'Solana',
}
const chains = Object.keys(chainNames) as readonly Chain[]

/** Wallets are for assets that are lent and borrowed, or for collateral. */
const purposes = { asset: 'treasury', collateral: 'collateral' } as const

export function walletId(slug: string, leg: keyof typeof purposes, asset: string): string {
  const symbol = assetSymbols.find((one) => one === asset)
  if (symbol === undefined) throw new RangeError(`the demo has no asset ${asset}`)
  return `${slug}-${purposes[leg]}-${assetTable[symbol].chain}`
}

/** The wallets of an organization at its custodians. */
export function holdingsOf(
  slug: OrganizationSlug,
  custody: Custody | undefined = organizationTable[slug].custody,
): Holdings {
  return {
    walletOf: (asset, leg) => walletId(slug, leg, asset),
    wallets:
      custody === undefined
        ? []
        : Object.values(purposes).flatMap((purpose) =>
            chains.map((chain) => {
              const id = `${slug}-${purpose}-${chain}`
              return {
                id,
                custodian: custody[purpose],
                name: `${organizationTable[slug].name}, ${purpose}, ${chainNames[chain]}`,
                address: address(chain, new Random(`wallet ${id}`)),
                assets: assetSymbols.filter((symbol) => assetTable[symbol].chain === chain),
              }
            }),
          ),
  }
}

/** An address of the right form. Bitcoin addresses have the prefix of the test network. */
function address(chain: Chain, random: Random): string {
  if (chain === 'bitcoin') return `tb1q${random.text(38, 'acdefghjklmnpqrstuvwxyz023456789')}`
  if (chain === 'ethereum') return `0x${random.text(40, '0123456789abcdef')}`
  return random.text(44, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
}
