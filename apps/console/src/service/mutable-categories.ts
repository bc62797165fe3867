import type { SetNotificationPreferences } from '@vadium/client'
import { type NotificationCategory, unmutableCategories } from '@vadium/schema'

type Mutable = SetNotificationPreferences['muted_categories'][number]

/** Whether notifications of a category can be muted. */
export const isMutable = (name: NotificationCategory): name is NotificationCategory & Mutable =>
  !unmutableCategories.includes(name)
