import type { ListNotificationsQuery, VadiumClient } from '@vadium/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

/** How many notifications the account has not read. */
export const unreadQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => client.notifications.countUnread({ signal }),
  })

/** The notifications that match, a page at a time. */
export const notificationPagesQuery = (client: VadiumClient, filter: ListNotificationsQuery) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'pages', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.notifications.list({ ...filter, page_token: pageParam }, { signal }),
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })

export const notificationPreferencesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['notification-preferences'],
    queryFn: ({ signal }) => client.notificationPreferences.get({ signal }),
  })
