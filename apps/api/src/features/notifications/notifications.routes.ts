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
  app.operation(listNotifications, ({ caller, query }) =>
    lists.answer(listNotifications, caller, query, 'notifications', (after, pageSize) =>
      notifications.page(caller, query, { after, pageSize }),
    ),
  )
  app.operation(countUnreadNotifications, ({ caller }) => notifications.countUnread(caller))
  app.operation(getNotification, ({ caller, params }) =>
    notifications.get(caller, params.notification_id),
  )
  app.operation(markNotificationRead, ({ caller, params, tx }) =>
    notifications.markRead(tx, caller, params.notification_id),
  )
  app.operation(markAllNotificationsRead, ({ caller, body, tx }) =>
    notifications.markAllRead(tx, caller, body),
  )
  app.operation(getNotificationPreferences, ({ caller }) => notifications.preferences(caller))
  app.operation(setNotificationPreferences, ({ caller, body, tx }) =>
    notifications.setPreferences(tx, caller, body),
  )
  app.operation(streamNotifications, ({ caller, query: { after }, lastEventId }) =>
    notifications.stream(caller, { after, lastEventId }),
  )
  done()
}
