import type { Scenario } from '@vadium/api/scenario'
import { Agreements } from './agreements.ts'
import type { Deal, DealChanges, DealRequest } from './deal.ts'
import { DealHistory, type DealOffer, type Leg } from './deal-history.ts'
import { History, type OperationStep, type TransferStep } from './history.ts'
import { Party, type PartyBook, type PartyOptions } from './party.ts'
import { uuidFrom } from './seeded.ts'
import type { Terms } from './terms.ts'

/** When everything in a book began, unless the book says otherwise. */
export const bookTime = '2026-03-01T09:00:00.000Z'

const assets: Scenario['assets'] = [
  { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
  { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
  { symbol: 'USDC', name: 'USD Coin', normalized_symbol: 'USDC', decimals: 6 },
]

const custodians: Scenario['custodians'] = [
  'fireblocks',
  'bitgo',
  'anchorage',
  'copper',
  'simulated',
].map((id) => ({ id, name: id, adapter: 'simulated' }))

/** What a book has other than the usual. */
export interface BookOptions {
  readonly name?: string
  /** What its ids and keys are derived from: the same seed gives the same book. */
  readonly seed?: string
  /** When its organizations were created, and its deals are made. */
  readonly begunAt?: string
  readonly assets?: Scenario['assets']
  readonly custodians?: Scenario['custodians']
  /** The source that quotes the prices of deals. */
  readonly source?: string
  /** The prices at which deals are made, in USD. Others are 1. */
  readonly dealPrices?: Readonly<Record<string, string>>
  /** What all agreements have other than the usual. */
  readonly terms?: Partial<Terms>
  readonly firstOrderNumber?: number
}

/**
 * A book: organizations with their accounts, keys and wallets, agreements, prices, and a history of
 * deals, as a scenario that the service loads. Everything in it follows from its seed.
 *
 * @example
 * const book = new Book()
 * const lender = book.party('harbor')
 * const borrower = book.party('quay', 'bitgo')
 * const deal = book.deal(lender, borrower, { collateral_quantity: '310' })
 * await load(book.scenario)
 */
export class Book {
  readonly scenario: Scenario & Required<Pick<Scenario, 'price_sources'>>
  readonly history: History
  readonly deals: Deal[] = []
  readonly #seed: string
  readonly #source: string
  readonly #dealPrices: Readonly<Record<string, string>>
  readonly #agreements: Agreements
  readonly #firstOrderNumber: number
  readonly #parts: PartyBook
  /** The organization that operates the installation: the first that has an operator. */
  #platformId: string | undefined

  constructor(options: BookOptions = {}) {
    this.#seed = options.seed ?? 'book'
    const begunAt = options.begunAt ?? bookTime
    this.#source = options.source ?? 'test'
    this.#dealPrices = options.dealPrices ?? { BTC: '59000', ETH: '2500' }
    this.#firstOrderNumber = options.firstOrderNumber ?? 1001
    this.scenario = {
      name: options.name ?? `Book ${this.#seed}`,
      organizations: [],
      accounts: [],
      credentials: [],
      custodians: (options.custodians ?? custodians).map((custodian) => ({ ...custodian })),
      assets: (options.assets ?? assets).map((asset) => ({ ...asset })),
      wallets: [],
      agreements: [],
      prices: [],
      price_sources: [],
      market_cuts: [],
      history: [],
    }
    this.history = new History(this.scenario, this.#firstOrderNumber)
    const { accounts, credentials, wallets, price_sources, agreements } = this.scenario
    const idOf = (kind: string, name: string) => this.idOf(kind, name)
    this.#agreements = new Agreements(agreements, { idOf, begunAt, terms: options.terms ?? {} })
    this.#parts = {
      begunAt,
      idOf,
      addAccount: (account) => void accounts.push(account),
      addCredential: (credential) => void credentials.push(credential),
      addWallet: (organization_id, wallet) => void wallets.push({ organization_id, ...wallet }),
      addSource: (source, account_id) => void price_sources.push({ source, account_id }),
      operatorAccount: (organizationId, accountId) =>
        this.#operatorAccount(organizationId, accountId),
    }
  }

  /** An id of a thing of the book, by what it is and its name. */
  idOf(kind: string, name: string): string {
    return uuidFrom(`${this.#seed} ${kind} ${name}`)
  }

  /** An organization. Its wallets are those of the assets that the book has by now. */
  party(slug: string, custodian = 'fireblocks', options: PartyOptions = {}): Party {
    const party = new Party(this.#parts, slug, custodian, options)
    this.scenario.organizations.push({
      id: party.id,
      slug,
      name: party.name,
      status: options.status ?? 'active',
      created_at: options.createdAt ?? this.#parts.begunAt,
    })
    if (options.wallets === undefined) {
      for (const { symbol } of this.scenario.assets) party.addWallet(symbol)
    }
    return party
  }

  /** A calendar whose weekend is Saturday and Sunday, with other holidays, each `YYYY-MM-DD`. */
  calendar(id: string, holidays: readonly string[] = []): void {
    const calendars = (this.scenario.calendars ??= [])
    calendars.push({
      id,
      name: `Calendar of ${id}`,
      weekend: [6, 7],
      holidays: holidays.map((date) => ({ date, name: 'Holiday' })),
      last_day: '2030-12-31',
      created_at: this.#parts.begunAt,
    })
  }

  /** A price that the source of the book observed at a time. */
  price(asset: string, price_usd: string, observed_at: string): void {
    this.scenario.prices.push({ asset, source: this.#source, price_usd, observed_at })
  }

  /** A price that the service repeats for as long as it runs. */
  livePrice(asset: string, price_usd: string, source = this.#source): void {
    this.scenario.prices.push({ asset, source, price_usd, live: true })
  }

  /** A version of an agreement without a deal. Returns the id of its terms. */
  agreement(
    lender: Party,
    borrower: Party,
    terms: Partial<Terms> = {},
    effectiveAt?: string,
  ): string {
    return this.#agreements.add(lender, borrower, terms, effectiveAt)
  }

  /** An active order with its position: 10 BTC lent against 300 ETH, unless said otherwise. */
  deal(lender: Party, borrower: Party, changes: DealChanges = {}): Deal {
    const { state = 'ACTIVE', request_states } = changes
    const at = this.#agreements.timeOfDeal(lender, borrower, changes)
    const isAccepted = !['PENDING_ACCEPTANCE', 'REJECTED', 'CANCELLED'].includes(state)
    const offer = this.#offer(lender, borrower, changes)
    if (isAccepted) this.#quoteOnce(at, offer)
    const played = new DealHistory(this.history, offer)
    this.scenario.first_order_number = this.#firstOrderNumber
    const creation = played.create(at, expiryOf(at, changes))
    let acceptance: OperationStep | undefined
    if (state === 'REJECTED') played.answer(at, 'reject')
    else if (state === 'CANCELLED') played.cancel(at)
    else if (isAccepted) {
      acceptance = played.answer(at, 'accept')
      for (const leg of state === 'OPENING' ? [] : (['asset', 'collateral'] as const)) {
        played.report(at, leg, 'completed', {
          ...(request_states && { request_state: request_states[leg] }),
        })
      }
    }
    const deal = this.#dealOf(offer.name, at, creation, acceptance)
    this.deals.push(deal)
    if (state === 'CLOSING' || state === 'CLOSED') this.close(deal, borrower, changes)
    return deal
  }

  /** The parties close a deal, at the prices at which it was made. */
  close(
    { name, createdAt }: Pick<Deal, 'name' | 'createdAt'>,
    by: Party,
    { closedAt = createdAt, state, asset = 'BTC', collateral_asset = 'ETH' }: DealChanges = {},
  ): void {
    this.#quoteOnce(closedAt, { asset, collateral_asset })
    this.by(closedAt, by, 'closeOrder', { on: name })
    if (state !== 'CLOSED') return
    this.report(closedAt, name, 'asset')
    if (closedAt !== createdAt) this.report(closedAt, name, 'interest')
    this.report(closedAt, name, 'collateral')
  }

  /** An operation that a party performed. */
  by(
    at: string,
    { accountId }: Pick<Party, 'accountId'>,
    operation: OperationStep['operation'],
    rest: Omit<OperationStep, 'at' | 'by' | 'operation'> = {},
  ): OperationStep {
    return this.history.add({ at, by: accountId, operation, ...rest })
  }

  /** A request of a party on the position of a deal. */
  request(
    at: string,
    by: Party,
    operation: 'createMarkToMarketRequest' | 'createOrderRequest',
    { name: on }: Deal,
    body?: Record<string, unknown>,
  ): DealRequest {
    const { history } = this
    const name = `${on}-request-${this.scenario.history.length}`
    const step = this.by(at, by, operation, { on, as: name, ...(body && { body }) })
    return {
      name,
      get id() {
        return history.idOf(step)
      },
    }
  }

  /** What the custodian reported of the transfer of a leg that was under way. */
  report(
    at: string,
    of: string,
    leg: Leg,
    state: TransferStep['state'] = 'completed',
  ): TransferStep {
    return this.history.add({ at, transfer: { of, leg }, state })
  }

  /** A quote of the source of the book, unless its last one of the asset was the same. */
  quoteOnce(at: string, asset: string, price_usd: string): void {
    this.history.quoteOnce(at, { asset, source: this.#source, price_usd })
  }

  #quoteOnce(at: string, { asset, collateral_asset }: DealAssets): void {
    for (const quoted of [asset, collateral_asset]) {
      this.quoteOnce(at, quoted, this.#dealPrices[quoted] ?? '1')
    }
  }

  #offer(lender: Party, borrower: Party, changes: DealChanges): DealOffer {
    return {
      name: `deal-${this.deals.length + 1}`,
      lender,
      borrower,
      creator: changes.creator ?? 'lender',
      asset: changes.asset ?? 'BTC',
      asset_quantity: changes.asset_quantity ?? '10',
      rate_percent: changes.rate_percent ?? '5',
      collateral_asset: changes.collateral_asset ?? 'ETH',
      collateral_quantity: changes.collateral_quantity ?? '300',
      collateral_type: changes.collateral_type ?? 'BILATERAL',
      ...(changes.maturity_time !== undefined && { maturity_time: changes.maturity_time }),
    }
  }

  #dealOf(
    name: string,
    createdAt: string,
    creation: OperationStep,
    acceptance: OperationStep | undefined,
  ): Deal {
    const { history } = this
    return {
      name,
      createdAt,
      get orderId() {
        return history.idOf(creation)
      },
      get orderNumber() {
        return history.orderNumberOf(creation)
      },
      get positionId() {
        return acceptance === undefined ? '' : history.idOf(acceptance)
      },
      get openingTransfers() {
        if (acceptance === undefined) throw new Error(`${name} was not accepted`)
        return { asset: history.idOf(acceptance, 2), collateral: history.idOf(acceptance, 4) }
      },
    }
  }

  #operatorAccount(organizationId: string, accountId: string): string {
    this.#platformId ??= organizationId
    if (this.#platformId === organizationId) return accountId
    const { accounts } = this.scenario
    const id = this.idOf('account', `operations ${accounts.length}`)
    accounts.push({ id, organization_id: this.#platformId, name: 'operations', kind: 'person' })
    return id
  }
}

type DealAssets = Pick<DealOffer, 'asset' | 'collateral_asset'>

/** A pending order waits for its answer for as long as it may. */
function expiryOf(at: string, { state, expire_time }: DealChanges): string | undefined {
  if (expire_time !== undefined || state !== 'PENDING_ACCEPTANCE') return expire_time
  return new Date(Date.parse(at) + 90 * 86_400_000).toISOString()
}
