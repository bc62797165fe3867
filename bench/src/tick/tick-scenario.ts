import type { Scenario, ScenarioStep } from '@vadium/api/scenario'
import { agreementBetween } from '../book/agreement.ts'

/** The pairs of a lender and a borrower, each with one order that is copied. */
export const pairCount = 8
export const source = 'desk'
const openedAt = '2022-06-01T09:00:00.000Z'
const prices = { BTC: '60000', ETH: '2500' }

const kinds = ['organization', 'account', 'credential', 'agreement', 'terms'] as const

function idOf(kind: (typeof kinds)[number], n: number): string {
  return `${kinds.indexOf(kind)}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const lenderOf = (pair: number) => 1 + 2 * pair
const borrowerOf = (pair: number) => 2 + 2 * pair
const walletId = (organization: number, asset: string) => `wallet-${organization}-${asset}`

/** An operator that pushes prices, and deals of 10 BTC against ETH. */
export function tickScenario(operatorKey: string): Scenario {
  const organizations = numbers(1 + 2 * pairCount)
  return {
    name: 'Tick',
    organizations: organizations.map((n) => ({
      id: idOf('organization', n),
      slug: `organization-${n}`,
      name: `Organization ${n}`,
      status: 'active',
      created_at: openedAt,
    })),
    accounts: organizations.map((n) => ({
      id: idOf('account', n),
      organization_id: idOf('organization', n),
      name: 'Desk',
      kind: 'program',
    })),
    credentials: [
      {
        id: idOf('credential', 0),
        account_id: idOf('account', 0),
        role: 'operator',
        public_key: operatorKey,
        created_at: openedAt,
      },
    ],
    custodians: [{ id: 'simulated', name: 'Simulated', adapter: 'simulated' }],
    assets: [
      { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
      { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
    ],
    wallets: organizations.flatMap((n) =>
      Object.keys(prices).map((asset) => ({
        id: walletId(n, asset),
        organization_id: idOf('organization', n),
        custodian: 'simulated',
        name: asset,
        address: `0x${String(n).padStart(8, '0')}${asset}`,
        assets: [asset],
      })),
    ),
    agreements: numbers(pairCount).map(agreementOf),
    prices: [],
    price_sources: [{ source, account_id: idOf('account', 0) }],
    market_cuts: [],
    first_order_number: 1,
    history: [
      ...Object.entries(prices).map(([asset, price_usd]) => ({
        at: openedAt,
        quote: { asset, source, price_usd },
      })),
      ...numbers(pairCount).flatMap(openingOf),
    ],
  }
}

const agreementOf = (pair: number) =>
  agreementBetween({
    id: idOf('agreement', pair),
    termsId: idOf('terms', pair),
    lenderId: idOf('organization', lenderOf(pair)),
    borrowerId: idOf('organization', borrowerOf(pair)),
    at: openedAt,
    liquidationPercent: '110',
  })

function openingOf(pair: number): ScenarioStep[] {
  const order = `order-${pair}`
  const wallets = (n: number) => ({
    asset_wallet_id: walletId(n, 'BTC'),
    collateral_wallet_id: walletId(n, 'ETH'),
  })
  const body = {
    lender_id: idOf('organization', lenderOf(pair)),
    borrower_id: idOf('organization', borrowerOf(pair)),
    asset: 'BTC',
    asset_quantity: '10',
    rate_percent: '7.25',
    collateral_asset: 'ETH',
    collateral_quantity: '400',
    collateral_type: 'BILATERAL',
    ...wallets(borrowerOf(pair)),
  } as const
  const at = openedAt
  const [borrower, lender] = [idOf('account', borrowerOf(pair)), idOf('account', lenderOf(pair))]
  return [
    { at, by: borrower, operation: 'createOrder', body, as: order },
    { at, by: lender, operation: 'acceptOrder', on: order, body: wallets(lenderOf(pair)) },
    { at, transfer: { of: order, leg: 'asset' }, state: 'completed', request_state: null },
    { at, transfer: { of: order, leg: 'collateral' }, state: 'completed', request_state: null },
  ]
}
