import type { VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from './pages.ts'

/** The threads with entries, the latest first, a page at a time. */
export const chatPagesQuery = (client: VadiumClient) =>
  pagesQuery(
    ['chats', 'pages'],
    (page, options) => client.chats.list({ page_size: 100, ...page }, options),
    ({ chats }) => chats,
  )

export const chatQuery = (client: VadiumClient, orderId: string) =>
  queryOptions({
    queryKey: ['chats', 'one', orderId],
    queryFn: ({ signal }) => client.chats.get(orderId, { signal }),
  })

/** The entries of a thread, newest first, a page at a time. */
export const chatEntryPagesQuery = (client: VadiumClient, orderId: string) =>
  pagesQuery(
    ['chats', 'entries', orderId],
    (page, options) => client.chats.entries(orderId, { page_size: 100, ...page }, options),
    ({ entries }) => entries,
  )
