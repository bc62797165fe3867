import type { NotificationPreferences } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { runPeriodically, type RecurringWork } from '../../platform/recurring-work.ts'
import { defaultPreferences } from './notification.repository.ts'

/** How long at the most a stream goes by preferences that another process has changed. */
const lookMs = 2000

interface Held {
  preferences: NotificationPreferences
  streams: number
}

/**
 * What the accounts with open streams want to hear of, as it stands: a stream asks at each notification, and that
 * must cost nothing. This process tells of its own changes; those of others are looked for.
 */
export class OpenPreferences {
  readonly #pool: Pool
  readonly #logger: FastifyBaseLogger
  readonly #held = new Map<string, Held>()

  constructor(pool: Pool, logger: FastifyBaseLogger) {
    this.#pool = pool
    this.#logger = logger
  }

  /** A stream of the account is open, and what it goes by was just read. */
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

  /** Reads them anew. */
  async look(): Promise<void> {
    const accounts = [...this.#held.keys()]
    if (accounts.length === 0) return
    const { rows } = await this.#pool.query<NotificationPreferences & { account_id: string }>(
      'SELECT account_id, muted_categories, minimum_severity FROM preferences_of_accounts($1)',
      [accounts],
    )
    for (const { account_id, ...preferences } of rows) this.changed(account_id, preferences)
  }

  /** Looks again and again, until it is stopped. */
  startWatching(): RecurringWork {
    return runPeriodically(async () => {
      try {
        await this.look()
      } catch (err) {
        this.#logger.warn({ err }, 'the preferences of open streams could not be looked at')
      }
      return lookMs
    })
  }
}
