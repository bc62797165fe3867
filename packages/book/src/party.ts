import type { KeyPair } from '@vadium/client'
import type { Role } from '@vadium/schema'
import type { Scenario } from '@vadium/api/scenario'
import type { DealParty } from './deal-history.ts'
import { keyPairFrom } from './seeded.ts'

type Account = Scenario['accounts'][number]
type Credential = Scenario['credentials'][number]
export type Wallet = Omit<Scenario['wallets'][number], 'organization_id'>

/** What an organization of a book has other than the usual. */
export interface PartyOptions {
  readonly id?: string
  /** Default: its slug, as a company limited by shares. */
  readonly name?: string
  readonly status?: 'active' | 'suspended'
  readonly createdAt?: string
  /** The account that performs the operations of the history. */
  readonly account?: Partial<Omit<Account, 'organization_id'>>
  /** Its wallets. Default: one for each asset of the book. */
  readonly wallets?: Holdings
}

/** The wallets of an organization, and which of them holds an asset of a leg. */
export interface Holdings {
  readonly wallets: readonly Wallet[]
  walletOf(asset: string, leg: 'asset' | 'collateral'): string
}

/** What a party adds to its book. */
export interface PartyBook {
  addAccount(account: Account): void
  addCredential(credential: Credential): void
  /** The account, or one of the platform in its place: no other organization has operators. */
  operatorAccount(organizationId: string, accountId: string): string
  /** When what a party adds was created. */
  readonly begunAt: string
  addWallet(organizationId: string, wallet: Wallet): void
  addSource(source: string, accountId: string): void
  /** An id of a thing of the book: the same in every run. */
  idOf(kind: string, name: string): string
}

/** Another account of an organization, and its key. */
export interface Colleague extends KeyPair {
  readonly accountId: string
}

/** An organization of a book, with the means to act in its name. */
export class Party implements DealParty {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly custodian: string
  /** The account that performs the operations of the history. */
  readonly accountId: string
  readonly #book: PartyBook
  readonly #holdings: Holdings | undefined
  #colleagues = 0
  #credentials = 0

  constructor(book: PartyBook, slug: string, custodian: string, options: PartyOptions = {}) {
    this.#book = book
    this.slug = slug
    this.custodian = custodian
    this.id = options.id ?? book.idOf('organization', slug)
    this.name = options.name ?? `${slug} Ltd`
    this.accountId = options.account?.id ?? book.idOf('account', slug)
    this.#holdings = options.wallets
    book.addAccount({
      organization_id: this.id,
      name: slug,
      kind: 'program',
      ...options.account,
      id: this.accountId,
    })
    for (const wallet of options.wallets?.wallets ?? []) book.addWallet(this.id, wallet)
  }

  wallet(asset: string, leg: 'asset' | 'collateral' = 'asset'): string {
    return this.#holdings?.walletOf(asset, leg) ?? `${this.slug}-${asset}`
  }

  /** Adds the usual wallet of an asset, at the custodian of this organization. */
  addWallet(asset: string): void {
    this.#book.addWallet(this.id, {
      id: this.wallet(asset),
      custodian: this.custodian,
      name: `${this.slug} ${asset}`,
      address: `0x${this.slug}${asset}`,
      assets: [asset],
    })
  }

  /** Registers a source of prices that this organization's credentials push. */
  source(name: string): void {
    this.#book.addSource(name, this.accountId)
  }

  /** A new credential of this organization, with a key of its own. */
  credential(role: Role, changes: Partial<Omit<Credential, 'public_key'>> = {}): KeyPair {
    this.#credentials += 1
    const name = `${this.slug} ${this.#credentials}`
    const pair = keyPairFrom(this.#book.idOf('key', name))
    this.enroll(role, pair.publicKey, { id: this.#book.idOf('credential', name), ...changes })
    return pair
  }

  /** A new credential of this organization, with a key that exists. */
  enroll(
    role: Role,
    public_key: string,
    changes: Partial<Omit<Credential, 'public_key'>> & Pick<Credential, 'id'>,
  ): void {
    const own = changes.account_id ?? this.accountId
    const account_id = role === 'operator' ? this.#book.operatorAccount(this.id, own) : own
    const created_at = this.#book.begunAt
    this.#book.addCredential({ role, public_key, created_at, ...changes, account_id })
  }

  account({ id, name, kind }: Partial<Omit<Account, 'organization_id'>> = {}): string {
    this.#colleagues += 1
    const accountId = id ?? this.#book.idOf('account', `${this.slug} ${this.#colleagues}`)
    this.#book.addAccount({
      id: accountId,
      organization_id: this.id,
      name: name ?? `${this.slug} ${this.#colleagues}`,
      kind: kind ?? 'person',
    })
    return accountId
  }

  /** A new account of this organization, with a credential. */
  colleague(role: Role, name = `${this.slug} ${role}`): Colleague {
    const accountId = this.account({ name })
    return { accountId, ...this.credential(role, { account_id: accountId }) }
  }
}
