import {
  type createPriceSource,
  livePriceSourcesMax,
  type OperationBody,
  type RegisteredPriceSource,
} from '@vadium/schema'
import type { Caller } from '../../platform/signing/caller.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { feedNames } from './tickers.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { AccountService } from '../access/index.ts'
import { announcePriceSource } from './price-source-announcement.ts'
import type { PriceSourceRepository } from './price-source.repository.ts'

/** Registers price sources. The price guard takes the account of a source as its speaker. */
export class PriceSourceService {
  readonly #sources: PriceSourceRepository
  readonly #accounts: AccountService

  constructor(sources: PriceSourceRepository, accounts: AccountService) {
    this.#sources = sources
    this.#accounts = accounts
  }

  page(caller: Caller, bounds: PageBounds): Promise<ListPage<RegisteredPriceSource> | Refusal> {
    return this.#sources.page(caller, bounds)
  }

  async create(
    tx: WriteTransaction,
    caller: Caller,
    { source, account_id = caller.accountId }: OperationBody<typeof createPriceSource>,
  ): Promise<RegisteredPriceSource | Refusal> {
    // All operators belong to one organization, so an account of another organization could not
    // push.
    const account = await this.#accounts.find(tx, caller, account_id)
    if (account?.organization_id !== caller.organizationId) {
      const issue = "is not an account of the caller's organization"
      return new Refusal('REFERENCE_UNKNOWN', [{ field: 'account_id', issue }])
    }
    if (await this.#sources.isFull(tx)) {
      const issue = `${livePriceSourcesMax} are registered: revoke one first`
      return new Refusal('INVALID_STATE', [{ field: 'price_sources', issue }])
    }
    const registered: RegisteredPriceSource = {
      id: tx.ids.next(),
      source,
      account_id: account.id,
      create_time: tx.now,
      revoke_time: null,
    }
    if (feedNames.includes(source) || !(await this.#sources.insert(tx, registered))) {
      const issue = 'belongs or belonged to a price source'
      return new Refusal('ALREADY_EXISTS', [{ field: 'source', issue }])
    }
    await announcePriceSource(tx, 'create', registered)
    return registered
  }

  async revoke(tx: WriteTransaction, id: string): Promise<RegisteredPriceSource | Refusal> {
    const source = await this.#sources.lock(tx, id)
    if (source === undefined) return new Refusal('PRICE_SOURCE_NOT_FOUND')
    if (source.account_id === null) return invalidState('is quoted by the service itself')
    if (source.revoke_time !== null) return invalidState('is already revoked')
    await this.#sources.revoke(tx, source.id)
    await announcePriceSource(tx, 'revoke', source)
    return { ...source, revoke_time: tx.now }
  }
}

function invalidState(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'price_source_id', issue }])
}
