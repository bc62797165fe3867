// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AnswerSchema, OperationOf } from '../core/operation.ts'
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
   * Get notification preferences. What the account of the caller wants to hear of: everything,
   * until it says otherwise.
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
  get(options: RequestOptions = {}): Promise<NotificationPreferences> {
    return this.#requests.request(getNotificationPreferences, {}, options)
  }

  /**
   * Set notification preferences. What the account of the caller wants to hear of, in place of what
   * it said before. Open streams follow.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param body
   *   - `muted_categories`: Categories that the account does not want to hear of. Changes of
   *     accounts, credentials, wallets, organizations and agreements cannot be muted.
   *   - `minimum_severity`: What matters less than this is not let through, unless it cannot be
   *     muted; `info` lets everything through.
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
  ): Promise<NotificationPreferences> {
    return this.#requests.request(setNotificationPreferences, { body }, options)
  }
}

const notificationPreferencesSchema: AnswerSchema = {
  required: ['muted_categories', 'minimum_severity'],
  properties: { muted_categories: { type: 'array' } },
}

export const getNotificationPreferences: OperationOf<{ answer: NotificationPreferences }> = {
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/notification-preferences',
  safe: true,
  response: notificationPreferencesSchema,
}

export const setNotificationPreferences: OperationOf<{
  body: SetNotificationPreferences
  answer: NotificationPreferences
}> = {
  id: 'setNotificationPreferences',
  method: 'POST',
  path: '/notification-preferences:set',
  safe: false,
  body: {},
  reasons: [],
  response: notificationPreferencesSchema,
}
