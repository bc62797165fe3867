import { listTransfers } from '@vadium/schema'
import type {
  Answer,
  ListItem,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import { PageList } from '../core/pages.ts'

type TransferList = Answer<typeof listTransfers>

/** The movements of assets that custodians carry out. */
export class Transfers {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Lists the transfers that the caller's organization sends or receives, newest first. All filters
   * given must hold. Await it for one page, or iterate over it for every transfer of every page.
   *
   * `quantity` is a string: the digits of the JSON number, none of them lost.
   *
   * @throws VadiumServiceError `PARAMETER_INVALID`, `PAGE_TOKEN_INVALID`, `TRANSFER_STATUS_UNKNOWN`,
   *   `CUSTODIAN_UNKNOWN`, `UNAUTHENTICATED`, `ROLE_NOT_PERMITTED`, `ORGANIZATION_SUSPENDED`; and what
   *   every call may throw: see {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listTransfers> = {},
    options: RequestOptions = {},
  ): PageList<TransferList, ListItem<TransferList>> {
    return new PageList({
      fetch: (pageToken) => {
        const query = { ...filter, ...(pageToken !== undefined && { page_token: pageToken }) }
        return this.#requests.request(listTransfers, { query }, options)
      },
      items: ({ transfers }) => transfers,
      signal: options.signal,
    })
  }
}
