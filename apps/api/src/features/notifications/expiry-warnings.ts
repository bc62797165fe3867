import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { notify } from './notify.ts'
import type { NotificationLink } from '@vadium/schema'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
}

interface DueWarning {
  readonly kind: string
  readonly resourceId: string
  readonly lenderId: string
  readonly warnAt: string
  readonly sequence: number
}

/** What waits for an answer, with its deal. */
interface Awaited {
  readonly orderId: string
  readonly orderNumber: number
  readonly lenderId: string
  readonly borrowerId: string
  readonly creatorId: string | null
}

interface Kind {
  readonly resource: NotificationLink['resource']
  readonly words: string
  /** The statement that reads what is awaited, by its id. */
  readonly select: string
}

const deal = `o.id AS "orderId", o.number AS "orderNumber", o.lender_id AS "lenderId",
  o.borrower_id AS "borrowerId"`

/** Everything that has a deadline. */
const kinds: Readonly<Record<string, Kind>> = {
  order: {
    resource: 'order',
    words: 'order',
    select: `SELECT ${deal}, o.creator_id AS "creatorId" FROM orders o WHERE o.id = $1`,
  },
  mark_to_market_request: {
    resource: 'mark_to_market_request',
    words: 'mark-to-market request',
    select: `SELECT ${deal}, r.creator_id AS "creatorId" FROM mark_to_market_requests r
      JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id WHERE r.id = $1`,
  },
  order_request: {
    resource: 'order_request',
    words: 'order request',
    // A rate that is agreed on has its day to come, and expires no more.
    select: `SELECT ${deal}, r.creator_id AS "creatorId" FROM order_requests r
      JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
      WHERE r.id = $1 AND r.status = 'PENDING'`,
  },
}

const batchSize = 100

/**
 * Tells both sides of what awaits an answer that it will expire before long, once a deadline. Any number of processes may do
 * it: whoever has the row of the deadline tells, and nobody after that.
 */
export class ExpiryWarnings {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Tells of what is due by the clock of the book, the longest due first. How many deadlines. */
  async run(): Promise<number> {
    const { clock, logger } = this.#parts
    const now = new Date(clock.now()).toISOString()
    let warned = 0
    let after: DueWarning | undefined
    do {
      const due: DueWarning[] = await this.#due(now, after)
      after = due.length === batchSize ? due.at(-1) : undefined
      for (const warning of due) {
        try {
          if (await this.#warn(warning)) warned += 1
        } catch (err) {
          // One that fails does not keep the others from it, and is tried again with the next turn.
          logger.error({ err, resource_id: warning.resourceId }, 'nobody was told of an expiry')
        }
      }
    } while (after !== undefined)
    return warned
  }

  async #due(now: string, after: DueWarning | undefined): Promise<DueWarning[]> {
    const { rows } = await this.#parts.pool.query<DueWarning>({
      name: 'due warnings',
      text: `SELECT kind, resource_id AS "resourceId", lender_id AS "lenderId", warn_at AS "warnAt", sequence
             FROM due_warnings($1, $2, $3, $4)`,
      values: [now, after?.warnAt ?? null, after?.sequence ?? null, batchSize],
    })
    return rows
  }

  #warn({ kind, resourceId, lenderId }: DueWarning): Promise<boolean> {
    return this.#parts.writes.byService(lenderId, async (tx) => {
      // An answer takes the deadline away: it has been given, or waits until this is told.
      const taken = await tx.row<{ dueAt: string }>(
        `UPDATE deadlines SET warn_at = NULL WHERE kind = $1 AND resource_id = $2 AND warn_at <= $3
         RETURNING due_at AS "dueAt"`,
        [kind, resourceId, tx.now],
      )
      const known = kinds[kind]
      if (taken === undefined || known === undefined) return false
      const awaited = await tx.row<Awaited>(known.select, [resourceId])
      if (awaited === undefined || taken.dueAt <= tx.now) return false
      await tell(tx, resourceId, known, awaited, taken.dueAt)
      return true
    })
  }
}

/** Who is to answer is warned; who asked is told. */
async function tell(
  tx: WriteTransaction,
  resourceId: string,
  { resource, words }: Kind,
  { orderId, orderNumber, lenderId, borrowerId, creatorId }: Awaited,
  dueAt: string,
): Promise<void> {
  await notify(
    tx,
    [lenderId, borrowerId].map((organizationId) => {
      const hasAsked = organizationId === creatorId
      const from = hasAsked ? 'from the other side' : 'from you'
      return {
        organizationId,
        category: 'request_expiring',
        severity: hasAsked ? 'info' : 'warning',
        occasion: `${resourceId} ${dueAt}`,
        title: `${words.charAt(0).toUpperCase()}${words.slice(1)} expiring: order ${orderNumber}`,
        body: `This ${words} awaits an answer ${from}. Unanswered, it expires at ${dueAt}.`,
        link: { resource, id: resourceId, order_id: orderId },
      }
    }),
  )
}
