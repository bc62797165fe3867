import {
  countUnreadNotifications,
  getNotification,
  getNotificationPreferences,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  setNotificationPreferences,
  streamNotifications,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { NotificationService } from './notification.service.ts'

interface Options {
  readonly notifications: NotificationService
  readonly lists: Lists
}

export const notificationRoutes: FastifyPluginCallback<Options> = (
  app,
  { notifications, lists },
  done,
) => {
  app.operation(listNotifications, ({ asker, query }) =>
    lists.answer(listNotifications, asker, query, 'notifications', (after, pageSize) =>
      notifications.page(asker, query, { after, pageSize }),
    ),
  )
  app.operation(countUnreadNotifications, ({ asker }) => notifications.countUnread(asker))
  app.operation(getNotification, ({ asker, params }) =>
    notifications.get(asker, params.notification_id),
  )
  app.operation(markNotificationRead, ({ asker, params, tx }) =>
    notifications.markRead(tx, asker, params.notification_id),
  )
  app.operation(markAllNotificationsRead, ({ asker, body, tx }) =>
    notifications.markAllRead(tx, asker, body),
  )
  app.operation(getNotificationPreferences, ({ asker }) => notifications.preferences(asker))
  app.operation(setNotificationPreferences, ({ asker, body, tx }) =>
    notifications.setPreferences(tx, asker, body),
  )
  app.operation(streamNotifications, ({ asker, query: { after }, lastEventId }) =>
    notifications.stream(asker, { after, lastEventId }),
  )
  done()
}
