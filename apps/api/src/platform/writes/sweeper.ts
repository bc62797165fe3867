import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { runPeriodically, type RecurringWork } from '../recurring-work.ts'

/** What a turn forgot, and whether there was more than a turn may take. */
export interface Sweep {
  readonly idempotencyKeys: number
  readonly signatures: number
  readonly events: number
  readonly callbacks: number
  readonly notifications: number
  readonly webhookDeliveries: number
  readonly isUnfinished: boolean
}

const portion = 1000
const portionsMax = 50

export interface Retention {
  readonly eventsKeptDays: number
}

/**
 * Forgets what nobody needs any more: idempotency keys after the day for which they stand, signatures long
 * after the minute in which they could be sent again, callbacks of custodians after a quarter of a year, notifications
 * after a year, and events and what was sent of them when they have been kept for long enough. Several processes may
 * sweep at once.
 */
export class Sweeper {
  readonly #pool: Pool
  readonly #retention: Retention

  constructor(pool: Pool, retention: Retention) {
    this.#pool = pool
    this.#retention = retention
  }

  async run(): Promise<Sweep> {
    const days = `${this.#retention.eventsKeptDays} days`
    const forgotten = {
      idempotencyKeys: await this.#forget('forget_idempotency_keys($1)'),
      signatures: await this.#forget('forget_signatures($1)'),
      callbacks: await this.#forget('forget_callbacks($1)'),
      notifications: await this.#forget('forget_notifications($1)'),
      events: await this.#forget('forget_events($1, $2::interval)', [days]),
      webhookDeliveries: await this.#forget('forget_webhook_deliveries($1, $2::interval)', [days]),
    }
    const most = Math.max(...Object.values(forgotten))
    return { ...forgotten, isUnfinished: most === portion * portionsMax }
  }

  /** In portions, each a transaction of its own, so that no lock is held for long. */
  async #forget(what: string, values: readonly unknown[] = []): Promise<number> {
    let forgotten = 0
    for (let i = 0; i < portionsMax; i += 1) {
      const { rows } = await this.#pool.query<{ count: number }>(`SELECT ${what} AS count`, [
        portion,
        ...values,
      ])
      const count = rows[0]?.count ?? 0
      forgotten += count
      if (count < portion) break
    }
    return forgotten
  }
}

const pauseMs = 60_000
const unfinishedPauseMs = 1000

/** Sweeps as long as the service runs. */
export function startSweeping(
  pool: Pool,
  logger: FastifyBaseLogger,
  retention: Retention,
): RecurringWork {
  const sweeper = new Sweeper(pool, retention)
  return runPeriodically(async () => {
    try {
      const sweep = await sweeper.run()
      logger.debug(sweep, 'swept')
      return sweep.isUnfinished ? unfinishedPauseMs : pauseMs
    } catch (err) {
      logger.warn({ err }, 'what has expired could not be forgotten')
      return pauseMs
    }
  }, pauseMs)
}
