import {
  type listOrderRequests,
  type OperationQuery,
  type OrderRequest,
  orderRequestStates,
  statesOf,
} from '@vadium/schema'
import type { Clock } from '../../clock.ts'
import type { Asker } from '../../edge/operation-pipeline.ts'
import { cutPage, type ReadPage } from '../../paging/list.ts'
import { positionText, readPosition } from '../../paging/page-token.ts'
import { Refusal } from '../../refusal.ts'
import type { OrderRequestRepository, OrderRequestSelection } from './order-request.repository.ts'
import {
  orderRequestNotFound,
  orderRequestResource,
  type Viewer,
} from './order-request-resource.ts'
import type { StandingOrderRequest } from './standing-order-request.ts'

/** Which requests are asked for, as their query says it. */
type Filters = OperationQuery<typeof listOrderRequests>

/** Shows the order requests of the positions of an organization. */
export class OrderRequestListing {
  readonly #requests: OrderRequestRepository
  readonly #clock: Clock

  constructor(requests: OrderRequestRepository, clock: Clock) {
    this.#requests = requests
    this.#clock = clock
  }

  async get(asker: Asker, id: string): Promise<OrderRequest | Refusal> {
    const request = await this.#requests.find(asker, id)
    if (request instanceof Refusal) return request
    if (request === undefined) return orderRequestNotFound(id)
    return orderRequestResource(request, this.#viewer(asker))
  }

  /** Reads pages of requests, newest first. */
  reader(asker: Asker, filters: Filters): ReadPage<OrderRequest> {
    const selection = selectionOf(filters)
    return async (after, pageSize) => {
      const unknown = unknownStatus(filters)
      if (unknown !== undefined) return unknown
      const behind = after === undefined ? undefined : readPosition(after)
      const rows = await this.#requests.page(asker, selection, behind, pageSize + 1)
      if (rows instanceof Refusal) return rows
      const viewer = this.#viewer(asker)
      return cutPage(rows, pageSize, placeOf, (request) => orderRequestResource(request, viewer))
    }
  }

  #viewer({ organizationId, role }: Asker): Viewer {
    return { organizationId, role, now: new Date(this.#clock.now()).toISOString() }
  }
}

function placeOf({ id, createdAt }: StandingOrderRequest): string {
  return positionText({ id, createTime: createdAt })
}

function selectionOf({ status, kind, position_id: positionId }: Filters): OrderRequestSelection {
  return {
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
    ...(positionId !== undefined && { positionId }),
  }
}

/** A status that does not exist can never be met; the answer lists those that do. */
function unknownStatus({ status }: Filters): Refusal | undefined {
  const known: readonly string[] = statesOf(orderRequestStates)
  if (status === undefined || known.includes(status)) return undefined
  return new Refusal('STATUS_UNKNOWN', [
    { field: 'status', issue: 'is not a status of an order request', allowed: [...known] },
  ])
}
