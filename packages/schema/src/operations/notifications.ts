import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Event, streamParameters } from '../resources/event.ts'
import {
  Notification,
  NotificationCategoryName,
  NotificationPreferences,
  NotificationSeverityName,
} from '../resources/notification.ts'
import type { Role } from '../roles.ts'
import { Timestamp, Uuid } from '../scalars.ts'

/** Unread notifications are counted up to this number. */
export const unreadCountMax = 10_000

const params = Type.Object(
  { notification_id: described(Uuid, 'The id of the notification.') },
  { additionalProperties: false },
)

/** The roles that see the book. `reporting` does not see it and gets no notifications. */
const readers: readonly Role[] = ['viewer', 'execution', 'admin']

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'List notifications',
  description:
    "Lists the notifications of the caller's organization, newest first, without those that the preferences of the caller's account mute. A notification must match all given filters.",
  command: ['notifications', 'list'],
  group: 'notifications',
  roles: readers,
  safe: true,
  query: Type.Object(
    {
      unread: Type.Optional(
        Type.Boolean({
          description:
            'Only notifications that the account has not marked as read, or only those that it has.',
        }),
      ),
      category: Type.Optional(
        described(NotificationCategoryName, 'Only notifications of this category.'),
      ),
      severity: Type.Optional(
        described(NotificationSeverityName, 'Only notifications of this severity.'),
      ),
      include_muted: Type.Optional(
        Type.Boolean({
          description:
            'Whether to include notifications that the preferences mute. Default: false.',
        }),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('NotificationList', 'notifications', Notification),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const countUnreadNotifications = operation({
  id: 'countUnreadNotifications',
  method: 'GET',
  path: '/notifications:countUnread',
  summary: 'Count unread notifications',
  description:
    "Counts the notifications that the caller's account has not marked as read, without those that its preferences mute.",
  command: ['notifications', 'count-unread'],
  group: 'notifications',
  roles: readers,
  safe: true,
  response: Type.Object(
    {
      unread: Type.Integer({
        minimum: 0,
        maximum: unreadCountMax,
        description: 'The number of unread notifications, at most 10,000.',
        examples: [3],
      }),
      has_more: Type.Boolean({ description: 'Whether there are more than 10,000.' }),
    },
    {
      title: 'UnreadNotifications',
      additionalProperties: false,
      description: 'How many notifications are unread.',
    },
  ),
  reasons: [],
})

export const getNotification = operation({
  id: 'getNotification',
  method: 'GET',
  path: '/notifications/{notification_id}',
  summary: 'Get a notification',
  description: 'Returns one notification, even if the preferences of the account mute it.',
  command: ['notifications', 'get'],
  group: 'notifications',
  roles: readers,
  safe: true,
  params,
  response: Notification,
  reasons: ['NOTIFICATION_NOT_FOUND'],
})

export const markNotificationRead = operation({
  id: 'markNotificationRead',
  method: 'POST',
  path: '/notifications/{notification_id}:markRead',
  summary: 'Mark a notification as read',
  description:
    "Marks one notification as read, for the caller's account only. It cannot be marked as unread.",
  command: ['notifications', 'mark-read'],
  group: 'notifications',
  roles: readers,
  safe: false,
  params,
  response: Notification,
  reasons: ['NOTIFICATION_NOT_FOUND'],
})

export const markAllNotificationsRead = operation({
  id: 'markAllNotificationsRead',
  method: 'POST',
  path: '/notifications:markAllRead',
  summary: 'Mark notifications as read',
  description:
    "Marks all notifications as read, or those up to a notification or a time, for the caller's account only.",
  command: ['notifications', 'mark-all-read'],
  group: 'notifications',
  roles: readers,
  safe: false,
  body: Type.Object(
    {
      until_id: Type.Optional(described(Uuid, 'Only this notification and older ones.')),
      until_time: Type.Optional(
        described(Timestamp, 'Only notifications created at this time or before.'),
      ),
    },
    { title: 'MarkAllNotificationsRead', additionalProperties: false },
  ),
  response: Type.Object(
    {
      marked: Type.Integer({
        minimum: 0,
        description: 'The number of notifications that were unread before.',
        examples: [3],
      }),
    },
    {
      title: 'MarkedNotifications',
      additionalProperties: false,
      description: 'How many notifications were marked as read.',
    },
  ),
  reasons: ['NOTIFICATION_NOT_FOUND', 'VALUE_INVALID'],
})

export const getNotificationPreferences = operation({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/notification-preferences',
  summary: 'Get notification preferences',
  description:
    "Returns the notification preferences of the caller's account. By default, nothing is muted.",
  command: ['notification-preferences', 'get'],
  group: 'notificationPreferences',
  roles: readers,
  safe: true,
  response: NotificationPreferences,
  reasons: [],
})

export const setNotificationPreferences = operation({
  id: 'setNotificationPreferences',
  method: 'POST',
  path: '/notification-preferences:set',
  summary: 'Set notification preferences',
  description:
    "Replaces the notification preferences of the caller's account. Open streams apply them at once.",
  command: ['notification-preferences', 'set'],
  group: 'notificationPreferences',
  roles: readers,
  safe: false,
  body: NotificationPreferences,
  response: NotificationPreferences,
  reasons: [],
})

export const streamNotifications = operation({
  id: 'streamNotifications',
  method: 'GET',
  path: '/notifications:stream',
  summary: 'Stream notifications',
  description:
    "Streams new notifications as server-sent events, without those that the preferences of the caller's account mute.",
  command: ['notifications', 'tail'],
  group: 'notifications',
  roles: readers,
  safe: true,
  query: Type.Object(
    {
      ...streamParameters,
    },
    { additionalProperties: false },
  ),
  response: Event,
  streams: true,
  reasons: ['EVENT_POSITION_INVALID'],
})
