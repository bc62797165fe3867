import { agreementBetween } from '../book/agreement.ts'
import { createHash } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import type { Scenario } from '@vadium/api/scenario'

const at = '2026-01-05T09:00:00.000Z'

/** Pairs of a lender and a borrower: 64 organizations. */
const pairCount = 32
/** So many that the requests of a round can be signed within the signature window. */
const keysOfABorrower = 4

interface Key {
  readonly publicKey: string
  readonly privateKey: string
}

/** One pair, and what its borrower needs to create orders. */
export interface WritingPair {
  readonly lenderId: string
  readonly borrowerId: string
  readonly keys: readonly Key[]
  /** The body of a request for an order. */
  readonly order: string
}

function idOf(...parts: (string | number)[]): string {
  const hex = createHash('sha256')
    .update(`writes ${parts.join(' ')}`)
    .digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const sides = ['lender', 'borrower'] as const
const pairsOf = () => Array.from({ length: pairCount }, (_, n) => n)
const walletId = (n: number, side: string, leg: string) => `writes-${n}-${side}-${leg}`

export function writingPairs(): WritingPair[] {
  return pairsOf().map((n) => {
    const [lenderId, borrowerId] = [idOf('lender', n), idOf('borrower', n)]
    const order = {
      lender_id: lenderId,
      borrower_id: borrowerId,
      asset: 'BTC',
      asset_quantity: '0.001',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_quantity: '0.1',
      collateral_type: 'BILATERAL',
      asset_wallet_id: walletId(n, 'borrower', 'asset'),
      collateral_wallet_id: walletId(n, 'borrower', 'collateral'),
    }
    const keys = Array.from({ length: keysOfABorrower }, generateKeyPair)
    return { lenderId, borrowerId, keys, order: JSON.stringify(order) }
  })
}

const parties = pairsOf().flatMap((n) => sides.map((side) => ({ n, side, id: idOf(side, n) })))

/** A book of these pairs without an order. */
export function writeScenario(pairs: readonly WritingPair[]): Scenario {
  return {
    name: 'Writes',
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
    credentials: pairs.flatMap(credentialsOf),
    custodians: [{ id: 'bank', name: 'bank', adapter: 'simulated' }],
    assets: [
      { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
      { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
    ],
    wallets: parties.flatMap(walletsOf),
    agreements: pairs.map(agreementOf),
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

function credentialsOf({ keys }: WritingPair, n: number) {
  return keys.map(({ publicKey }, key) => ({
    id: idOf('credential', n, key),
    account_id: idOf('account', 'borrower', n),
    role: 'execution' as const,
    public_key: publicKey,
    created_at: at,
  }))
}

function walletsOf({ n, side, id }: (typeof parties)[number]): Scenario['wallets'] {
  return ['asset', 'collateral'].map((leg) => ({
    id: walletId(n, side, leg),
    organization_id: id,
    custodian: 'bank',
    name: leg,
    address: `0x${idOf('wallet', n, side, leg).replaceAll('-', '')}`,
    assets: leg === 'asset' ? ['BTC'] : ['ETH'],
  }))
}

const agreementOf = ({ lenderId, borrowerId }: WritingPair, n: number) =>
  agreementBetween({
    id: idOf('agreement', n),
    termsId: idOf('terms', n),
    lenderId,
    borrowerId,
    at,
    liquidationPercent: '115',
  })
