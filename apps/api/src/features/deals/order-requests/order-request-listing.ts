import { type OrderRequest, orderRequestStates } from '@vadium/schema'
import type { RequestListing, ShownRequests } from '../deal-requests/request-listing.ts'
import { type OrderRequestFilter, orderRequestTable } from './order-request.repository.ts'
import { orderRequestNotFound, orderRequestResource } from './order-request-resource.ts'
import type { StandingOrderRequest } from './standing-order-request.ts'

export type OrderRequestListing = RequestListing<
  StandingOrderRequest,
  OrderRequest,
  OrderRequestFilter
>

export const shownOrderRequests: ShownRequests<
  StandingOrderRequest,
  OrderRequest,
  OrderRequestFilter
> = {
  table: orderRequestTable,
  states: orderRequestStates,
  statusUnknown: 'is not a status of an order request',
  resource: orderRequestResource,
  notFound: orderRequestNotFound,
}
