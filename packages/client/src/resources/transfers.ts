import { cancelTransfer, getTransfer, listTransfers } from '@vadium/schema'
import type { Transfer } from '../answers.ts'
import type { Answer, QueryInput, RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type TransferList = Answer<typeof listTransfers>

/** The movements of assets that custodians carry out. */
export class Transfers {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * The transfers that the organization of the caller sends or receives, newest first. All filters
   * given must hold.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * `quantity` is a string: the digits of the JSON number, none of them lost.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`, `TRANSFER_STATUS_UNKNOWN`,
   *   `CUSTODIAN_UNKNOWN`; and what every call may throw: see {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listTransfers> = {},
    options: RequestOptions = {},
  ): PageList<TransferList, Transfer> {
    return this.#requests.list(listTransfers, { query: filter }, options)
  }

  /**
   * One transfer that the organization of the caller sends or receives.
   *
   * `quantity` is a string: the digits of the JSON number, none of them lost.
   *
   * @throws VadiumServiceError `TRANSFER_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(transferId: string, options: RequestOptions = {}): Promise<Transfer> {
    return this.#requests.request(getTransfer, onTransfer(transferId), options)
  }

  /**
   * Has the asset of a part that goes back given up at its custodian, by either side; it may be too
   * late. What no worker has taken by then is never sent. All else is owed, and refused.
   *
   * `quantity` is a string: the digits of the JSON number, none of them lost.
   *
   * @throws VadiumServiceError `TRANSFER_NOT_FOUND`, `INVALID_STATE`; and what every call may throw:
   *   see {@link VadiumError}.
   */
  cancel(transferId: string, options: RequestOptions = {}): Promise<Transfer> {
    return this.#requests.request(cancelTransfer, onTransfer(transferId), options)
  }
}

const onTransfer = (transfer_id: string) => ({ params: { transfer_id } })
