import type { InterestChange } from '@vadium/margin'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** From a day on another quantity is lent, or another rate holds: one of the two. Decimals are strings. */
export interface KeptInterestChange {
  /** The first day for which it counts, `YYYY-MM-DD` by UTC. */
  readonly from: string
  /** What was lent until then. */
  readonly quantityBefore: string | null
  readonly quantity: string | null
  /** Percent a year. */
  readonly ratePercent: string | null
}

const changesOf = (positionId: string, condition = 'true') => `(
  SELECT coalesce(json_agg(json_build_object(
    'from', i.effective_on, 'quantityBefore', trim_scale(i.quantity_before)::text,
    'quantity', trim_scale(i.quantity)::text, 'ratePercent', trim_scale(i.rate_percent)::text
  ) ORDER BY i.effective_on, i.sequence), '[]')
  FROM interest_changes i WHERE i.position_id = ${positionId} AND ${condition})`

/** The {@link KeptInterestChange}s of a position `p`, in the order in which they count. */
export const interestChangesJson = changesOf('p.id')

/** As {@link interestChangesJson}, of those that were in the book before a time. */
export const interestChangesBefore = (time: string) => changesOf('p.id', `i.recorded_at < ${time}`)

/** As {@link interestChangesJson}, within a change of the book. */
export async function readInterestChanges(
  tx: WriteTransaction,
  positionId: string,
): Promise<readonly KeptInterestChange[]> {
  const row = await tx.row<{ changes: readonly KeptInterestChange[] }>(
    `SELECT ${changesOf('$1')} AS changes`,
    [positionId],
  )
  return row?.changes ?? []
}

/**
 * What a close of the order `o` of position `p` has brought back: it bore interest until then. Null until all of the
 * asset is back. One that came into the book without its history had lent what was agreed on.
 */
export const closedQuantity = `CASE WHEN p.asset_back_at IS NOT NULL THEN coalesce((
  SELECT trim_scale(sum(t.quantity)) FROM transfers t
  WHERE t.order_id = o.id AND t.category = 'close' AND t.leg = 'asset' AND t.status = 'COMPLETED'),
  trim_scale(o.asset_quantity)) END`

interface ChangedPosition {
  readonly id: string
  readonly lenderId: string
  readonly borrowerId: string
  /** The request that asked for it. Null: it was imported with a book. */
  readonly orderRequestId: string | null
}

/** A new rate holds from a day on. */
export async function recordRate(
  tx: WriteTransaction,
  { id, lenderId, borrowerId, orderRequestId }: ChangedPosition,
  rate: { readonly percent: string; readonly from: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO interest_changes (position_id, lender_id, borrower_id, order_request_id,
       effective_on, rate_percent, recorded_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, lenderId, borrowerId, orderRequestId, rate.from, rate.percent, tx.now],
  )
}

/**
 * A part of what was lent has come back, and bears no interest from today on. Where the clock was set back, no
 * day that was frozen is opened again.
 */
export async function recordReturn(
  tx: WriteTransaction,
  { id, lenderId, borrowerId, orderRequestId }: ChangedPosition,
  lent: { readonly before: string; readonly now: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO interest_changes (position_id, lender_id, borrower_id, order_request_id,
       effective_on, quantity_before, quantity, recorded_at)
     VALUES ($1, $2, $3, $4, greatest($5::date, (SELECT max(i.effective_on) FROM interest_changes i
       WHERE i.position_id = $1 AND i.quantity IS NOT NULL)), $6, $7, $8)`,
    [id, lenderId, borrowerId, orderRequestId, dayOf(tx.now), lent.before, lent.now, tx.now],
  )
}

interface InterestBasis {
  readonly notional: string
  readonly ratePercent: string
  readonly changes: readonly InterestChange[]
}

/** What the interest of a position is computed from: what was lent and agreed on at first, and what came of it. */
export function interestBasis(position: {
  /** What is lent where it never changed. */
  readonly quantity: string
  /** At the opening. */
  readonly ratePercent: string
  readonly changes: readonly KeptInterestChange[]
}): InterestBasis {
  const { quantity, ratePercent, changes } = position
  const first = changes.find(({ quantityBefore }) => quantityBefore !== null)
  return {
    notional: first?.quantityBefore ?? quantity,
    ratePercent,
    changes: changes.map((change) => ({
      from: change.from,
      ...(change.quantity !== null && { notional: change.quantity }),
      ...(change.ratePercent !== null && { ratePercent: change.ratePercent }),
    })),
  }
}

/** The day of a time, by UTC. */
export function dayOf(time: string): string {
  return time.slice(0, 10)
}
