// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  Transfer,
  TransferFilter,
  TransferList,
  TransferWithSteps,
} from '../types/transfers.ts'

/** The movements of assets that custodians carry out. */
export class Transfers {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List transfers. Lists the transfers that the caller's organization sends or receives, newest
   * first. A transfer must match all given filters. With several filters, a page may have fewer
   * transfers than requested, or none, and still be followed by another.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * `quantity` is a string: the digits of the JSON number, none of them lost.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param filter
   *   - `sender` (optional): Only transfers that this organization sends.
   *   - `receiver` (optional): Only transfers that this organization receives.
   *   - `senderCustodian` (optional): Only transfers from wallets at this custodian.
   *   - `receiverCustodian` (optional): Only transfers to wallets at this custodian.
   *   - `status` (optional): Only transfers with this status.
   *   - `orderId` (optional): Only transfers of the order with this number.
   *   - `token` (optional): Only transfers of this asset.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   *   - `TRANSFER_STATUS_UNKNOWN`: The transfer status does not exist.
   *   - `CUSTODIAN_UNKNOWN`: The custodian does not exist.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const transfer of client.transfers.list()) console.log(transfer.id)
   * ```
   */
  list(
    filter: TransferFilter = {},
    options: RequestOptions = {},
  ): PageList<TransferList, Transfer> {
    return this.#requests.list(listTransfers, { query: filter }, options)
  }

  /**
   * Get a transfer. Returns one transfer that the caller's organization sends or receives, with the
   * times of its steps.
   *
   * `quantity` is a string: the digits of the JSON number, none of them lost.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param transferId The id of the transfer. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `TRANSFER_NOT_FOUND`: The transfer was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const transferWithSteps = await client.transfers.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(transferId: string, options: RequestOptions = {}): Call<TransferWithSteps> {
    return this.#requests.request(getTransfer, { params: { transfer_id: transferId } }, options)
  }

  /**
   * Cancel a transfer. Requests the cancellation of a transfer. Either side may do this for a
   * transfer that returns a part of the asset, and the sender for collateral that it sends without
   * a call and that is not yet broadcast. Any other transfer, except those of a close and what a
   * substitution sends back, can be cancelled by its receiver once it is late
   * (`settlement_time_seconds` of the terms, or else `TRANSFER_LATE_AFTER_S`). The transfer stays
   * under way until its custodian answers, which may be that it is too late. A transfer that was
   * not yet sent to the custodian is never sent. With the last late transfer of a mark-to-market
   * request, the request is cancelled.
   *
   * `quantity` is a string: the digits of the JSON number, none of them lost.
   *
   * Roles: `execution`, `admin`.
   *
   * @param transferId The id of the transfer. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `TRANSFER_NOT_FOUND`: The transfer was not found.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const transfer = await client.transfers.cancel('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  cancel(transferId: string, options: RequestOptions = {}): Call<Transfer> {
    return this.#requests.request(cancelTransfer, { params: { transfer_id: transferId } }, options)
  }
}

export const listTransfers: OperationOf<{ query: TransferFilter; answer: TransferList }> = new Read(
  'listTransfers',
  '/transfers',
  'transfers[] quantity#',
)

export const getTransfer: OperationOf<{
  params: { transfer_id: string }
  answer: TransferWithSteps
}> = new Read(
  'getTransfer',
  '/transfers/{transfer_id}',
  'id external_transfer_id category status token quantity notional order_id' +
    ' create_time update_time sender{} receiver{} provider_lifecycle{} steps[]' +
    ' usual_seconds quantity#',
)

export const cancelTransfer: OperationOf<{ params: { transfer_id: string }; answer: Transfer }> =
  new Write(
    'cancelTransfer',
    '/transfers/{transfer_id}:',
    'id external_transfer_id category status token quantity notional order_id' +
      ' create_time update_time sender{} receiver{} provider_lifecycle{} quantity#',
  )
