import {
  type listMarkToMarketRequests,
  type MarkToMarketRequest,
  markToMarketRequestStates,
  type OperationQuery,
  statesOf,
} from '@vadium/schema'
import type { Clock } from '../../clock.ts'
import type { Asker } from '../../edge/operation-pipeline.ts'
import { cutPage, type ReadPage } from '../../paging/list.ts'
import { positionText, readPosition } from '../../paging/page-token.ts'
import { Refusal } from '../../refusal.ts'
import type { MarkToMarketRequestRepository, RequestSelection } from './request.repository.ts'
import { requestNotFound, requestResource, type Viewer } from './request-resource.ts'
import type { StandingRequest } from './standing-request.ts'

/** Which requests are asked for, as their query says it. */
type Filters = Pick<OperationQuery<typeof listMarkToMarketRequests>, 'status' | 'position_id'>

/** Shows the mark-to-market requests of the positions of an organization. */
export class RequestListing {
  readonly #requests: MarkToMarketRequestRepository
  readonly #clock: Clock

  constructor(requests: MarkToMarketRequestRepository, clock: Clock) {
    this.#requests = requests
    this.#clock = clock
  }

  async get(asker: Asker, id: string): Promise<MarkToMarketRequest | Refusal> {
    const request = await this.#requests.find(asker, id)
    if (request instanceof Refusal) return request
    if (request === undefined) return requestNotFound(id)
    return requestResource(request, this.#viewer(asker))
  }

  /** Reads pages of requests, newest first. */
  reader(asker: Asker, filters: Filters): ReadPage<MarkToMarketRequest> {
    const selection = selectionOf(filters)
    return async (after, pageSize) => {
      const unknown = unknownStatus(filters)
      if (unknown !== undefined) return unknown
      const behind = after === undefined ? undefined : readPosition(after)
      const rows = await this.#requests.page(asker, selection, behind, pageSize + 1)
      if (rows instanceof Refusal) return rows
      const viewer = this.#viewer(asker)
      return cutPage(rows, pageSize, positionOf, (request) => requestResource(request, viewer))
    }
  }

  #viewer({ organizationId, role }: Asker): Viewer {
    return { organizationId, role, nowMs: this.#clock.now() }
  }
}

function positionOf({ id, createdAt }: StandingRequest): string {
  return positionText({ id, createTime: createdAt })
}

function selectionOf({ status, position_id: positionId }: Filters): RequestSelection {
  return {
    ...(status !== undefined && { status }),
    ...(positionId !== undefined && { positionId }),
  }
}

/** A status that does not exist can never be met; the answer lists those that do. */
function unknownStatus({ status }: Filters): Refusal | undefined {
  const known: readonly string[] = statesOf(markToMarketRequestStates)
  if (status === undefined || known.includes(status)) return undefined
  return new Refusal('STATUS_UNKNOWN', [
    {
      field: 'status',
      issue: 'is not a status of a mark-to-market request',
      allowed: [...known],
    },
  ])
}
