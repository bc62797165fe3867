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
  readonly #transactions: HistoryTransactions
  readonly #moment: HistoryMoment
  readonly #handlers: DeadlineHandlers
  /** Deadlines of other deals pass in the time of the service. */
  readonly #organizationIds: readonly string[]
  /** Nothing is due before this time. Undefined: nothing is due. Empty: not known. */
  #earliest: string | undefined

  constructor(parts: {
    transactions: HistoryTransactions
    moment: HistoryMoment
    handlers: DeadlineHandlers
    organizationIds: readonly string[]
  }) {
    this.#transactions = parts.transactions
    this.#moment = parts.moment
    this.#handlers = parts.handlers
    this.#organizationIds = parts.organizationIds
    parts.transactions.onDue((time) => {
      this.#learn(time)
    })
  }

  /** Asks the database for what is due only once the earliest time that a step has set is over. */
  #learn(time: string): void {
    if (this.#earliest === undefined || time < this.#earliest) this.#earliest = time
  }

  /** Runs what is due before a time, earliest first. */
  async passUntil(time: string): Promise<void> {
    while (this.#earliest !== undefined && this.#earliest < time) {
      const next = await this.#next()
      this.#earliest = next?.time
      if (next === undefined || next.time >= time) return
      this.#moment.moveTo(Date.parse(next.time))
      const { kind, resourceId, lenderId, isWarning } = next
      await this.#transactions.run({ organizationId: lenderId }, (tx) =>
        isWarning
          ? warnOfExpiry(tx, kind, resourceId)
          : endDeadline(tx, this.#handlers, kind, resourceId),
      )
      this.#earliest = ''
    }
  }

  async #next(): Promise<PassedDeadline | undefined> {
    const { rows } = await this.#transactions.queryAsOwner<PassedDeadline>(
      `SELECT kind, resource_id AS "resourceId", lender_id AS "lenderId",
         least(warn_at, due_at) AS time, coalesce(warn_at < due_at, false) AS "isWarning"
       FROM deadlines WHERE lender_id = ANY ($1)
       ORDER BY least(warn_at, due_at), sequence LIMIT 1`,
      [this.#organizationIds],
    )
    return rows[0]
  }
}
