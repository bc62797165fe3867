import type { VadiumClient } from '@vadium/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** The threads with entries, the latest first, a page at a time. */
export const chatPagesQuery = (client: VadiumClient) =>
  infiniteQueryOptions({
    queryKey: ['chats', 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.chats.list({ page_size: 100, page_token: pageParam }, { signal }),
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })

export const chatQuery = (client: VadiumClient, orderId: string) =>
  queryOptions({
    queryKey: ['chats', 'one', orderId],
    queryFn: ({ signal }) => client.chats.get(orderId, { signal }),
  })

/** The entries of a thread, newest first, a page at a time. */
export const chatEntryPagesQuery = (client: VadiumClient, orderId: string) =>
  infiniteQueryOptions({
    queryKey: ['chats', 'entries', orderId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.chats.entries(orderId, { page_size: 100, page_token: pageParam }, { signal }),
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
