// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreateWallet,
  ListWalletsQuery,
  RetireWallet,
  Wallet,
  WalletList,
} from '../types/wallets.ts'

/** Where organizations hold assets at custodians. */
export class Wallets {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create a wallet. Creates a wallet in which an organization holds assets at a custodian. Where
   * two people are asked for, or a policy names the operation, it waits for an admin of the
   * organization, unless it never had one.
   *
   * Roles: `operator`.
   *
   * @param body
   *   - `id`: The id of the wallet at its custodian.
   *   - `organization_id`: The organization that owns the wallet. A UUID.
   *   - `custodian`: The id of the custodian.
   *   - `name`: The name of the wallet. It differs from those of the other wallets of the
   *     organization in more than upper case and spaces.
   *   - `address`: The address of the wallet.
   *   - `assets`: The assets that the wallet can hold.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const wallet = await client.wallets.create({
   *   id: 'aurora-1',
   *   organization_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   custodian: 'acme',
   *   name: 'Aurora Lending',
   *   address: 'bc1-aurora',
   *   assets: ['BTC'],
   * })
   * ```
   */
  create(body: CreateWallet, options: RequestOptions = {}): Call<Wallet> {
    return this.#requests.request(createWallet, { body }, options)
  }

  /**
   * List wallets. Lists the wallets of the caller's organization. The operator sees all wallets.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`, `operator`.
   *
   * @param filter
   *   - `organization_id` (optional): Only wallets of this organization. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const wallet of client.wallets.list()) console.log(wallet.id)
   * ```
   */
  list(filter: ListWalletsQuery = {}, options: RequestOptions = {}): PageList<WalletList, Wallet> {
    return this.#requests.list(listWallets, { query: filter }, options)
  }

  /**
   * Retire a wallet. Retires a wallet for ever: no new order and no acceptance takes it, and no
   * request of its organization on a deal that names it. Transfers of such deals go on with it, and
   * its organization is notified of each, until `changeOrderWallets` names another one. An operator
   * needs the approval of an admin of the organization, unless it never had one.
   *
   * Roles: `admin`, `operator`.
   *
   * @param body
   *   - `wallet_id`: The id of the wallet at its custodian.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `WALLET_NOT_FOUND`: The wallet was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const wallet = await client.wallets.retire({ wallet_id: 'harbor-treasury' })
   * ```
   */
  retire(body: RetireWallet, options: RequestOptions = {}): Call<Wallet> {
    return this.#requests.request(retireWallet, { body }, options)
  }
}

const walletMembers = 'id organization_id custodian name address assets[] retire_time'

export const createWallet: OperationOf<{ body: CreateWallet; answer: Wallet }> = new Write(
  'createWallet',
  '/wallets',
  walletMembers,
  {},
)

export const listWallets: OperationOf<{ query: ListWalletsQuery; answer: WalletList }> = new Read(
  'listWallets',
  '/wallets',
  'wallets[]',
)

export const retireWallet: OperationOf<{ body: RetireWallet; answer: Wallet }> = new Write(
  'retireWallet',
  '/wallets:',
  walletMembers,
  {},
)
