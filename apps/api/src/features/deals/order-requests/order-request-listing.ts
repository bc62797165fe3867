import { type OrderRequest, orderRequestStates } from '@vadium/schema'
import type { RequestListing, ShownRequests } from '../deal-requests/request-listing.ts'
import { type OrderRequestFilter, orderRequestTable } from './order-request.repository.ts'
import { orderRequestNotFound, orderRequestResource } from './order-request-resource.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

export type OrderRequestListing = RequestListing<
  OrderRequestRecord,
  OrderRequest,
  OrderRequestFilter
>

export const shownOrderRequests: ShownRequests<
  OrderRequestRecord,
  OrderRequest,
  OrderRequestFilter
> = {
  table: orderRequestTable,
  states: orderRequestStates,
  statusUnknown: 'is not a status of an order request',
  resource: orderRequestResource,
  notFound: orderRequestNotFound,
}
