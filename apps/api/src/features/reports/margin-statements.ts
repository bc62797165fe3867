import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { breaksConnection } from '../../platform/db/database-failure.ts'
import { runPeriodically, type RecurringWork } from '../../platform/recurring-work.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { recordMarginStatement, type StatedPair } from './margin-statement.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  /** The clock of the book. */
  readonly clock: Clock
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly priceAgeSecondsMax: number
}

const pauseMs = 10_000
const retryMs = 5000
const pairsAtOnce = 100

/**
 * How long after a market cut its statements are made. A change that was begun before the cut has
 * been committed by then, or never will be.
 */
const settledAfterMs = 60_000

/**
 * Makes the margin statements of market cuts, each in a transaction of its own. Any number of
 * processes may run it, and each may die at any point: what is missing is made by the next run, and
 * a lender and a borrower have one statement of a cut.
 */
export class MarginStatements {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): RecurringWork {
    const { clock, logger } = this.#parts
    return runPeriodically(async () => {
      try {
        await this.run(clock.now() - settledAfterMs)
        return pauseMs
      } catch (err) {
        logger.warn({ err }, 'margin statements could not be made')
        return retryMs
      }
    })
  }

  /** Makes the statements of every cut until a time, in Unix milliseconds, the oldest cut first. */
  async run(untilMs: number): Promise<void> {
    const { pool } = this.#parts
    for (;;) {
      const cut = await this.#nextCut(untilMs)
      if (cut === undefined) return
      // What was only in the way for a moment is made by the second round.
      if ((await this.#round(cut, 'first')) > 0) await this.#round(cut, 'last')
      await pool.query('SELECT end_stated_cut($1)', [cut])
    }
  }

  /** Tries each statement of a cut that is missing. Returns how many could not be made. */
  async #round(cut: string, round: 'first' | 'last'): Promise<number> {
    let failed = 0
    let after: Pair | undefined
    do {
      const pairs = await this.#pairs(cut, after)
      for (const pair of pairs) {
        if (!(await this.#state({ ...pair, cutMs: Date.parse(cut) }, round))) failed += 1
      }
      after = pairs.length === pairsAtOnce ? pairs.at(-1) : undefined
    } while (after !== undefined)
    return failed
  }

  async #nextCut(untilMs: number): Promise<string | undefined> {
    const { rows } = await this.#parts.pool.query<{ cut: string | null }>(
      'SELECT next_cut_to_state($1) AS cut',
      [new Date(untilMs).toISOString()],
    )
    return rows[0]?.cut ?? undefined
  }

  async #pairs(cut: string, after: Pair | undefined): Promise<Pair[]> {
    const { rows } = await this.#parts.pool.query<Pair>(
      `SELECT lender AS "lenderId", borrower AS "borrowerId" FROM pairs_to_state($1, $2, $3, $4)`,
      [cut, after?.lenderId ?? null, after?.borrowerId ?? null, pairsAtOnce],
    )
    return rows
  }

  /** False if it cannot be made, which holds up no other statement. */
  async #state(pair: StatedPair, round: 'first' | 'last'): Promise<boolean> {
    const { writes, logger, priceAgeSecondsMax } = this.#parts
    try {
      await writes.byService(pair.lenderId, (tx) =>
        recordMarginStatement(tx, pair, priceAgeSecondsMax),
      )
      return true
    } catch (err) {
      if (isMade(err)) {
        logger.warn({ ...pair }, 'another process has made a margin statement')
        return true
      }
      // It may be the database that is away, for all of them.
      if (breaksConnection(err)) throw err
      if (round === 'last') logger.error({ err, ...pair }, 'a margin statement cannot be made')
      return false
    }
  }
}

type Pair = Pick<StatedPair, 'lenderId' | 'borrowerId'>

/** Another process was faster, and has made the same statement. */
const isMade = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'documents_one_statement'
