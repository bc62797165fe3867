import type { InterestChange } from '@vadium/margin'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { dayOf } from '../../../platform/instant.ts'

/** From a day on, either another quantity is lent or another rate applies. Decimals are strings. */
export interface KeptInterestChange {
  /** The first day for which it counts, `YYYY-MM-DD` in UTC. */
  readonly from: string
  /** The quantity that was lent until then. */
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

/** The {@link KeptInterestChange}s of a position `p`, in the order in which they apply. */
export const interestChangesJson = changesOf('p.id')

/** Like {@link interestChangesJson}, but only those recorded before a time. */
export const interestChangesBefore = (time: string) => changesOf('p.id', `i.recorded_at < ${time}`)

/**
 * The quantity that a close of the order `o` of position `p` has returned, or that a close-out has
 * ended, on which interest ran until then. Null until all of it is over.
 */
export const closedQuantity = `CASE WHEN p.asset_back_at IS NOT NULL THEN coalesce(
  trim_scale(p.interest_quantity), (
  SELECT trim_scale(sum(t.quantity)) FROM transfers t
  WHERE t.order_id = o.id AND t.category = 'close' AND t.leg = 'asset' AND t.status = 'COMPLETED')) END`

interface ChangedPosition {
  readonly id: string
  readonly lenderId: string
  readonly borrowerId: string
}

/** The order request that a change follows from. */
interface OfRequest {
  readonly orderRequestId: string
}

/** Records a new rate from a day on. */
export async function recordRate(
  tx: WriteTransaction,
  { id, lenderId, borrowerId, orderRequestId }: ChangedPosition & OfRequest,
  rate: { readonly percent: string; readonly from: string },
): Promise<void> {
  await tx.write(
    `INSERT INTO interest_changes (position_id, lender_id, borrower_id, order_request_id,
       effective_on, rate_percent, recorded_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, lenderId, borrowerId, orderRequestId, rate.from, rate.percent, tx.now],
  )
}

/**
 * Records that less is lent and bears interest from today on: a part was returned, or a close-out
 * in part has discharged it. If the clock was set back, days that are already fixed stay unchanged.
 */
export async function recordLess(
  tx: WriteTransaction,
  { id, lenderId, borrowerId }: ChangedPosition,
  origin: OfRequest | { readonly closeOutId: string },
  lent: { readonly before: string; readonly now: string },
): Promise<void> {
  const [requestId, closeOutId] =
    'closeOutId' in origin ? [null, origin.closeOutId] : [origin.orderRequestId, null]
  await tx.write(
    `INSERT INTO interest_changes (position_id, lender_id, borrower_id, order_request_id,
       close_out_id, effective_on, quantity_before, quantity, recorded_at)
     VALUES ($1, $2, $3, $4, $5, greatest($6::date, (
       SELECT max(i.effective_on) FROM interest_changes i
       WHERE i.position_id = $1 AND i.quantity IS NOT NULL)), $7, $8, $9)`,
    [id, lenderId, borrowerId, requestId, closeOutId, dayOf(tx.now), lent.before, lent.now, tx.now],
  )
}

interface InterestBasis {
  readonly notional: string
  readonly ratePercent: string
  readonly changes: readonly InterestChange[]
}

/** The basis of a position's interest: the first quantity and rate, and their changes. */
export function interestBasis(position: {
  /** The lent quantity, if it never changed. */
  readonly quantity: string
  /** The rate at the opening. */
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
