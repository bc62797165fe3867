import { type MarkToMarketRequest, markToMarketRequestStates } from '@vadium/schema'
import type { RequestListing, ShownRequests } from '../deal-requests/request-listing.ts'
import { type MarkToMarketFilter, markToMarketTable } from './request.repository.ts'
import { requestNotFound, requestResource } from './request-resource.ts'
import type { RequestRecord } from './request-record.ts'

export type MarkToMarketListing = RequestListing<
  RequestRecord,
  MarkToMarketRequest,
  MarkToMarketFilter
>

export const shownMarkToMarketRequests: ShownRequests<
  RequestRecord,
  MarkToMarketRequest,
  MarkToMarketFilter
> = {
  table: markToMarketTable,
  states: markToMarketRequestStates,
  statusUnknown: 'is not a status of a mark-to-market request',
  resource: requestResource,
  notFound: requestNotFound,
}
