import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { type NewNotification, notify } from './notify.ts'
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

/** A resource whose deadline comes. */
interface Awaited {
  /** What is linked, if it is not the resource of the deadline. */
  readonly linkId?: string
  /** Null if it belongs to no deal. */
  readonly orderId: string | null
  /** What it belongs to, such as `order 1001`. */
  readonly owner: string
  readonly lenderId: string
  readonly borrowerId: string
  /** The organizations that must do something before. */
  readonly awaitedIds: readonly string[]
}

interface Kind {
  readonly resource: NotificationLink['resource']
  /** The notice to a side, of what belongs to an owner, and whether it must do something before. */
  readonly notice: (owner: string, dueAt: string, isAwaited: boolean) => Notice
  /** The statement that reads the resource by its id. */
  readonly select: string
}

type Notice = Pick<NewNotification, 'category' | 'severity' | 'title' | 'body'>

/** A side that must answer gets a warning, the other an information. */
const expiring =
  (words: string): Kind['notice'] =>
  (owner, dueAt, isAwaited) => ({
    category: 'request_expiring',
    severity: isAwaited ? 'warning' : 'info',
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)} expiring: ${owner}`,
    body: `This ${words} awaits an answer from ${isAwaited ? 'you' : 'the counterparty'}. Unanswered, it expires at ${dueAt}.`,
  })

const maturing: Kind['notice'] = (owner, dueAt, isAwaited) => ({
  category: 'maturity_near',
  severity: isAwaited ? 'warning' : 'info',
  title: `Maturity near: ${owner}`,
  body: `The service begins the close at ${dueAt}: ${isAwaited ? 'you return the asset' : 'the borrower returns the asset'}, then its interest is paid, and then the collateral is sent back. What awaits an answer ends then. Both sides can agree on a later maturity before.`,
})

const deal = `o.id AS "orderId", 'order ' || o.number AS owner, o.lender_id AS "lenderId",
  o.borrower_id AS "borrowerId"`

/** The side that did not create the resource. */
const counterparty = (creator: string) =>
  `array_remove(ARRAY[o.lender_id, o.borrower_id], ${creator}) AS "awaitedIds"`

/** The kinds of resources with a deadline. */
const kinds: Readonly<Record<string, Kind>> = {
  order: {
    resource: 'order',
    notice: expiring('order'),
    select: `SELECT ${deal}, ${counterparty('o.creator_id')} FROM orders o WHERE o.id = $1`,
  },
  mark_to_market_request: {
    resource: 'mark_to_market_request',
    notice: expiring('mark-to-market request'),
    select: `SELECT ${deal}, ${counterparty('r.creator_id')} FROM mark_to_market_requests r
      JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id WHERE r.id = $1`,
  },
  order_request: {
    resource: 'order_request',
    notice: expiring('order request'),
    // An accepted rerate waits for its day and does not expire.
    select: `SELECT ${deal}, ${counterparty('r.creator_id')} FROM order_requests r
      JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
      WHERE r.id = $1 AND r.status = 'PENDING'`,
  },
  maturity: {
    resource: 'order',
    notice: maturing,
    select: `SELECT ${deal}, ARRAY[o.borrower_id] AS "awaitedIds" FROM orders o
      WHERE o.id = $1 AND o.status = 'ACTIVE'`,
  },
  agreement_proposal: {
    resource: 'agreement',
    notice: expiring('proposed version'),
    select: `SELECT agreement_id AS "linkId", NULL AS "orderId",
        format('version %s of the terms of %s and %s', version, left(lender.name, 60), left(borrower.name, 60)) AS owner,
        lender_id AS "lenderId", borrower_id AS "borrowerId",
        array_remove(ARRAY[CASE WHEN lender_accepted_at IS NULL THEN lender_id END,
          CASE WHEN borrower_accepted_at IS NULL THEN borrower_id END], NULL) AS "awaitedIds"
      FROM agreement_versions JOIN organizations lender ON lender.id = lender_id
      JOIN organizations borrower ON borrower.id = borrower_id WHERE terms_id = $1`,
  },
}

const batchSize = 100

/**
 * Notifies both sides, once for each deadline, of what will happen soon: a resource expires without
 * an answer, or an order reaches its maturity.
 * Any number of processes may run this: the one that locks the deadline's row writes the
 * notifications.
 */
export class ExpiryWarnings {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Writes the warnings that are due by the clock of the book, longest due first.
   * @returns the number of deadlines.
   */
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
          // A failed warning does not hold up the others, and is retried at the next run.
          logger.error({ err, resource_id: warning.resourceId }, 'expiry warning failed')
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
    return this.#parts.writes.byService(lenderId, (tx) => warnOfExpiry(tx, kind, resourceId))
  }
}

/** Writes the warnings of one deadline. False if they were written before, or need not be. */
export async function warnOfExpiry(
  tx: WriteTransaction,
  kind: string,
  resourceId: string,
): Promise<boolean> {
  // An answer deletes the deadline. Either it is already gone, or the answer waits for this
  // transaction.
  const taken = await tx.row<{ dueAt: string }>(
    `UPDATE deadlines SET warn_at = NULL WHERE kind = $1 AND resource_id = $2 AND warn_at <= $3
     RETURNING due_at AS "dueAt"`,
    [kind, resourceId, tx.now],
  )
  const known = kinds[kind]
  if (taken === undefined || known === undefined) return false
  const awaited = await tx.row<Awaited>(known.select, [resourceId])
  if (awaited === undefined || taken.dueAt <= tx.now) return false
  await notifyExpiry(tx, resourceId, known, awaited, taken.dueAt)
  return true
}

async function notifyExpiry(
  tx: WriteTransaction,
  resourceId: string,
  { resource, notice }: Kind,
  { linkId = resourceId, orderId, owner, lenderId, borrowerId, awaitedIds }: Awaited,
  dueAt: string,
): Promise<void> {
  await notify(
    tx,
    [lenderId, borrowerId].map((organizationId) => ({
      ...notice(owner, dueAt, awaitedIds.includes(organizationId)),
      organizationId,
      occasion: `${resourceId} ${dueAt}`,
      link: { resource, id: linkId, order_id: orderId },
    })),
  )
}
