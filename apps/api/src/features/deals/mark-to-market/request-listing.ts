import { type MarkToMarketRequest, markToMarketRequestStates } from '@vadium/schema'
import type { RequestListing, ShownRequests } from '../deal-requests/request-listing.ts'
import { type MarkToMarketFilter, markToMarketTable } from './request.repository.ts'
import { requestNotFound, requestResource } from './request-resource.ts'
import type { StandingRequest } from './standing-request.ts'

export type MarkToMarketListing = RequestListing<
  StandingRequest,
  MarkToMarketRequest,
  MarkToMarketFilter
>

export const shownMarkToMarketRequests: ShownRequests<
  StandingRequest,
  MarkToMarketRequest,
  MarkToMarketFilter
> = {
  table: markToMarketTable,
  states: markToMarketRequestStates,
  statusUnknown: 'is not a status of a mark-to-market request',
  resource: requestResource,
  notFound: requestNotFound,
}
