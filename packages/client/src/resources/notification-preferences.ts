import { getNotificationPreferences, setNotificationPreferences } from '@vadium/schema'
import type { NotificationPreferences } from '../answers.ts'
import type { BodyInput, RequestOptions, Requests } from '../core/operation-call.ts'

/** What the account of the caller wants to hear of. */
export class NotificationPreferenceSettings {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /** Everything, until the account says otherwise. */
  get(options: RequestOptions = {}): Promise<NotificationPreferences> {
    return this.#requests.request(getNotificationPreferences, {}, options)
  }

  /** In place of what the account said before. Open streams follow. */
  set(
    body: BodyInput<typeof setNotificationPreferences>,
    options: RequestOptions = {},
  ): Promise<NotificationPreferences> {
    return this.#requests.request(setNotificationPreferences, { body }, options)
  }
}
