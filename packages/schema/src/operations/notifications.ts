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

const params = Type.Object({ notification_id: Uuid }, { additionalProperties: false })

/** Who sees the book: `reporting` does not, and hears of nothing that happens in it. */
const readers: readonly Role[] = ['viewer', 'execution', 'admin']

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'List notifications',
  description:
    'What somebody of the organization should look at, newest first, as far as the preferences of the account of the caller let it through. All filters given must hold.',
  command: ['notifications', 'list'],
  group: 'notifications',
  roles: readers,
  safe: true,
  query: Type.Object(
    {
      unread: Type.Optional(
        Type.Boolean({
          description: 'Only those that the account has not, or has, marked as read.',
        }),
      ),
      category: Type.Optional(described(NotificationCategoryName, 'Only of this category.')),
      severity: Type.Optional(described(NotificationSeverityName, 'Only of this severity.')),
      include_muted: Type.Optional(
        Type.Boolean({ description: 'Also what the preferences do not let through.' }),
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
    'How many notifications the account of the caller has not marked as read, of those that its preferences let through.',
  command: ['notifications', 'count-unread'],
  group: 'notifications',
  roles: readers,
  safe: true,
  response: Type.Object(
    {
      unread: Type.Integer({ minimum: 0, maximum: 10_000, description: 'At the most 10,000.' }),
      has_more: Type.Boolean({ description: 'There are more than that.' }),
    },
    { title: 'UnreadNotifications', additionalProperties: false },
  ),
  reasons: [],
})

export const getNotification = operation({
  id: 'getNotification',
  method: 'GET',
  path: '/notifications/{notification_id}',
  summary: 'Get a notification',
  description: 'One notification, whatever the preferences of the account let through.',
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
  description: 'For the account of the caller alone. What is marked stays so.',
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
    'All that there are now, or those up to one that was shown, or up to a time, for the account of the caller alone.',
  command: ['notifications', 'mark-all-read'],
  group: 'notifications',
  roles: readers,
  safe: false,
  body: Type.Object(
    {
      until_id: Type.Optional(described(Uuid, 'This one, and what a list has after it.')),
      until_time: Type.Optional(described(Timestamp, 'What was created then, or before.')),
    },
    { title: 'MarkAllNotificationsRead', additionalProperties: false },
  ),
  response: Type.Object(
    { marked: Type.Integer({ minimum: 0, description: 'How many were not marked before.' }) },
    { title: 'MarkedNotifications', additionalProperties: false },
  ),
  reasons: ['NOTIFICATION_NOT_FOUND', 'VALUE_INVALID'],
})

export const getNotificationPreferences = operation({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/notification-preferences',
  summary: 'Get notification preferences',
  description:
    'What the account of the caller wants to hear of: everything, until it says otherwise.',
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
    'What the account of the caller wants to hear of, in place of what it said before. Open streams follow.',
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
    'Notifications as server-sent events, as they come to be, as far as the preferences of the account of the caller let them through.',
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
