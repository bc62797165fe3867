import type { Clock } from '../../../platform/clock.ts'
import { Refusal, ThrottledRefusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** What an organization may send another of its own accord. */
export interface CounterpartyLimits {
  /** Messages in a window. */
  readonly messagesMax: number
  /** New orders in a window. */
  readonly ordersMax: number
  /** Orders that await an answer at a time. */
  readonly pendingOrdersMax: number
  /** Requests about deals withdrawn in an hour, before they were answered. */
  readonly withdrawalsMax: number
  /** The same, while the counterparty has muted the organization. */
  readonly withdrawalsWhileMutedMax: number
}

/** What one organization sends another of its own accord, not as an answer and not because of a deal that stands. */
export type CounterpartyTrafficKind = 'message' | 'order'

/** A bound of one kind: what is counted, how much of it in a window, and what is said of one too many. */
interface Bound {
  readonly kind: CounterpartyTrafficKind | 'withdrawal'
  readonly most: number
  readonly windowMs: number
  readonly field: string
  readonly what: string
}

const windowMs = 60_000
const withdrawalWindowMs = 3_600_000

interface Parts {
  readonly limits: CounterpartyLimits
  /** The clock of the machine: windows pass also where the time of the book stands still. */
  readonly clock: Clock
}

/**
 * Bounds what an organization sends a counterparty: so many in a window, so many that await an answer, and nothing while
 * the counterparty has muted it. Asked for messages, new orders and withdrawals alone: a margin call, a dispute, a recall
 * and every answer go through whatever was sent before.
 */
export class CounterpartyTraffic {
  readonly #limits: CounterpartyLimits
  readonly #clock: Clock

  constructor({ limits, clock }: Parts) {
    this.#limits = limits
    this.#clock = clock
  }

  /**
   * Counts one message or order of the organization of the transaction; or says why the counterparty is not to have it,
   * and counts nothing. The turn between the two is held to the end of the transaction, so that of many at once none
   * passes a bound.
   */
  async admit(
    tx: WriteTransaction,
    kind: CounterpartyTrafficKind,
    counterpartyId: string,
  ): Promise<Refusal | undefined> {
    await lockTraffic(tx, tx.organizationId, counterpartyId)
    if (await isMutedBy(tx, counterpartyId)) return new Refusal('MUTED_BY_COUNTERPARTY')
    if (kind === 'order' && (await this.#hasPendingOrders(tx, counterpartyId))) {
      const issue = `${this.#limits.pendingOrdersMax} of this organization await its answer`
      return new Refusal('PENDING_ORDERS_EXHAUSTED', [
        { field: 'counterparty_id', issue, value: counterpartyId },
      ])
    }
    const most = { message: this.#limits.messagesMax, order: this.#limits.ordersMax }[kind]
    const what = `${most} of this kind were sent to it`
    return this.#count(tx, counterpartyId, { kind, most, windowMs, field: 'counterparty_id', what })
  }

  /**
   * Counts one request about a deal that its creator takes back; or says why it stands for now, and counts nothing. A
   * request that stands bars the next of its kind, so a loop of asking and withdrawing ends here, and no call is refused.
   * `field` is the member of the body that takes it back, where it is not an operation of its own.
   */
  async admitWithdrawal(
    tx: WriteTransaction,
    counterpartyId: string,
    field = 'counterparty_id',
  ): Promise<Refusal | undefined> {
    const { withdrawalsMax, withdrawalsWhileMutedMax } = this.#limits
    const muted = await isMutedBy(tx, counterpartyId)
    const most = muted ? Math.min(withdrawalsMax, withdrawalsWhileMutedMax) : withdrawalsMax
    const what = `${most} requests to it were withdrawn`
    const bound = { kind: 'withdrawal' as const, most, windowMs: withdrawalWindowMs, field, what }
    return this.#count(tx, counterpartyId, bound)
  }

  async #hasPendingOrders(tx: WriteTransaction, counterpartyId: string): Promise<boolean> {
    const { pendingOrdersMax } = this.#limits
    const row = await tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM orders WHERE status = 'PENDING_ACCEPTANCE' AND creator_id = $1
           AND (lender_id, borrower_id) IN (($1, $2), ($2, $1)) LIMIT $3) AS pending`,
      [tx.organizationId, counterpartyId, pendingOrdersMax],
    )
    return (row?.count ?? 0) >= pendingOrdersMax
  }

  async #count(
    tx: WriteTransaction,
    counterpartyId: string,
    { kind, most, windowMs, field, what }: Bound,
  ): Promise<Refusal | undefined> {
    const nowMs = this.#clock.now()
    const windowOver = `(c.window_began_at > $4 OR c.window_began_at <= $5)`
    const { rowCount } = await tx.query(
      `INSERT INTO counterparty_counts AS c
         (organization_id, counterparty_id, kind, window_began_at, count)
       VALUES ($1, $2, $3, $4, 1)
       ON CONFLICT (organization_id, counterparty_id, kind) DO UPDATE
         SET count = CASE WHEN ${windowOver} THEN 1 ELSE c.count + 1 END,
           window_began_at = CASE WHEN ${windowOver} THEN $4 ELSE c.window_began_at END
         WHERE ${windowOver} OR c.count < $6`,
      [
        tx.organizationId,
        counterpartyId,
        kind,
        new Date(nowMs).toISOString(),
        new Date(nowMs - windowMs).toISOString(),
        most,
      ],
    )
    if (rowCount === 1) return undefined
    const row = await tx.row<{ beganAt: string }>(
      `SELECT window_began_at AS "beganAt" FROM counterparty_counts
       WHERE organization_id = $1 AND counterparty_id = $2 AND kind = $3`,
      [tx.organizationId, counterpartyId, kind],
    )
    const endMs = Date.parse(row?.beganAt ?? '') + windowMs
    const issue = `${what} within ${windowMs / 1000} seconds`
    const details = [{ field, issue, value: counterpartyId }]
    return new ThrottledRefusal('COUNTERPARTY_LIMITED', details, endMs - nowMs)
  }
}

async function isMutedBy(tx: WriteTransaction, counterpartyId: string): Promise<boolean> {
  const row = await tx.row<{ muted: boolean }>('SELECT is_muted_by($1) AS muted', [counterpartyId])
  return row?.muted === true
}

/** The turn of what one organization sends another. Who mutes takes it as well, and so acts at once. */
export async function lockTraffic(
  tx: WriteTransaction,
  senderId: string,
  receiverId: string,
): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('traffic ' || $1 || $2, 0))`, [
    senderId,
    receiverId,
  ])
}
