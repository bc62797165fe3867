import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { runPeriodically, type RecurringWork } from '../../../platform/recurring-work.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { Writes } from '../../../platform/writes/writes.ts'
import { closeDeadline, type DeadlineKind } from './deadlines.ts'

/** Ends resources of one kind whose deadline has passed. */
export interface DeadlineHandler {
  /**
   * Ends the resource if its deadline has passed, in the name of the lender. It locks the deal
   * first and reads the state again, because another worker or a party may have been faster. True
   * if the resource has ended or no longer needs to; false if its time has not come by the clock of
   * the transaction, or if the handler has set the next one.
   */
  expire(tx: WriteTransaction, resourceId: string): Promise<boolean>
}

export type DeadlineHandlers = Readonly<Partial<Record<DeadlineKind, DeadlineHandler>>>

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly handlers: DeadlineHandlers
}

interface DueRow {
  readonly kind: DeadlineKind
  readonly resourceId: string
  readonly lenderId: string
  readonly dueAt: string
  readonly sequence: number
}

const batchSize = 100
/** Short, because a clock can jump: each run looks at the clock again. */
const pauseMs = 1000
const retryMs = 5000

/**
 * Ends resources that were not answered in time. Any number of workers may run: the lock of the
 * deal decides whether a worker or a party is first. Nothing waits for a deadline while it holds a
 * deal.
 */
export class DeadlineWorker {
  readonly #parts: Parts
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Runs periodically until it is stopped. */
  start(): RecurringWork {
    const work = runPeriodically(() => this.#runOnce())
    return {
      stop: async () => {
        this.#stopping = true
        await work.stop()
      },
    }
  }

  /**
   * Ends the resources whose deadline passed before a time in Unix milliseconds, oldest deadline
   * first.
   * @returns their number.
   */
  async runDue(nowMs: number = this.#parts.clock.now()): Promise<number> {
    return (await this.#run(nowMs, Infinity)).ended
  }

  /**
   * Like {@link runDue}, until a time of `performance.now()`. False if it stopped there and more
   * may be due.
   */
  async runDueUntil(nowMs: number, untilMs: number): Promise<boolean> {
    return (await this.#run(nowMs, untilMs)).isDone
  }

  async #run(nowMs: number, untilMs: number): Promise<{ ended: number; isDone: boolean }> {
    let ended = 0
    let after: DueRow | undefined
    do {
      const due = await this.#due(nowMs, after)
      after = due.length === batchSize ? due.at(-1) : undefined
      for (const deadline of due) {
        // Resources that fail to end do not stop the run: the next one would meet them first again.
        if (this.#stopping || (ended > 0 && performance.now() >= untilMs)) {
          return { ended, isDone: false }
        }
        if (await this.#end(deadline)) ended += 1
      }
    } while (after !== undefined)
    return { ended, isDone: true }
  }

  async #runOnce(): Promise<number> {
    try {
      const ended = await this.runDue()
      if (ended > 0) this.#parts.logger.info({ ended }, 'deadlines have passed')
      return pauseMs
    } catch (err) {
      this.#parts.logger.warn({ err }, 'reading deadlines failed')
      return retryMs
    }
  }

  async #due(nowMs: number, after: DueRow | undefined): Promise<DueRow[]> {
    const { pool, handlers } = this.#parts
    const { rows } = await pool.query<DueRow>({
      name: 'due deadlines',
      text: `SELECT kind, resource_id AS "resourceId", lender_id AS "lenderId", due_at AS "dueAt", sequence
             FROM due_deadlines($1, $2, $3, $4, $5)`,
      values: [
        new Date(nowMs).toISOString(),
        Object.keys(handlers),
        after?.dueAt ?? null,
        after?.sequence ?? null,
        batchSize,
      ],
    })
    return rows
  }

  /** A failure does not hold up the other deadlines, and is retried at the next run. */
  async #end({ kind, resourceId, lenderId }: DueRow): Promise<boolean> {
    const { writes, handlers, logger } = this.#parts
    try {
      return await writes.byService(lenderId, (tx) => endDeadline(tx, handlers, kind, resourceId))
    } catch (err) {
      logger.error({ err, kind, resource_id: resourceId }, 'processing a deadline failed')
      return false
    }
  }
}

/** Ends one resource. If a party was faster, there is no deadline left, and the result is false. */
export async function endDeadline(
  tx: WriteTransaction,
  handlers: DeadlineHandlers,
  kind: DeadlineKind,
  resourceId: string,
): Promise<boolean> {
  const isOver = (await handlers[kind]?.expire(tx, resourceId)) === true
  return isOver && (await closeDeadline(tx, kind, resourceId))
}
