import type { ListOrdersQuery, VadiumClient } from '@vadium/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** The orders that match, a page at a time. */
export const orderPagesQuery = (client: VadiumClient, filter: ListOrdersQuery) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'pages', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.orders.list({ ...filter, page_token: pageParam }, { signal }),
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })

const pageSize = 1_000

/** The wallets of the organization. */
export const walletsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['wallets'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await client.wallets.list({ page_size: pageSize }, { signal })).wallets,
  })

/** The agreements of the organization. */
export const agreementsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['agreements', 'all'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await client.agreements.list({ page_size: pageSize }, { signal })).agreements,
  })
