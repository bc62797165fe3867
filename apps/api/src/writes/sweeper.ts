import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { doAgainAndAgain, type RecurringWork } from '../recurring-work.ts'

/** What a turn forgot, and whether there was more than a turn may take. */
export interface Sweep {
  readonly idempotencyKeys: number
  readonly signatures: number
  readonly isUnfinished: boolean
}

const portion = 1000
const portionsMax = 50

/**
 * Forgets what nobody needs any more: idempotency keys after the day for which they stand, and signatures long
 * after the minute in which they could be sent again. Several processes may sweep at once.
 */
export class Sweeper {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async run(): Promise<Sweep> {
    const keys = await this.#forget('forget_idempotency_keys')
    const signatures = await this.#forget('forget_signatures')
    return {
      idempotencyKeys: keys,
      signatures,
      isUnfinished: Math.max(keys, signatures) === portion * portionsMax,
    }
  }

  /** In portions, each a transaction of its own, so that no lock is held for long. */
  async #forget(what: 'forget_idempotency_keys' | 'forget_signatures'): Promise<number> {
    let forgotten = 0
    for (let i = 0; i < portionsMax; i += 1) {
      const { rows } = await this.#pool.query<{ count: number }>(`SELECT ${what}($1) AS count`, [
        portion,
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
export function startSweeping(pool: Pool, logger: FastifyBaseLogger): RecurringWork {
  const sweeper = new Sweeper(pool)
  return doAgainAndAgain(async () => {
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
