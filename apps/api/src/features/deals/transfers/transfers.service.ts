import { pageSizeDefault, type TransferFilter, transferStatuses } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { foreignToken } from '../../../platform/lists/list.ts'
import {
  type PagePosition,
  type PageTokens,
  positionText,
  readPosition,
} from '../../../platform/lists/page-token.ts'
import { Refusal } from '../../../platform/refusal.ts'

import type { TransferSelection } from './transfer-selection.ts'
import type { TransferRepository } from './transfers.repository.ts'

export interface TransferPage {
  /** The transfers as JSON texts, separated by commas. */
  readonly documents: string
  readonly nextPageToken: string | undefined
}

/** The custodians by which a list can be filtered. */
interface KnownCustodians {
  exists(id: string): Promise<boolean>
  identifiers(): Promise<string[]>
}

/** The transfers that an organization sends or receives. */
export class TransferService {
  readonly #transfers: TransferRepository
  readonly #custodians: KnownCustodians
  readonly #pageTokens: PageTokens

  constructor(transfers: TransferRepository, custodians: KnownCustodians, pageTokens: PageTokens) {
    this.#transfers = transfers
    this.#custodians = custodians
    this.#pageTokens = pageTokens
  }

  /** The transfer as its stored JSON text, with the members that are only read of one. */
  async get(tenant: Tenant, id: string): Promise<string | Refusal> {
    const found = await this.#transfers.find(tenant, id)
    if (found === undefined) return transferNotFound(id)
    if (found instanceof Refusal) return found
    const { document, steps, usual } = found
    return `${document.slice(0, -1)},"steps":${steps},"usual_seconds":${usual ?? 'null'}}`
  }

  async list(tenant: Tenant, filter: TransferFilter): Promise<TransferPage | Refusal> {
    const { page_size: pageSize = pageSizeDefault, page_token: token, ...filters } = filter
    const unsatisfiable = await this.#unsatisfiable(filters)
    if (unsatisfiable !== undefined) return unsatisfiable

    const selection = selectionOf(filters)
    const boundTo = canonicalFilters(selection)
    let after: PagePosition | undefined
    if (token !== undefined) {
      const position = this.#pageTokens.read(token, tenant.organizationId, boundTo)
      if (position === undefined) return foreignToken
      after = readPosition(position)
    }
    const page = await this.#transfers.page(tenant, selection, after, pageSize)
    if (page instanceof Refusal) return page
    const { documents, end } = page
    const nextPageToken =
      end && this.#pageTokens.write(positionText(end), tenant.organizationId, boundTo)
    return { documents, nextPageToken }
  }

  /** Refuses a status or custodian that does not exist. The answer lists those that do. */
  async #unsatisfiable(filters: TransferFilter): Promise<Refusal | undefined> {
    const { status } = filters
    if (status !== undefined && !transferStatuses.some((known) => known === status)) {
      return new Refusal('TRANSFER_STATUS_UNKNOWN', [
        { field: 'status', issue: 'is not a transfer status', allowed: [...transferStatuses] },
      ])
    }
    for (const field of ['senderCustodian', 'receiverCustodian'] as const) {
      const custodian = filters[field]
      if (custodian === undefined || (await this.#custodians.exists(custodian))) continue
      return new Refusal('CUSTODIAN_UNKNOWN', [
        { field, issue: 'is not a custodian', allowed: await this.#custodians.identifiers() },
      ])
    }
    return undefined
  }
}

/** The answer is the same whether the transfer is missing or belongs to other organizations. */
export function transferNotFound(id: string): Refusal {
  return new Refusal('TRANSFER_NOT_FOUND', [
    { field: 'transfer_id', issue: 'is not a transfer of this organization', value: id },
  ])
}

const organizationPrefix = 'organizations/'

function selectionOf({ sender, receiver, orderId, ...same }: TransferFilter): TransferSelection {
  return {
    ...same,
    ...(sender !== undefined && { sender: organizationIdOf(sender) }),
    ...(receiver !== undefined && { receiver: organizationIdOf(receiver) }),
    ...(orderId !== undefined && { orderNumber: orderId }),
  }
}

function organizationIdOf(name: string): string {
  return name.slice(organizationPrefix.length).toLowerCase()
}

function canonicalFilters(selection: TransferSelection): string {
  return JSON.stringify(Object.entries(selection).sort(([a], [b]) => (a < b ? -1 : 1)))
}
