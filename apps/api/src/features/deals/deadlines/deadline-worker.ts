import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { runPeriodically, type RecurringWork } from '../../../platform/recurring-work.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { Writes } from '../../../platform/writes/writes.ts'
import { clearDeadline, type DeadlineKind } from './deadlines.ts'

/** Who ends resources of a kind. */
export interface DeadlineHandler {
  /**
   * Ends the resource if its time has come, in the name of its lender. It locks the deal before anything else
   * and looks at the state anew, because another worker or a party may just have been faster. True where it
   * ended it, or it needs no ending any more; false where its time has not come by the clock of the transaction.
   */
  expire(tx: WriteTransaction, resourceId: string): Promise<boolean>
}

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly handlers: Partial<Record<DeadlineKind, DeadlineHandler>>
}

interface DueRow {
  readonly kind: DeadlineKind
  readonly resourceId: string
  readonly lenderId: string
  readonly dueAt: string
  readonly sequence: number
}

const batchSize = 100
/** Clocks jump: nothing waits for a far time without looking at the clock again. */
const pauseMs = 1000
const retryMs = 5000

/**
 * Ends what has not been answered in time. Any number of workers may run: the lock of the deal decides who of
 * them, or of the parties, is first, and nobody waits for a deadline while holding a deal.
 */
export class DeadlineWorker {
  readonly #parts: Parts
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Looks for what is due again and again, until it is stopped. */
  start(): RecurringWork {
    const work = runPeriodically(() => this.#turn())
    return {
      stop: async () => {
        this.#stopping = true
        await work.stop()
      },
    }
  }

  /** Ends what is due at a time in Unix milliseconds, the longest due first. How many. */
  async runDue(nowMs: number = this.#parts.clock.now()): Promise<number> {
    return (await this.#run(nowMs, Infinity)).ended
  }

  /** As {@link runDue}, until a time of `performance.now()`: false where it has passed and more may be due. */
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
        // What cannot be ended is no reason to stop: the next run would meet it first again.
        if (this.#stopping || (ended > 0 && performance.now() >= untilMs)) {
          return { ended, isDone: false }
        }
        if (await this.#end(deadline)) ended += 1
      }
    } while (after !== undefined)
    return { ended, isDone: true }
  }

  async #turn(): Promise<number> {
    try {
      const ended = await this.runDue()
      if (ended > 0) this.#parts.logger.info({ ended }, 'deadlines have passed')
      return pauseMs
    } catch (err) {
      this.#parts.logger.warn({ err }, 'deadlines could not be read')
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

  /** One that cannot be ended does not keep the others from it; it is tried again with the next turn. */
  async #end({ kind, resourceId, lenderId }: DueRow): Promise<boolean> {
    const { writes, handlers, logger } = this.#parts
    try {
      return await writes.byService(lenderId, async (tx) => {
        const isOver = (await handlers[kind]?.expire(tx, resourceId)) === true
        // Whoever was slower finds none, and has ended nothing.
        return isOver && (await clearDeadline(tx, kind, resourceId))
      })
    } catch (err) {
      logger.error({ err, kind, resource_id: resourceId }, 'a deadline has passed in vain')
      return false
    }
  }
}
