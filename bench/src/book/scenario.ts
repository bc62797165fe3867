import { agreementBetween } from './agreement.ts'
import { createHash } from 'node:crypto'
import type { Scenario, ScenarioStep } from '@vadium/api/scenario'

/** The first organization is the measured one. It has deals with all others. */
const organizationCount = 20
const ordersPerAgreement = 10
const openedAt = '2022-06-01T09:00:00.000Z'

const assets = [
  { symbol: 'USDC', name: 'USD Coin', normalized_symbol: 'USDC', decimals: 6 },
  { symbol: 'USDT', name: 'Tether', normalized_symbol: 'USDT', decimals: 6 },
  { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
  { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
]
const sources = ['exchange-a', 'exchange-b', 'exchange-c'] as const
const pricesUsd = { USDC: '1.0001', USDT: '0.9998', BTC: '64250.5', ETH: '3120.25' }
const custodians = ['fireblocks', 'anchorage', 'bitgo', 'copper']

/** An id derived from what it is for. */
function idOf(kind: string, ...numbers: number[]): string {
  const hex = createHash('sha256')
    .update([kind, ...numbers].join(' '))
    .digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export const measuredOrganizationId = idOf('organization', 0)

const measuredOrders = (organizationCount - 1) * ordersPerAgreement

/** Orders are numbered from 1. Those of the measured organization come first. */
export const orderNumbers = {
  measured: measuredOrders,
  all: measuredOrders + (organizationCount - 2) * ordersPerAgreement,
}

/** How many other organizations have keys. */
const deskCount = 8
const deskOf = (n: number) => 1 + (n % deskCount)

/**
 * A book of twenty lenders and borrowers with active orders, and keys for the first and some of its
 * counterparties. Transfers are added in bulk.
 */
export function benchScenario(
  publicKeys: readonly string[],
  deskKeys: readonly string[],
): Scenario {
  const deals = [...dealsOfTheMeasured(), ...dealsOfTheOthers()]
  return {
    name: 'Bench',
    organizations: numbers(organizationCount).map((n) => ({
      id: idOf('organization', n),
      slug: `organization-${n}`,
      name: `Organization ${n}`,
      status: 'active',
      created_at: openedAt,
    })),
    accounts: numbers(organizationCount).map((n) => ({
      id: deskAccount(n),
      organization_id: idOf('organization', n),
      name: 'Trading desk',
      kind: 'program',
    })),
    credentials: [
      ...publicKeys.map((key, n) => credentialOf(0, key, n)),
      ...deskKeys.map((key, n) => credentialOf(deskOf(n), key, publicKeys.length + n)),
    ],
    custodians: custodians.map((id) => ({ id, name: id, adapter: 'simulated' })),
    assets,
    wallets: numbers(organizationCount).flatMap(walletsOf),
    agreements: deals.map(agreementOf),
    prices: assets.flatMap(({ symbol }) =>
      sources.map((source) => ({
        asset: symbol,
        source,
        price_usd: pricesUsd[symbol as keyof typeof pricesUsd],
        live: true,
      })),
    ),
    market_cuts: [{ asset: 'USDC', cut_at: '2022-06-01T16:00:00.000Z', price_usd: '1.0002' }],
    first_order_number: 1,
    history: [...quotes(), ...deals.flatMap(openingsOf)],
  }
}

function deskAccount(organization: number): string {
  return idOf('account', organization)
}

function credentialOf(organization: number, publicKey: string, n: number) {
  return {
    id: idOf('credential', n),
    account_id: deskAccount(organization),
    role: 'execution',
    public_key: publicKey,
    created_at: openedAt,
  } as const
}

interface Deal {
  readonly lender: number
  readonly borrower: number
}

/** The measured organization lends to every second organization and borrows from the others. */
function dealsOfTheMeasured(): Deal[] {
  return numbers(organizationCount)
    .slice(1)
    .map((n) => (n % 2 === 1 ? { lender: 0, borrower: n } : { lender: n, borrower: 0 }))
}

function dealsOfTheOthers(): Deal[] {
  return numbers(organizationCount)
    .slice(2)
    .map((n) => ({ lender: n - 1, borrower: n }))
}

function walletsOf(organization: number): Scenario['wallets'] {
  return ['asset', 'collateral'].map((leg) => ({
    id: walletId(organization, leg),
    organization_id: idOf('organization', organization),
    custodian: custodians[organization % custodians.length] ?? '',
    name: `${leg} wallet`,
    address: `0x${idOf('wallet', organization, leg.length).replaceAll('-', '')}a1b2c3d4`,
    assets: leg === 'asset' ? ['USDC', 'USDT'] : ['BTC', 'ETH'],
  }))
}

function walletId(organization: number, leg: string): string {
  return `organization-${organization}-${leg}`
}

const agreementOf = ({ lender, borrower }: Deal) =>
  agreementBetween({
    id: idOf('agreement', lender, borrower),
    termsId: idOf('terms', lender, borrower),
    lenderId: idOf('organization', lender),
    borrowerId: idOf('organization', borrower),
    at: openedAt,
    liquidationPercent: '115',
  })

function quotes(): ScenarioStep[] {
  return Object.entries(pricesUsd).map(([asset, price_usd]) => ({
    at: openedAt,
    quote: { asset, source: sources[0], price_usd },
  }))
}

/** The steps that make the orders of a deal active. */
function openingsOf({ lender, borrower }: Deal, dealAt: number): ScenarioStep[] {
  return numbers(ordersPerAgreement).flatMap((n): ScenarioStep[] => {
    const number = dealAt * ordersPerAgreement + n + 1
    const order = `order-${number}`
    const wallets = (organization: number) => ({
      asset_wallet_id: walletId(organization, 'asset'),
      collateral_wallet_id: walletId(organization, 'collateral'),
    })
    const created = {
      lender_id: idOf('organization', lender),
      borrower_id: idOf('organization', borrower),
      asset: n % 2 === 0 ? 'USDC' : 'USDT',
      asset_quantity: '1000000',
      rate_percent: '7.25',
      collateral_asset: n % 2 === 0 ? 'BTC' : 'ETH',
      collateral_quantity: collateralOf(number - 1),
      collateral_type: 'BILATERAL',
      ...wallets(borrower),
    }
    const at = openedAt
    return [
      { at, by: deskAccount(borrower), operation: 'createOrder', body: created, as: order },
      { at, by: deskAccount(lender), operation: 'acceptOrder', on: order, body: wallets(lender) },
      // The documents of the bulk are compared with these, with and without a provider's state.
      arrival(order, 'asset', null),
      arrival(order, 'collateral', 'COMPLETED'),
    ]
  })
}

function arrival(
  of: string,
  leg: 'asset' | 'collateral',
  request_state: string | null,
): ScenarioStep {
  return { at: openedAt, transfer: { of, leg }, state: 'completed', request_state }
}

/** Some positions owe a top-up, some have collateral to release, and some owe nothing. */
function collateralOf(at: number): string {
  const dueUnits = at % 2 === 0 ? 23 : 480
  return `${dueUnits + (at % 5) - 2}.5`
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}
