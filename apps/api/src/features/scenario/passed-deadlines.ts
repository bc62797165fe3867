import type { ClientBase } from 'pg'
import { type DeadlineHandlers, type DeadlineKind, endDeadline } from '../deals/index.ts'
import { warnOfExpiry } from '../notifications/index.ts'
import type { HistoryMoment, HistoryTransactions } from './history-transactions.ts'

interface PassedDeadline {
  readonly kind: DeadlineKind
  readonly resourceId: string
  readonly lenderId: string
  /** When the parties are warned, or the time is over. */
  readonly time: string
  readonly isWarning: boolean
}

/** Lets the deadlines of a history pass: warnings and ends, each at its own time. */
export class PassedDeadlines {
  readonly #client: ClientBase
  readonly #transactions: HistoryTransactions
  readonly #moment: HistoryMoment
  readonly #handlers: DeadlineHandlers

  constructor(parts: {
    client: ClientBase
    transactions: HistoryTransactions
    moment: HistoryMoment
    handlers: DeadlineHandlers
  }) {
    this.#client = parts.client
    this.#transactions = parts.transactions
    this.#moment = parts.moment
    this.#handlers = parts.handlers
  }

  /** Runs what is due before a time, earliest first. */
  async passUntil(time: string): Promise<void> {
    for (;;) {
      const next = await this.#next(time)
      if (next === undefined) return
      this.#moment.moveTo(Date.parse(next.time))
      const { kind, resourceId, lenderId, isWarning } = next
      await this.#transactions.run({ organizationId: lenderId }, (tx) =>
        isWarning
          ? warnOfExpiry(tx, kind, resourceId)
          : endDeadline(tx, this.#handlers, kind, resourceId),
      )
    }
  }

  async #next(time: string): Promise<PassedDeadline | undefined> {
    const { rows } = await this.#client.query<PassedDeadline>({
      name: 'history deadline',
      text: `SELECT kind, resource_id AS "resourceId", lender_id AS "lenderId",
          least(warn_at, due_at) AS time, coalesce(warn_at < due_at, false) AS "isWarning"
        FROM deadlines WHERE due_at < $1 OR warn_at < $1
        ORDER BY least(warn_at, due_at), sequence LIMIT 1`,
      values: [time],
    })
    return rows[0]
  }
}
