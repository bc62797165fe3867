import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import type { Role } from '@vadium/schema'
import type { Scenario } from '../../src/features/scenario/scenario.ts'
import type { Deal, DealChanges, DealRequest } from './deal.ts'
import type { InsertedTransfer } from './inserted-transfers.ts'
import {
  firstOrderNumber,
  type OperationStep,
  PlayedHistory,
  type TransferStep,
} from './played-history.ts'
import { isSame, type Terms, usualTerms } from './terms.ts'

export type { Deal } from './deal.ts'

/** When everything in a test's book began. */
export const bookTime = '2026-03-01T09:00:00.000Z'

export interface Key {
  readonly publicKey: string
  readonly privateKey: string
}

type Credential = Scenario['credentials'][number]

/** An organization of a test's book, with the means to act in its name. */
export interface Party {
  readonly id: string
  readonly name: string
  /** The account that performs the operations of the history. */
  readonly accountId: string
  /** The wallet of an asset, at this organization's custodian. */
  wallet(asset: string): string
  /** Adds a wallet of an asset that the book got after this organization. */
  addWallet(asset: string): void
  /** Registers a source of prices that this organization's credentials push. */
  source(name: string): void
  /** A new credential of this organization. */
  credential(role: Role, overrides?: Partial<Credential>): Key
  /** A new account of this organization, with a credential. */
  colleague(role: Role): Colleague
}

/** Another account of an organization, and its key. */
export interface Colleague extends Key {
  readonly accountId: string
}

const assets = [
  { symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 8 },
  { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
  { symbol: 'USDC', name: 'USD Coin', normalized_symbol: 'USDC', decimals: 6 },
]

const custodians = ['fireblocks', 'bitgo', 'anchorage', 'copper', 'simulated']

/** The prices at which the deals of a book are made, in USD. */
const dealPrices: Readonly<Record<string, string>> = { BTC: '59000', ETH: '2500' }

/** A small book that a test writes for itself, as a scenario whose history the service plays. */
export class Book {
  readonly scenario: Scenario & Required<Pick<Scenario, 'price_sources'>> = {
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
    history: [],
  }
  readonly history = new PlayedHistory(this.scenario)
  readonly deals: Deal[] = []
  /** Rows that no history writes. A test inserts them after the load. */
  readonly transfers: InsertedTransfer[] = []
  #dealTime = bookTime
  /** The organization that operates the installation: the first that has an operator. */
  #platformId: string | undefined

  party(slug: string, custodian = 'fireblocks', status: 'active' | 'suspended' = 'active'): Party {
    const id = randomUUID()
    const accountId = randomUUID()
    const name = `${slug} Ltd`
    this.scenario.organizations.push({ id, slug, name, status, created_at: bookTime })
    this.scenario.accounts.push({ id: accountId, organization_id: id, name: slug, kind: 'program' })
    const party = { slug, id, custodian }
    const credential = (of: string, role: Role, overrides: Partial<Credential> = {}) => {
      const key = generateKeyPair()
      const account_id = role === 'operator' ? this.#operatorAccount(id, of) : of
      this.scenario.credentials.push({
        id: randomUUID(),
        account_id,
        role,
        public_key: key.publicKey,
        created_at: bookTime,
        ...overrides,
      })
      return key
    }
    for (const { symbol } of this.scenario.assets) this.#addWallet(party, symbol)
    return {
      id,
      name,
      accountId,
      wallet: (asset) => `${slug}-${asset}`,
      addWallet: (asset) => this.#addWallet(party, asset),
      source: (name) => {
        this.scenario.price_sources.push({ source: name, account_id: accountId })
      },
      credential: (role, overrides) => credential(accountId, role, overrides),
      colleague: (role) => {
        const colleagueId = randomUUID()
        this.scenario.accounts.push({
          id: colleagueId,
          organization_id: id,
          name: `${slug} ${role}`,
          kind: 'person',
        })
        return { accountId: colleagueId, ...credential(colleagueId, role) }
      },
    }
  }

  /** The account, or one of the platform in its place: no other organization has operators. */
  #operatorAccount(organizationId: string, accountId: string): string {
    this.#platformId ??= organizationId
    if (this.#platformId === organizationId) return accountId
    const id = randomUUID()
    const organization_id = this.#platformId
    this.scenario.accounts.push({ id, organization_id, name: 'operations', kind: 'person' })
    return id
  }

  #addWallet(
    { slug, id, custodian }: { slug: string; id: string; custodian: string },
    symbol: string,
  ): void {
    this.scenario.wallets.push({
      id: `${slug}-${symbol}`,
      organization_id: id,
      custodian,
      name: `${slug} ${symbol}`,
      address: `0x${slug}${symbol}`,
      assets: [symbol],
    })
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
    effectiveAt: string = this.#dealTime,
  ): string {
    const id = randomUUID()
    const { versions } = this.#agreement(lender, borrower)
    versions.push({
      version: versions.length + 1,
      ...acceptedFrom(effectiveAt),
      terms: { ...usualTerms(id), ...terms },
    })
    return id
  }

  /** An active order with its position: 10 BTC lent against 300 ETH, unless said otherwise. */
  deal(lender: Party, borrower: Party, changes: DealChanges = {}): Deal {
    const { state = 'ACTIVE', creator = lender } = changes
    const { asset = 'BTC', collateral_asset = 'ETH' } = changes
    const name = `deal-${this.deals.length + 1}`
    this.scenario.first_order_number = firstOrderNumber
    const at = this.#underTerms(lender, borrower, changes)
    const isAccepted = !['PENDING_ACCEPTANCE', 'REJECTED', 'CANCELLED'].includes(state)
    if (isAccepted) this.#quoteOnce(at, [asset, collateral_asset])
    const walletsOf = (party: Party) => ({
      asset_wallet_id: party.wallet(asset),
      collateral_wallet_id: party.wallet(collateral_asset),
    })
    const creation = this.by(at, creator, 'createOrder', {
      as: name,
      body: {
        lender_id: lender.id,
        borrower_id: borrower.id,
        asset,
        asset_quantity: changes.asset_quantity ?? '10',
        rate_percent: changes.rate_percent ?? '5',
        collateral_asset,
        collateral_quantity: changes.collateral_quantity ?? '300',
        collateral_type: changes.collateral_type ?? 'BILATERAL',
        ...walletsOf(creator),
        ...expiryOf(at, changes),
      },
    })
    const other = creator === lender ? borrower : lender
    let acceptance: OperationStep | undefined
    if (state === 'REJECTED') this.by(at, other, 'rejectOrder', { on: name })
    else if (state === 'CANCELLED') this.by(at, creator, 'cancelOrder', { on: name })
    else if (isAccepted) {
      acceptance = this.by(at, other, 'acceptOrder', { on: name, body: walletsOf(other) })
      if (state !== 'OPENING') this.#completeOpening(at, name)
    }
    const { history } = this
    const deal = {
      name,
      createdAt: at,
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
    this.#quoteOnce(closedAt, [asset, collateral_asset])
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
    leg: 'asset' | 'collateral' | 'interest',
    state: TransferStep['state'] = 'completed',
  ): void {
    this.history.add({ at, transfer: { of, leg }, state })
  }

  #quoteOnce(at: string, quoted: readonly string[]): void {
    for (const asset of quoted) this.history.quoteOnce(at, asset, dealPrices[asset] ?? '1')
  }

  #completeOpening(at: string, name: string): void {
    this.report(at, name, 'asset')
    this.report(at, name, 'collateral')
  }

  /** When a deal is made: not before its terms are in effect, which no other deal has changed. */
  #underTerms(lender: Party, borrower: Party, changes: DealChanges): string {
    const at = changes.at ?? this.#dealTime
    const { versions } = this.#agreement(lender, borrower)
    const wanted = { ...usualTerms(''), ...changes.terms, id: '' }
    const inEffect = versions.findLast(({ effective_at }) => effective_at <= at)
    if (inEffect !== undefined && isSame({ ...inEffect.terms, id: '' }, wanted)) return at
    // A deal may have been made at this time, under the terms in effect.
    const mayHaveDeal =
      inEffect !== undefined && (changes.at === undefined || inEffect.effective_at === at)
    const effectiveAt = mayHaveDeal ? oneMsAfter(at) : at
    if (changes.at === undefined) this.#dealTime = effectiveAt
    const isFirst = versions.length === 0 && bookTime < effectiveAt
    versions.push({
      version: 0,
      ...acceptedFrom(isFirst ? bookTime : effectiveAt),
      terms: { ...wanted, id: changes.terms?.id ?? randomUUID() },
    })
    versions.sort((a, b) => a.effective_at.localeCompare(b.effective_at))
    for (const [i, version] of versions.entries()) version.version = i + 1
    return effectiveAt
  }

  /** The one agreement of a lender and a borrower. */
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

  /**
   * A transfer of collateral from the first party to the second, completed unless said otherwise.
   * It is no part of the history: a test inserts it after the load.
   */
  transfer(
    deal: Deal,
    sender: Party,
    receiver: Party,
    changes: Partial<InsertedTransfer> = {},
  ): InsertedTransfer {
    const token = changes.token ?? 'ETH'
    const seconds = 1 + this.transfers.length
    const time = new Date(Date.parse(bookTime) + 1000 * seconds).toISOString()
    const transfer: InsertedTransfer = {
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
    this.transfers.push(transfer)
    return transfer
  }
}

/** A pending order of a test waits for its answer for as long as it may. */
function expiryOf(at: string, { state, expire_time }: DealChanges) {
  if (expire_time !== undefined) return { expire_time }
  if (state !== 'PENDING_ACCEPTANCE') return {}
  return { expire_time: new Date(Date.parse(at) + 90 * 86_400_000).toISOString() }
}

const oneMsAfter = (time: string) => new Date(Date.parse(time) + 1).toISOString()

/** The times of a version that is in effect from a time on. */
function acceptedFrom(time: string) {
  return { effective_at: time, lender_accepted_at: time, borrower_accepted_at: time }
}
