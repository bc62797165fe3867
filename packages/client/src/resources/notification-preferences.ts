// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type {
  NotificationPreferences,
  SetNotificationPreferences,
} from '../types/notification-preferences.ts'

/** What the caller's account wants to be notified of. */
export class NotificationPreferenceSettings {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Get notification preferences. Returns the notification preferences of the caller's account. By
   * default, nothing is muted.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const notificationPreferences = await client.notificationPreferences.get()
   * ```
   */
  get(options: RequestOptions = {}): Call<NotificationPreferences> {
    return this.#requests.request(getNotificationPreferences, {}, options)
  }

  /**
   * Set notification preferences. Replaces the notification preferences of the caller's account.
   * Open streams apply them at once.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `muted_categories`: The categories that the account mutes. Defaults and close-outs, and
   *     changes of accounts, credentials, invitations, wallets, organizations, agreements, price
   *     sources, approval policies, automations, limits, calendars and mail addresses cannot be
   *     muted.
   *   - `minimum_severity`: Notifications below this severity are muted, unless their category
   *     cannot be muted. `info` mutes none.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const notificationPreferences = await client.notificationPreferences.set({
   *   muted_categories: ['margin_call_reached'],
   *   minimum_severity: 'info',
   * })
   * ```
   */
  set(
    body: SetNotificationPreferences,
    options: RequestOptions = {},
  ): Call<NotificationPreferences> {
    return this.#requests.request(setNotificationPreferences, { body }, options)
  }
}

const notificationPreferencesMembers = 'muted_categories[] minimum_severity'

export const getNotificationPreferences: OperationOf<{ answer: NotificationPreferences }> =
  new Read(
    'getNotificationPreferences',
    '/notification-preferences',
    notificationPreferencesMembers,
  )

export const setNotificationPreferences: OperationOf<{
  body: SetNotificationPreferences
  answer: NotificationPreferences
}> = new Write(
  'setNotificationPreferences',
  '/notification-preferences:',
  notificationPreferencesMembers,
  {},
)
