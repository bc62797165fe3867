import type { ListOrderRequestsQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'

/** The order requests that match, a page at a time. */
export const orderRequestPagesQuery = (client: VadiumClient, filter: ListOrderRequestsQuery) =>
  pagesQuery(
    ['order-requests', 'pages', filter],
    (page, options) => client.orderRequests.list({ ...filter, ...page }, options),
    ({ order_requests }) => order_requests,
    mayBeLong,
  )

/** The newest order requests that match. */
export const orderRequestsQuery = (client: VadiumClient, filter: ListOrderRequestsQuery) =>
  queryOptions({
    queryKey: ['order-requests', 'list', filter],
    queryFn: async ({ signal }) =>
      (await client.orderRequests.list(filter, { signal })).order_requests,
  })

export const orderRequestQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['order-requests', 'one', id],
    queryFn: ({ signal }) => client.orderRequests.get(id, { signal }),
  })
