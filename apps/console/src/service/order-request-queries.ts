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

/** The newest order requests that match. */
export const orderRequestsQuery = (client: VadiumClient, filter: ListOrderRequestsQuery) =>
  queryOptions({
    queryKey: ['order-requests', 'list', filter],
    queryFn: ({ signal }) => client.orderRequests.list(filter, { signal }),
  })

export const orderRequestQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['order-requests', 'one', id],
    queryFn: ({ signal }) => client.orderRequests.get(id, { signal }),
  })
