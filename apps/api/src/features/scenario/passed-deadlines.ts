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
  /** Deadlines of other deals pass in the time of the service. */
  readonly #organizationIds: readonly string[]
  /** The time of the next one. Undefined: there is none. Empty: not known. */
  #earliest: string | undefined

  constructor(parts: {
    client: ClientBase
    transactions: HistoryTransactions
    moment: HistoryMoment
    handlers: DeadlineHandlers
    organizationIds: readonly string[]
  }) {
    this.#client = parts.client
    this.#transactions = parts.transactions
    this.#moment = parts.moment
    this.#handlers = parts.handlers
    this.#organizationIds = parts.organizationIds
  }

  /** To be called when a step may have set a deadline. */
  mayHaveChanged(): void {
    this.#earliest = ''
  }

  /** Runs what is due before a time, earliest first. */
  async passUntil(time: string): Promise<void> {
    while (this.#earliest !== undefined && this.#earliest < time) {
      await this.#transactions.leave()
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
      this.mayHaveChanged()
    }
  }

  async #next(): Promise<PassedDeadline | undefined> {
    const { rows } = await this.#client.query<PassedDeadline>({
      name: 'history deadline',
      text: `SELECT kind, resource_id AS "resourceId", lender_id AS "lenderId",
          least(warn_at, due_at) AS time, coalesce(warn_at < due_at, false) AS "isWarning"
        FROM deadlines WHERE lender_id = ANY ($1)
        ORDER BY least(warn_at, due_at), sequence LIMIT 1`,
      values: [this.#organizationIds],
    })
    return rows[0]
  }
}
