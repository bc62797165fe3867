import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseFailure, OutcomeUnknownError } from '../../platform/db/database-failure.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ApprovalEndings, DueApproval } from './approval-endings.ts'

interface Parts {
  readonly pool: Pool
  readonly endings: ApprovalEndings
  /** The clock of the machine, for the next tries. */
  readonly clock: Clock
  /** The clock of the book, for the time to decide. */
  readonly bookClock: Clock
  readonly logger: FastifyBaseLogger
}

const batchSize = 100
/** How long a process leaves out an approval after a failure. */
const leftOutMs = 5000

/**
 * Carries out the requests that have all approvals, each once, in the name of its requester, and
 * ends those whose time has passed. It works in rounds, in which each organization has one place,
 * so that no organization keeps those of others waiting. Any number of workers may run: the lock of
 * the approval decides. A worker that dies leaves the request approved, and the next round carries
 * it out.
 */
export class ApprovalWorker {
  readonly #parts: Parts
  /** The approvals that failed, and until when they are left out, by `performance.now()`. */
  readonly #leftOut = new Map<string, number>()
  /** The approval at which a failure ended the last round. */
  #endedAt: DueApproval | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Runs rounds until nothing can end now, or until a time of `performance.now()`.
   * @returns false if that time came first.
   */
  async run(untilMs = Infinity): Promise<boolean> {
    let mayHaveMore: boolean
    do mayHaveMore = await this.round()
    while (mayHaveMore && performance.now() < untilMs)
    return !mayHaveMore
  }

  /**
   * When the next approval can end by the clock of the book, in Unix milliseconds, and how many
   * have not ended. It is `Infinity` if there is none, and in the past if one can end now.
   */
  async ahead(): Promise<{ readonly nextMs: number; readonly open: number }> {
    const { pool, clock } = this.#parts
    const { rows } = await pool.query<{ next: string | null; open: number }>(
      'SELECT next_time AS next, open::float8 AS open FROM approvals_ahead($1)',
      [new Date(clock.now()).toISOString()],
    )
    const [{ next, open } = { next: null, open: 0 }] = rows
    return { nextMs: next === null ? Infinity : Date.parse(next), open }
  }

  /**
   * One round: what is due first of each organization. A failure ends it, and the next one goes on
   * with the next organization.
   * @returns whether more may be due.
   */
  async round(): Promise<boolean> {
    let after = this.#endedAt
    let mayHaveMore = after !== undefined
    this.#endedAt = undefined
    do {
      const rows = await this.#due(after)
      for (const row of rows) {
        const outcome = await this.#end(row)
        if (outcome === 'failed') {
          this.#endedAt = row
          return true
        }
        if (outcome === 'changed') mayHaveMore = true
      }
      after = rows.length === batchSize ? rows.at(-1) : undefined
    } while (after !== undefined)
    return mayHaveMore
  }

  async #due(after: DueApproval | undefined): Promise<DueApproval[]> {
    const { pool, clock, bookClock } = this.#parts
    const { rows } = await pool.query<DueApproval>({
      name: 'due approvals',
      text: `SELECT id, organization_id AS "organizationId", account_id AS "accountId",
               credential_id AS "credentialId", role, is_over AS "isOver"
             FROM due_approvals($1, $2, $3, $4, $5)`,
      values: [
        new Date(bookClock.now()).toISOString(),
        new Date(clock.now()).toISOString(),
        after?.organizationId ?? null,
        this.#leftOutNow(),
        batchSize,
      ],
    })
    return rows
  }

  /** `unchanged`: another process has it, or was faster. */
  async #end(row: DueApproval): Promise<'changed' | 'unchanged' | 'failed'> {
    const { endings, logger } = this.#parts
    const line = { approval_id: row.id, organization_id: row.organizationId }
    try {
      const hasChanged = await (row.isOver ? endings.expire(row) : endings.carryOut(row))
      return hasChanged ? 'changed' : 'unchanged'
    } catch (err) {
      this.#leaveOut(row)
      // The request itself may be right: it stays as it is, and this was no try.
      if (isDatabaseFailure(err) || err instanceof OutcomeUnknownError) {
        logger.warn({ ...line, err }, 'the database failed while an approval was to end')
        return 'failed'
      }
      logger.error({ ...line, err }, 'ending an approval failed')
      return this.#recordFailure(row)
    }
  }

  /** What fails for another cause than the database would fail again. */
  async #recordFailure(row: DueApproval): Promise<'changed' | 'failed'> {
    try {
      await this.#parts.endings.fail(row, new Refusal('INTERNAL'))
      return 'changed'
    } catch (err) {
      this.#parts.logger.error({ err, approval_id: row.id }, 'recording a failed approval failed')
      return 'failed'
    }
  }

  #leaveOut({ id }: DueApproval): void {
    this.#leftOut.set(id, performance.now() + leftOutMs)
  }

  #leftOutNow(): string[] {
    const nowMs = performance.now()
    for (const [id, untilMs] of this.#leftOut) if (untilMs <= nowMs) this.#leftOut.delete(id)
    return [...this.#leftOut.keys()]
  }
}
