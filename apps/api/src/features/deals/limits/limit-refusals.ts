import { formatDecimal } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import { RememberedRefusal } from '../../../platform/writes/remembered-refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PairLimits } from './counterparty-limits.ts'
import { notifyOfRefusal } from './limit-notifications.ts'
import {
  type ExceededLimit,
  exceededLimits,
  type OfferedOrder,
  type UsedLimits,
} from './limits-in-effect.ts'

interface NumberedOrder extends OfferedOrder {
  readonly id: string
  readonly number: number
}

/** Why own limits refuse an order, or an extend without one; with all figures. */
export function ownLimitFault(own: UsedLimits, order?: OfferedOrder): Refusal | undefined {
  if (own.limits.onBreach !== 'refuse') return undefined
  const exceeded = exceededLimits(own, order)
  return exceeded.length === 0 ? undefined : new Refusal('LIMIT_EXCEEDED', exceeded.map(detailOf))
}

function detailOf({ name, what, most, unit, use: { shown } }: ExceededLimit) {
  if (shown === null) {
    return {
      field: name,
      issue: `${what} is unknown, and its limit is ${most} ${unit}: an asset never had a price`,
    }
  }
  const value = formatDecimal(shown, unit === 'USD' ? 2 : 0)
  return {
    field: name,
    issue: `${what} would be ${value} ${unit}, and its limit is ${most} ${unit}`,
    value,
  }
}

/**
 * Why the limits of the other side refuse an acceptance: it names the other side, and no figure. A
 * trial, which is undone if the acceptance needs approval, does not look: nothing is learned for
 * nothing.
 */
export function otherLimitFault(
  tx: WriteTransaction,
  order: NumberedOrder,
  { other, wasRefused }: PairLimits,
): Refusal | undefined {
  const refuses = other?.limits.onBreach === 'refuse'
  if (!wasRefused && !refuses) return undefined
  if (tx.takesProvisional()) return undefined
  if (wasRefused) return new Refusal('LIMIT_EXCEEDED', ofOtherSide)
  if (other === undefined) return undefined
  const exceeded = exceededLimits(other, order)
  if (exceeded.length === 0) return undefined
  return new RememberedRefusal('LIMIT_EXCEEDED', ofOtherSide, (after) =>
    remember(after, order, other, exceeded),
  )
}

const ofOtherSide = [{ field: 'counterparty_id', issue: 'a limit of the other side is exceeded' }]

/** From now on it is refused for a time without looking, and the other side knows. */
async function remember(
  tx: WriteTransaction,
  order: NumberedOrder,
  other: UsedLimits,
  exceeded: readonly ExceededLimit[],
): Promise<void> {
  await tx.write(
    `INSERT INTO limit_refusals (order_id, organization_id, refused_at) VALUES ($1, $2, $3)
     ON CONFLICT (order_id) DO UPDATE SET refused_at = excluded.refused_at`,
    [order.id, tx.organizationId, tx.now],
  )
  await notifyOfRefusal(tx, order, other.limits, exceeded)
}
