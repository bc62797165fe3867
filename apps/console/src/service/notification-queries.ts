import type { ListNotificationsQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { pagesQuery } from './pages.ts'

/** How many notifications the account has not read. */
export const unreadQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) => client.notifications.countUnread({ signal }),
  })

/** The notifications that match, a page at a time. */
export const notificationPagesQuery = (client: VadiumClient, filter: ListNotificationsQuery) =>
  pagesQuery(
    ['notifications', 'pages', filter],
    (page, options) => client.notifications.list({ ...filter, ...page }, options),
    ({ notifications }) => notifications,
  )

export const notificationPreferencesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['notification-preferences'],
    queryFn: ({ signal }) => client.notificationPreferences.get({ signal }),
  })
