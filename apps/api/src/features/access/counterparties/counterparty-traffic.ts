import type { Clock } from '../../../platform/clock.ts'
import { dayMs, hourMs } from '../../../platform/instant.ts'
import { Refusal, ThrottledRefusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { together } from '../../../platform/writes/together.ts'

/** The limits on what one organization may send to another. */
export interface CounterpartyLimits {
  /** Messages in a window. */
  readonly messagesMax: number
  /** New orders in a window. */
  readonly ordersMax: number
  /** Orders that await an answer at a time. */
  readonly pendingOrdersMax: number
  /** Unanswered requests about deals that may be cancelled in an hour. */
  readonly withdrawalsMax: number
  /** The same, while the counterparty has muted the organization. */
  readonly withdrawalsWhileMutedMax: number
  /** Changes of the wallets of deals in an hour, also while the counterparty has muted it. */
  readonly walletChangesMax: number
  /** Proposals of terms in an hour. 0: a side of an agreement proposes none. */
  readonly proposalsMax: number
}

/**
 * What one organization sends to another unasked: neither an answer nor a step of an existing deal.
 */
export type CounterpartyTrafficKind = 'message' | 'order' | 'proposal'

/**
 * The limit of one kind: what is counted, how much of it in a window, and the text for a refusal.
 */
interface Bound {
  readonly kind: CounterpartyTrafficKind | 'withdrawal' | 'wallet_change'
  readonly most: number
  readonly windowMs: number
  readonly field: string
  readonly what: string
}

const minuteMs = 60_000

/** How often a side sends collateral of a position without a call in 24 hours. */
const voluntaryMax = 10

/** The times of a row `c` of `voluntary_counts` after `$4` and until `$3`, oldest first. */
const recentlySent = `ARRAY(SELECT one FROM unnest(c.sent_at) one
  WHERE one > $4::timestamptz AND one <= $3::timestamptz ORDER BY one)`

interface Parts {
  readonly limits: CounterpartyLimits
  /**
   * The clock of the machine, so that windows end even while the clock of the book stands still.
   */
  readonly clock: Clock
}

/**
 * Limits what one organization sends to a counterparty: a number in a window, a number of pending
 * orders, and nothing while the counterparty has muted it. It applies to messages, new orders,
 * proposals of terms, withdrawals, changes of wallets and collateral without a call only. A margin
 * call, a dispute, a recall and every answer always go through.
 */
export class CounterpartyTraffic {
  readonly #limits: CounterpartyLimits
  readonly #clock: Clock

  constructor({ limits, clock }: Parts) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Whether a side of an agreement can propose terms at all. */
  get admitsProposals(): boolean {
    return this.#limits.proposalsMax > 0
  }

  /**
   * Counts one message, order or proposal; or returns a refusal, after which what the transaction
   * has done must be undone. An organization that the caller does not see is refused. The lock on the traffic between the two is held until the end of the
   * transaction, so concurrent requests cannot exceed a limit.
   */
  async admit(
    tx: WriteTransaction,
    kind: CounterpartyTrafficKind,
    counterpartyId: string,
  ): Promise<Refusal | undefined> {
    const { messagesMax, ordersMax, proposalsMax } = this.#limits
    const bound = {
      message: { most: messagesMax, windowMs: minuteMs },
      order: { most: ordersMax, windowMs: minuteMs },
      proposal: { most: proposalsMax, windowMs: hourMs },
    }[kind]
    const what = `${bound.most} of this kind were sent to it`
    const [, muted, hasPending, exceeded] = await together([
      lockTraffic(tx, tx.organizationId, counterpartyId),
      isMutedBy(tx, counterpartyId),
      kind === 'order' && this.#hasPendingOrders(tx, counterpartyId),
      this.#count(tx, counterpartyId, { kind, ...bound, field: 'counterparty_id', what }),
    ])
    if (muted) return new Refusal('MUTED_BY_COUNTERPARTY')
    if (hasPending) {
      const issue = `${this.#limits.pendingOrdersMax} of this organization await its answer`
      return new Refusal('PENDING_ORDERS_EXHAUSTED', [
        { field: 'counterparty_id', issue, value: counterpartyId },
      ])
    }
    return exceeded
  }

  /**
   * Counts the withdrawal of a request about a deal by its creator; or returns a refusal and counts
   * nothing. An open request prevents the next one of its kind, so this ends a loop of requests and
   * withdrawals, and no margin call is refused. `field` is the member of the body that withdraws,
   * if the withdrawal is not an operation of its own.
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
    const bound = { kind: 'withdrawal' as const, most, windowMs: hourMs, field, what }
    return this.#count(tx, counterpartyId, bound)
  }

  /**
   * Counts a change of the wallets of a deal; or returns a refusal and counts nothing. Each change
   * is a notification that the counterparty cannot mute. A mute changes nothing, because this is
   * the way out for a deal whose wallet is lost.
   */
  admitWalletChange(tx: WriteTransaction, counterpartyId: string): Promise<Refusal | undefined> {
    const { walletChangesMax: most } = this.#limits
    const what = `${most} times the wallets of deals with it were changed`
    const field = 'counterparty_id'
    const bound = { kind: 'wallet_change' as const, most, windowMs: hourMs, field, what }
    return this.#count(tx, counterpartyId, bound)
  }

  /**
   * Counts collateral that is sent without a call, by position; or returns a refusal and counts
   * nothing. It notifies the counterparty, and changes what it sees. A mute changes nothing, because
   * security harms nobody. In no 24 hours are there more, whenever they begin.
   */
  async admitCollateral(tx: WriteTransaction, positionId: string): Promise<Refusal | undefined> {
    const nowMs = this.#clock.now()
    const [now, before] = [nowMs, nowMs - dayMs].map((ms) => new Date(ms).toISOString())
    const { rowCount } = await tx.query(
      `INSERT INTO voluntary_counts AS c
         (organization_id, position_id, window_began_at, count, sent_at)
       SELECT $1, p.id, $3::timestamptz, 1, ARRAY[$3::timestamptz] FROM positions p WHERE p.id = $2
       ON CONFLICT (organization_id, position_id) DO UPDATE
         SET sent_at = ${recentlySent} || excluded.sent_at,
           count = cardinality(${recentlySent}) + 1,
           window_began_at = (${recentlySent} || excluded.sent_at)[1]
         WHERE cardinality(${recentlySent}) < $5`,
      [tx.organizationId, positionId, now, before, voluntaryMax],
    )
    if (rowCount === 1) return undefined
    const row = await tx.row<{ oldest: string }>(
      `SELECT (${recentlySent})[1] AS oldest FROM voluntary_counts c
       WHERE organization_id = $1 AND position_id = $2`,
      [tx.organizationId, positionId, now, before],
    )
    const endMs = (row === undefined ? nowMs : Date.parse(row.oldest)) + dayMs
    const issue = `collateral of the position was sent ${voluntaryMax} times without a call within ${dayMs / 1000} seconds`
    const details = [{ field: 'position_id', issue, value: positionId }]
    return new ThrottledRefusal('COUNTERPARTY_LIMITED', details, endMs - nowMs)
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
    const windowOver = `(c.window_began_at > $2 OR c.window_began_at <= $3)`
    const { rowCount } = await tx.query(
      `INSERT INTO counterparty_counts AS c
         (organization_id, counterparty_id, kind, window_began_at, count)
       SELECT $1, o.id, $6, $2::timestamptz, 1 FROM organizations o WHERE o.id = $5
       ON CONFLICT (organization_id, counterparty_id, kind) DO UPDATE
         SET count = CASE WHEN ${windowOver} THEN 1 ELSE c.count + 1 END,
           window_began_at = CASE WHEN ${windowOver} THEN $2 ELSE c.window_began_at END
         WHERE ${windowOver} OR c.count < $4`,
      [
        tx.organizationId,
        new Date(nowMs).toISOString(),
        new Date(nowMs - windowMs).toISOString(),
        most,
        counterpartyId,
        kind,
      ],
    )
    if (rowCount === 1) return undefined
    const row = await tx.row<{ beganAt: string }>(
      `SELECT window_began_at AS "beganAt" FROM counterparty_counts
       WHERE organization_id = $1 AND counterparty_id = $2 AND kind = $3`,
      [tx.organizationId, counterpartyId, kind],
    )
    const beganMs = row === undefined ? nowMs : Date.parse(row.beganAt)
    const endMs = beganMs + windowMs
    const issue = `${what} within ${windowMs / 1000} seconds`
    const details = [{ field, issue, value: counterpartyId }]
    return new ThrottledRefusal('COUNTERPARTY_LIMITED', details, endMs - nowMs)
  }
}

/** Admits everything and counts nothing: what a history contains was sent long ago. */
export class PastTraffic extends CounterpartyTraffic {
  override get admitsProposals(): boolean {
    return true
  }

  override admit(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  override admitWithdrawal(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  override admitWalletChange(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  override admitCollateral(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
}

async function isMutedBy(tx: WriteTransaction, counterpartyId: string): Promise<boolean> {
  const row = await tx.row<{ muted: boolean }>('SELECT is_muted_by($1) AS muted', [counterpartyId])
  return row?.muted === true
}

/**
 * Locks the traffic from one organization to another. Muting takes the same lock, so it takes
 * effect at once.
 */
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
