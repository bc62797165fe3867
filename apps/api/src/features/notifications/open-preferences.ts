import type { NotificationPreferences } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { runPeriodically, type RecurringWork } from '../../platform/recurring-work.ts'
import { defaultPreferences } from './notification.repository.ts'

/** How old the preferences of an open stream may be after another process has changed them. */
const lookMs = 2000

interface Held {
  preferences: NotificationPreferences
  streams: number
}

/**
 * The preferences of the accounts with open streams. A stream needs them for each notification, so
 * they are kept in memory. This process updates them with its own changes, and reads those of
 * others periodically.
 */
export class OpenPreferences {
  readonly #pool: Pool
  readonly #logger: FastifyBaseLogger
  readonly #held = new Map<string, Held>()

  constructor(pool: Pool, logger: FastifyBaseLogger) {
    this.#pool = pool
    this.#logger = logger
  }

  /** Called when a stream of the account opens, with its current preferences. */
  hold(accountId: string, preferences: NotificationPreferences): void {
    const streams = this.#held.get(accountId)?.streams ?? 0
    this.#held.set(accountId, { preferences, streams: streams + 1 })
  }

  letGo(accountId: string): void {
    const held = this.#held.get(accountId)
    if (held === undefined) return
    held.streams -= 1
    if (held.streams === 0) this.#held.delete(accountId)
  }

  of(accountId: string): NotificationPreferences {
    return this.#held.get(accountId)?.preferences ?? defaultPreferences
  }

  changed(accountId: string, preferences: NotificationPreferences): void {
    const held = this.#held.get(accountId)
    if (held !== undefined) held.preferences = preferences
  }

  /** Reads the preferences from the database. */
  async look(): Promise<void> {
    const accounts = [...this.#held.keys()]
    if (accounts.length === 0) return
    const { rows } = await this.#pool.query<NotificationPreferences & { account_id: string }>(
      'SELECT account_id, muted_categories, minimum_severity FROM preferences_of_accounts($1)',
      [accounts],
    )
    for (const { account_id, ...preferences } of rows) this.changed(account_id, preferences)
  }

  /** Reads the preferences periodically until it is stopped. */
  startWatching(): RecurringWork {
    return runPeriodically(async () => {
      try {
        await this.look()
      } catch (err) {
        this.#logger.warn({ err }, 'refreshing the preferences of open streams failed')
      }
      return lookMs
    })
  }
}
