import { createHash } from 'node:crypto'
import type { EarlierScenario as Scenario } from '@vadium/api/scenario'

/** How many organizations there are. The first is the measured one: it deals with every other. */
const organizationCount = 20
const ordersPerAgreement = 10
const openedAt = '2022-06-01T09:00:00.000Z'

const assets = [
  { symbol: 'USDC', name: 'USD Coin', normalized_symbol: 'USDC', decimals: 6 },
  { symbol: 'USDT', name: 'Tether', normalized_symbol: 'USDT', decimals: 6 },
  { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
  { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
]
const sources = ['exchange-a', 'exchange-b', 'exchange-c']
const pricesUsd = { USDC: '1.0001', USDT: '0.9998', BTC: '64250.5', ETH: '3120.25' }
const custodians = ['fireblocks', 'anchorage', 'bitgo', 'copper']

/** Ids are made from what they are for, so that a book can be told from its numbers alone. */
export function idOf(kind: string, ...numbers: number[]): string {
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

/** A position of the measured organization a number, for the previews. */
export const measuredPositionIds = Array.from(
  { length: (organizationCount - 1) * ordersPerAgreement },
  (_, at) => idOf('position', at + 1),
)

/** Orders are numbered from 1, those of the measured organization first. */
export const orderNumbers = {
  measured: measuredPositionIds.length,
  all: measuredPositionIds.length + (organizationCount - 2) * ordersPerAgreement,
}

/** So many organizations have keys of their own, besides the measured one. */
const deskCount = 8
const deskOf = (n: number) => 1 + (n % deskCount)

/**
 * A book of twenty lenders and borrowers, with keys for the first, and others in turn for some of its
 * counterparties; transfers are added in bulk.
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
    accounts: numbers(deskCount + 1).map((n) => ({
      id: idOf('account', n),
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
    orders: deals.flatMap((deal, at) => ordersOf(deal, at)),
    positions: numbers(deals.length * ordersPerAgreement).map(positionOf),
    mark_to_market_requests: [],
    order_requests: [],
    transfers: modelTransfers(),
  }
}

function credentialOf(organization: number, publicKey: string, n: number) {
  return {
    id: idOf('credential', n),
    account_id: idOf('account', organization),
    role: 'execution',
    public_key: publicKey,
    created_at: openedAt,
  } as const
}

interface Deal {
  readonly lender: number
  readonly borrower: number
}

/** The measured organization lends to every second one and borrows from the others. */
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

function agreementOf({ lender, borrower }: Deal): Scenario['agreements'][number] {
  return {
    id: idOf('agreement', lender, borrower),
    lender_id: idOf('organization', lender),
    borrower_id: idOf('organization', borrower),
    versions: [
      {
        version: 1,
        effective_at: openedAt,
        terms: {
          id: idOf('terms', lender, borrower),
          requirement_percent: '150',
          margin_call_percent: '130',
          liquidation_percent: '115',
          threshold_usd: '0',
          minimum_notional_top_up_usd: '1000',
          minimum_notional_release_usd: '1000',
          lot_top_up: '0.001',
          lot_release: '0.001',
          day_count: 'ACT/360',
          cure_time_seconds: 14_400,
          dispute_tolerance_percent: '1',
          dispute_method: 'undisputed',
        },
      },
    ],
  }
}

function ordersOf({ lender, borrower }: Deal, dealAt: number): Scenario['orders'] {
  return numbers(ordersPerAgreement).map((n) => {
    const number = dealAt * ordersPerAgreement + n + 1
    return {
      id: idOf('order', number),
      number,
      status: 'ACTIVE',
      terms_id: idOf('terms', lender, borrower),
      asset: n % 2 === 0 ? 'USDC' : 'USDT',
      asset_quantity: '1000000',
      rate_percent: '7.25',
      collateral_asset: n % 2 === 0 ? 'BTC' : 'ETH',
      collateral_type: 'BILATERAL',
      lender_asset_wallet_id: walletId(lender, 'asset'),
      lender_collateral_wallet_id: walletId(lender, 'collateral'),
      borrower_asset_wallet_id: walletId(borrower, 'asset'),
      borrower_collateral_wallet_id: walletId(borrower, 'collateral'),
      created_at: openedAt,
      updated_at: openedAt,
    }
  })
}

/** Some positions owe a top-up, some have collateral to release, and some owe nothing. */
function positionOf(at: number): Scenario['positions'][number] {
  const number = at + 1
  const dueUnits = at % 2 === 0 ? 23 : 480
  return {
    id: idOf('position', number),
    order_id: idOf('order', number),
    status: 'ACTIVE',
    asset_quantity: '1000000',
    collateral_quantity: `${dueUnits + (at % 5) - 2}.5`,
    price_at_last_m2m_usd: '1.0003',
    last_m2m_at: openedAt,
    created_at: openedAt,
    updated_at: openedAt,
  }
}

/** Transfers that the service itself writes: the bulk is compared with their documents. */
function modelTransfers(): Scenario['transfers'] {
  return [null, 'COMPLETED'].map((word, at) => ({
    id: idOf('transfer', at),
    external_transfer_id: `model-${at}`,
    category: 'open',
    status: 'COMPLETED',
    leg: at === 0 ? 'asset' : 'collateral',
    token: at === 0 ? 'USDC' : 'BTC',
    quantity: ['1000000', '23.00000001'][at] ?? '',
    notional_usd: ['1000100', '1477761.50'][at] ?? '',
    order_id: idOf('order', 1),
    sender_wallet_id: walletId(0, at === 0 ? 'asset' : 'collateral'),
    receiver_wallet_id: walletId(1, at === 0 ? 'asset' : 'collateral'),
    provider_state: 'completed',
    provider_request_state: word,
    label: 'Completed',
    create_time: `2022-06-02T09:00:00.07${at}Z`,
    update_time: `2022-06-02T09:10:00.00${at}Z`,
  }))
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}
