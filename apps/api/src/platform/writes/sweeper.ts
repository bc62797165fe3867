import type { FastifyBaseLogger } from 'fastify'
import pg, { type Pool } from 'pg'
import { runPeriodically, type RecurringWork } from '../recurring-work.ts'

/** The numbers of rows that one run deleted, and whether rows are left for the next run. */
export interface Sweep {
  readonly idempotencyKeys: number
  readonly signatures: number
  readonly events: number
  readonly auditedReads: number
  readonly callbacks: number
  readonly notifications: number
  readonly webhookDeliveries: number
  readonly mail: number
  readonly isUnfinished: boolean
}

const batchRows = 1000
const batchesMax = 50
const lockNotAvailable = '55P03'

export interface Retention {
  readonly eventsKeptDays: number
  readonly auditReadsKeptDays: number
}

/**
 * Deletes what has expired: idempotency keys after a day, signatures after they can no longer be
 * valid, custodian callbacks after three months, notifications after a year, events with their
 * deliveries after EVENTS_KEPT_DAYS, the audit trail of reads after AUDIT_READS_KEPT_DAYS, and mail
 * addresses that are not verified after a day. It also makes the partitions of the next months, and
 * drops those of past months that it has emptied. Several processes may sweep at once.
 */
export class Sweeper {
  readonly #pool: Pool
  readonly #retention: Retention

  constructor(pool: Pool, retention: Retention) {
    this.#pool = pool
    this.#retention = retention
  }

  async run(): Promise<Sweep> {
    const { eventsKeptDays, auditReadsKeptDays } = this.#retention
    const days = `${eventsKeptDays} days`
    const failure = await this.#months('make_months()')
    const deleted = {
      idempotencyKeys: await this.#delete('forget_idempotency_keys($1)'),
      signatures: await this.#delete('forget_signatures($1)'),
      callbacks: await this.#delete('forget_callbacks($1)'),
      notifications: await this.#delete('forget_notifications($1)'),
      events: await this.#delete('forget_events($1, $2::interval)', [days]),
      auditedReads: await this.#delete('forget_audited_reads($1, $2::interval)', [
        `${auditReadsKeptDays} days`,
      ]),
      webhookDeliveries: await this.#delete('forget_webhook_deliveries($1, $2::interval)', [days]),
      mail: await this.#delete('forget_mail($1)'),
    }
    const laterFailure = await this.#months('drop_empty_months()')
    // What has a place in the default partition can wait, but not what is to be deleted.
    const thrown = failure ?? laterFailure
    if (thrown !== undefined) throw thrown
    const most = Math.max(...Object.values(deleted))
    return { ...deleted, isUnfinished: most === batchRows * batchesMax }
  }

  /**
   * Work on partitions, and why it failed. It needs a short lock: if others hold it, the next sweep
   * tries again.
   */
  async #months(what: string): Promise<pg.DatabaseError | undefined> {
    try {
      await this.#pool.query(`SELECT ${what}`)
      return undefined
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      return error.code === lockNotAvailable ? undefined : error
    }
  }

  /** Deletes in batches, each in its own transaction, so that no lock is held for long. */
  async #delete(what: string, values: readonly unknown[] = []): Promise<number> {
    let deleted = 0
    for (let i = 0; i < batchesMax; i += 1) {
      const { rows } = await this.#pool.query<{ count: number }>(`SELECT ${what} AS count`, [
        batchRows,
        ...values,
      ])
      const count = rows[0]?.count ?? 0
      deleted += count
      if (count < batchRows) break
    }
    return deleted
  }
}

const pauseMs = 60_000
const unfinishedPauseMs = 1000

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
      logger.warn({ err }, 'expiry sweep failed')
      return pauseMs
    }
  }, pauseMs)
}
