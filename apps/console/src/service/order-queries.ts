import type { ListOrdersQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { mayBeLong } from './long-list.ts'
import { pageSizeMax, pagesQuery } from './pages.ts'

/** The orders that match, a page at a time. */
export const orderPagesQuery = (client: VadiumClient, filter: ListOrdersQuery) =>
  pagesQuery(
    ['orders', 'pages', filter],
    (page, options) => client.orders.list({ ...filter, ...page }, options),
    ({ orders }) => orders,
    mayBeLong,
  )

/** The wallets of the organization. */
export const walletsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['wallets'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await client.wallets.list({ page_size: pageSizeMax }, { signal })).wallets,
  })
