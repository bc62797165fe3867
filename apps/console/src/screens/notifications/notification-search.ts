import { searchTexts } from '../../service/search-texts.ts'

/** The filters of the screen: those of the operation, under their names. */
export interface NotificationSearch {
  readonly category?: string | undefined
  readonly severity?: string | undefined
  readonly unread?: true | undefined
  readonly include_muted?: true | undefined
}

export const readNotificationSearch = (given: Record<string, unknown>): NotificationSearch => ({
  ...searchTexts(given, ['category', 'severity']),
  ...(given['unread'] === true && { unread: true }),
  ...(given['include_muted'] === true && { include_muted: true }),
})
