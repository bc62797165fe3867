import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import type { Role } from '@vadium/schema'
import type {
  EarlierScenario as Scenario,
  ScenarioTransfer,
} from '../../src/features/scenario/scenario.ts'

/** When everything in a test's book began. */
export const bookTime = '2026-03-01T09:00:00.000Z'

export interface Key {
  readonly publicKey: string
  readonly privateKey: string
}

type Credential = Scenario['credentials'][number]
type Order = Scenario['orders'][number]
type Position = Scenario['positions'][number]
type Terms = Scenario['agreements'][number]['versions'][number]['terms']

/** An organization of a test's book, with the means to act in its name. */
export interface Party {
  readonly id: string
  readonly name: string
  /** The wallet of an asset, at this organization's custodian. */
  wallet(asset: string): string
  /** Registers a source of prices that this organization's credentials push. */
  source(name: string): void
  /** A new credential of this organization. */
  credential(role: Role, overrides?: Partial<Credential>): Key
}

export interface Deal {
  readonly orderId: string
  readonly orderNumber: number
  readonly positionId: string
}

const assets = [
  { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
  { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
  { symbol: 'USDC', name: 'USD Coin', normalized_symbol: 'USDC', decimals: 6 },
]

const custodians = ['fireblocks', 'bitgo', 'anchorage', 'copper', 'simulated']

const usualTerms = (id: string): Terms => ({
  id,
  requirement_percent: '150',
  margin_call_percent: '130',
  liquidation_percent: '110',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '1000',
  minimum_notional_release_usd: '1000',
  day_count: 'ACT/360',
  cure_time_seconds: 86_400,
  dispute_tolerance_percent: '5',
  dispute_method: 'undisputed',
})

/** A small book that a test writes for itself, as a scenario. */
export class Book {
  readonly scenario = {
    name: `test ${randomUUID()}`,
    organizations: [],
    accounts: [],
    credentials: [],
    custodians: custodians.map((id) => ({ id, name: id, adapter: 'simulated' })),
    assets: [...assets],
    wallets: [],
    agreements: [],
    prices: [],
    price_sources: [],
    market_cuts: [],
    orders: [],
    positions: [],
    mark_to_market_requests: [],
    order_requests: [],
    transfers: [],
  } satisfies Scenario as Scenario & Required<Pick<Scenario, 'price_sources'>>
  #orderNumber = 1000
  #transfers = 0

  party(slug: string, custodian = 'fireblocks', status: 'active' | 'suspended' = 'active'): Party {
    const id = randomUUID()
    const accountId = randomUUID()
    const name = `${slug} Ltd`
    this.scenario.organizations.push({ id, slug, name, status, created_at: bookTime })
    this.scenario.accounts.push({ id: accountId, organization_id: id, name: slug, kind: 'program' })
    for (const { symbol } of this.scenario.assets) {
      this.scenario.wallets.push({
        id: `${slug}-${symbol}`,
        organization_id: id,
        custodian,
        name: `${slug} ${symbol}`,
        address: `0x${slug}${symbol}`,
        assets: [symbol],
      })
    }
    return {
      id,
      name,
      wallet: (asset) => `${slug}-${asset}`,
      source: (name) => {
        this.scenario.price_sources.push({ source: name, account_id: accountId })
      },
      credential: (role, overrides = {}) => {
        const key = generateKeyPair()
        this.scenario.credentials.push({
          id: randomUUID(),
          account_id: accountId,
          role,
          public_key: key.publicKey,
          created_at: bookTime,
          ...overrides,
        })
        return key
      },
    }
  }

  /** A price that the book's only source observed at a time. */
  price(asset: string, priceUsd: string, observedAt: string): void {
    this.scenario.prices.push({
      asset,
      source: 'test',
      price_usd: priceUsd,
      observed_at: observedAt,
    })
  }

  /** A version of an agreement without a deal; answers the id of its terms. */
  agreement(
    lender: Party,
    borrower: Party,
    terms: Partial<Terms> = {},
    effectiveAt: string = bookTime,
  ): string {
    const id = randomUUID()
    const { versions } = this.#agreement(lender, borrower)
    versions.push({
      version: versions.length + 1,
      effective_at: effectiveAt,
      terms: { ...usualTerms(id), ...terms },
    })
    return id
  }

  /** An accepted order with its position: 10 BTC lent against ETH, unless said otherwise. */
  deal(
    lender: Party,
    borrower: Party,
    changes: {
      order?: Partial<Order>
      position?: Partial<Position>
      terms?: Partial<Terms>
    } = {},
  ): Deal {
    const orderId = changes.order?.id ?? randomUUID()
    const number = (this.#orderNumber += 1)
    const termsId = randomUUID()
    const { versions } = this.#agreement(lender, borrower)
    versions.push({
      version: versions.length + 1,
      effective_at: bookTime,
      terms: { ...usualTerms(termsId), ...changes.terms },
    })
    const order: Order = {
      id: orderId,
      number,
      status: 'ACTIVE',
      terms_id: termsId,
      asset: 'BTC',
      asset_quantity: '10',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_type: 'BILATERAL',
      lender_asset_wallet_id: lender.wallet('BTC'),
      lender_collateral_wallet_id: lender.wallet('ETH'),
      borrower_asset_wallet_id: borrower.wallet('BTC'),
      borrower_collateral_wallet_id: borrower.wallet('ETH'),
      created_at: bookTime,
      updated_at: bookTime,
      ...changes.order,
    }
    const position: Position = {
      id: randomUUID(),
      order_id: orderId,
      status: 'ACTIVE',
      asset_quantity: order.asset_quantity,
      collateral_quantity: '300',
      price_at_last_m2m_usd: '59000',
      last_m2m_at: bookTime,
      created_at: bookTime,
      updated_at: bookTime,
      ...changes.position,
    }
    this.scenario.orders.push(order)
    this.scenario.positions.push(position)
    return { orderId, orderNumber: number, positionId: position.id }
  }

  /** The one agreement of a lender and a borrower: each of their deals is accepted under terms of its own. */
  #agreement(lender: Party, borrower: Party): Scenario['agreements'][number] {
    const known = this.scenario.agreements.find(
      ({ lender_id, borrower_id }) => lender_id === lender.id && borrower_id === borrower.id,
    )
    if (known !== undefined) return known
    const agreement = {
      id: randomUUID(),
      lender_id: lender.id,
      borrower_id: borrower.id,
      versions: [],
    }
    this.scenario.agreements.push(agreement)
    return agreement
  }

  /** A transfer of collateral from the first party to the second, completed unless said otherwise. */
  transfer(
    deal: Deal,
    sender: Party,
    receiver: Party,
    changes: Partial<ScenarioTransfer> = {},
  ): ScenarioTransfer {
    const token = changes.token ?? 'ETH'
    const time = new Date(Date.parse(bookTime) + 1000 * (this.#transfers += 1)).toISOString()
    const transfer: ScenarioTransfer = {
      id: randomUUID(),
      external_transfer_id: `test-${randomUUID()}`,
      category: 'm2m',
      status: 'COMPLETED',
      leg: 'collateral',
      token,
      quantity: '1.5',
      notional_usd: '4500',
      order_id: deal.orderId,
      sender_wallet_id: sender.wallet(token),
      receiver_wallet_id: receiver.wallet(token),
      provider_state: 'completed',
      provider_request_state: 'COMPLETED',
      label: 'Completed.',
      create_time: time,
      update_time: changes.create_time ?? time,
      ...changes,
    }
    this.scenario.transfers.push(transfer)
    return transfer
  }
}
