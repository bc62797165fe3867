import { createHash } from 'node:crypto'
import type { Scenario } from '@vadium/api/scenario'
import { generateKeyPair } from '@vadium/client'
import { agreementBetween } from '../book/agreement.ts'

const at = '2026-01-05T09:00:00.000Z'
const pairCount = 10
const sides = ['lender', 'borrower'] as const
const legs = ['asset', 'collateral'] as const

interface Key {
  readonly publicKey: string
  readonly privateKey: string
}

interface Wallets {
  readonly asset_wallet_id: string
  readonly collateral_wallet_id: string
}

/** A lender and a borrower, and what they send to open an order. */
export interface GrowthPair {
  readonly n: number
  readonly lenderKey: Key
  readonly borrowerKey: Key
  readonly order: Wallets & {
    readonly lender_id: string
    readonly borrower_id: string
    readonly asset: string
    readonly asset_quantity: string
    readonly rate_percent: string
    readonly collateral_asset: string
    readonly collateral_quantity: string
    readonly collateral_type: 'BILATERAL'
  }
  readonly lenderWallets: Wallets
}

function idOf(...parts: (string | number)[]): string {
  const hex = createHash('sha256')
    .update(`growth ${parts.join(' ')}`)
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const walletId = (n: number, side: string, leg: string) => `growth-${n}-${side}-${leg}`
const walletsOf = (n: number, side: string): Wallets => ({
  asset_wallet_id: walletId(n, side, 'asset'),
  collateral_wallet_id: walletId(n, side, 'collateral'),
})

export function growthPairs(): GrowthPair[] {
  return Array.from({ length: pairCount }, (_, n) => ({
    n,
    lenderKey: generateKeyPair(),
    borrowerKey: generateKeyPair(),
    order: {
      lender_id: idOf('lender', n),
      borrower_id: idOf('borrower', n),
      asset: 'BTC',
      asset_quantity: '1.5',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_quantity: '50.25',
      collateral_type: 'BILATERAL',
      ...walletsOf(n, 'borrower'),
    },
    lenderWallets: walletsOf(n, 'lender'),
  }))
}

/** A book of these pairs without an order. */
export function growthScenario(pairs: readonly GrowthPair[]): Scenario {
  const parties = pairs.flatMap((pair) =>
    sides.map((side) => ({
      n: pair.n,
      side,
      id: idOf(side, pair.n),
      key: side === 'lender' ? pair.lenderKey : pair.borrowerKey,
    })),
  )
  return {
    name: 'Growth',
    organizations: parties.map(({ n, side, id }) => ({
      id,
      slug: `${side}-${n}`,
      name: `${side} ${n}`,
      status: 'active',
      created_at: at,
    })),
    accounts: parties.map(({ n, side, id }) => ({
      id: idOf('account', side, n),
      organization_id: id,
      name: 'Desk',
      kind: 'program',
    })),
    credentials: parties.map(({ n, side, key }) => ({
      id: idOf('credential', side, n),
      account_id: idOf('account', side, n),
      role: 'execution' as const,
      public_key: key.publicKey,
      created_at: at,
    })),
    custodians: [{ id: 'bank', name: 'bank', adapter: 'simulated' }],
    assets: [
      { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
      { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
    ],
    wallets: parties.flatMap(({ n, side, id }) =>
      legs.map((leg) => ({
        id: walletId(n, side, leg),
        organization_id: id,
        custodian: 'bank',
        name: leg,
        address: `0x${idOf('wallet', n, side, leg).replaceAll('-', '')}`,
        assets: leg === 'asset' ? ['BTC'] : ['ETH'],
      })),
    ),
    agreements: pairs.map(({ n }) =>
      agreementBetween({
        id: idOf('agreement', n),
        termsId: idOf('terms', n),
        lenderId: idOf('lender', n),
        borrowerId: idOf('borrower', n),
        at,
        liquidationPercent: '115',
      }),
    ),
    prices: quotes.map((quote) => ({ ...quote, live: true })),
    market_cuts: [],
    first_order_number: 1,
    history: quotes.map((quote) => ({ at, quote })),
  }
}

const quotes = [
  { asset: 'BTC', source: 'exchange-a', price_usd: '64250.5' },
  { asset: 'ETH', source: 'exchange-a', price_usd: '3120.25' },
]
