import type { ListOrderRequestsQuery, VadiumClient } from '@vadium/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** The order requests that match, a page at a time. */
export const orderRequestPagesQuery = (client: VadiumClient, filter: ListOrderRequestsQuery) =>
  infiniteQueryOptions({
    queryKey: ['order-requests', 'pages', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.orderRequests.list({ ...filter, page_token: pageParam }, { signal }),
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })

export const orderRequestQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['order-requests', 'one', id],
    queryFn: ({ signal }) => client.orderRequests.get(id, { signal }),
  })
