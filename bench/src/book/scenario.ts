import type { Scenario } from '@vadium/api/scenario'
import { Book, type Holdings, type Party, uuidFrom } from '@vadium/book'
import { numbers, usual } from './usual.ts'

/** The first organization is the measured one. It has deals with all others. */
const organizationCount = 20
const ordersPerAgreement = 10
const begunAt = '2022-06-01T09:00:00.000Z'

const assets = [
  { symbol: 'USDC', name: 'USD Coin', normalized_symbol: 'USDC', decimals: 6 },
  { symbol: 'USDT', name: 'Tether', normalized_symbol: 'USDT', decimals: 6 },
  ...usual.assets,
]
const sources = [usual.source, 'exchange-b', 'exchange-c']
const dealPrices = { USDC: '1.0001', USDT: '0.9998', ...usual.dealPrices }
const custodians = ['fireblocks', 'anchorage', 'bitgo', 'copper']

const organizationId = (n: number) => uuidFrom(`bench organization ${n}`)

export const measuredOrganizationId = organizationId(0)

/** The numbers of an organization that floods, and of one that must not notice it. */
export const floodingOrganization = 0
export const neighbour = 2

const measuredOrders = (organizationCount - 1) * ordersPerAgreement

/** Orders are numbered from 1. Those of the measured organization come first. */
export const orderNumbers = {
  measured: measuredOrders,
  all: measuredOrders + (organizationCount - 2) * ordersPerAgreement,
}

/** How many other organizations have keys. */
const deskCount = 8

/** The organization of a key of a desk. */
export const organizationOfDeskKey = (n: number) => 1 + (n % deskCount)

const walletId = (n: number, leg: string) => `organization-${n}-${leg}`

/** A new order with each lender of an organization, but for the neighbour. */
export const newOrdersOf = (borrower: number) =>
  [...dealsOfTheMeasured(), ...dealsOfTheOthers()].flatMap(([lender, other]) =>
    other !== borrower || lender === neighbour
      ? []
      : [
          {
            lender_id: organizationId(lender),
            borrower_id: organizationId(borrower),
            asset: 'USDC',
            asset_quantity: '1000',
            rate_percent: '5',
            collateral_asset: 'BTC',
            collateral_quantity: '1',
            collateral_type: 'BILATERAL',
            asset_wallet_id: walletId(borrower, 'asset'),
            collateral_wallet_id: walletId(borrower, 'collateral'),
          },
        ],
  )

/**
 * A book of twenty lenders and borrowers with active orders, and keys for the first and some of its
 * counterparties. Transfers are added in bulk.
 */
export function benchScenario(
  publicKeys: readonly string[],
  deskKeys: readonly string[],
): Scenario {
  const book = new Book({
    ...usual,
    name: 'Bench',
    begunAt,
    assets,
    custodians: custodians.map((id) => ({ id, name: id, adapter: 'simulated' })),
    dealPrices,
  })
  const parties = numbers(organizationCount).map((n) => {
    const custodian = custodians[n % custodians.length] ?? ''
    const wallets = holdingsOf(n, custodian)
    return book.party(`organization-${n}`, custodian, { id: organizationId(n), wallets })
  })
  const party = (n: number): Party => {
    const found = parties[n]
    if (found === undefined) throw new RangeError(`there is no organization ${n}`)
    return found
  }
  for (const [n, key] of publicKeys.entries()) enroll(party(0), key, n)
  for (const [n, key] of deskKeys.entries()) enroll(party(organizationOfDeskKey(n)), key, n)
  for (const [asset, price] of Object.entries(dealPrices)) {
    for (const source of sources) book.livePrice(asset, price, source)
  }
  book.scenario.market_cuts.push({
    asset: 'USDC',
    cut_at: '2022-06-01T16:00:00.000Z',
    price_usd: '1.0002',
  })
  for (const [lender, borrower] of [...dealsOfTheMeasured(), ...dealsOfTheOthers()]) {
    for (const n of numbers(ordersPerAgreement)) open(book, party(lender), party(borrower), n)
  }
  return book.scenario
}

function enroll(party: Party, publicKey: string, n: number): void {
  party.enroll('execution', publicKey, { id: uuidFrom(`bench credential ${party.slug} ${n}`) })
}

/** A lender and a borrower, by their numbers. */
type Pair = readonly [lender: number, borrower: number]

/** The measured organization lends to every second organization and borrows from the others. */
const dealsOfTheMeasured = (): Pair[] =>
  numbers(organizationCount)
    .slice(1)
    .map((n) => (n % 2 === 1 ? [0, n] : [n, 0]))

const dealsOfTheOthers = (): Pair[] =>
  numbers(organizationCount)
    .slice(2)
    .map((n) => [n - 1, n])

/** A wallet for what is lent, and one for collateral, with addresses as long as real ones. */
function holdingsOf(n: number, custodian: string): Holdings {
  const walletOf = (_asset: string, leg: string) => walletId(n, leg)
  return {
    walletOf,
    wallets: (['asset', 'collateral'] as const).map((leg) => ({
      id: walletOf('', leg),
      custodian,
      name: `${leg} wallet`,
      address: `0x${uuidFrom(`bench wallet ${n} ${leg}`).replaceAll('-', '')}a1b2c3d4`,
      assets: leg === 'asset' ? ['USDC', 'USDT'] : ['BTC', 'ETH'],
    })),
  }
}

function open(book: Book, lender: Party, borrower: Party, n: number): void {
  const [asset, collateral_asset] = n % 2 === 0 ? ['USDC', 'BTC'] : ['USDT', 'ETH']
  book.deal(lender, borrower, {
    creator: 'borrower',
    asset,
    asset_quantity: '1000000',
    rate_percent: '7.25',
    collateral_asset,
    collateral_quantity: collateralOf(book.deals.length),
    // The documents of the bulk are compared with these, with and without a provider's state.
    request_states: { asset: null, collateral: 'COMPLETED' },
  })
}

/** Some positions owe a top-up, some have collateral to release, and some owe nothing. */
function collateralOf(at: number): string {
  const dueUnits = at % 2 === 0 ? 23 : 480
  return `${dueUnits + (at % 5) - 2}.5`
}
