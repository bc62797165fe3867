import { Decimal } from '@vadium/margin'
import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { countsUnderWay, isOfPosition } from '../transfers/counting-transfers.ts'
import type { VoluntaryCollateral } from './markable-position.ts'
import type { ValuedPosition } from './valued-position.ts'

/** A transfer of collateral under way that counts: its direction, its category, its quantity. */
type UnderWay = readonly [isDelivery: boolean, isVoluntary: boolean, quantity: string]

/** A column `underWay` with each transfer. Null, as nearly always, if there is none. */
export interface CollateralUnderWay {
  readonly underWay: readonly UnderWay[] | null
}

/**
 * The column for a position `p` at a time (RFC 3339, as SQL). The sums are taken from it here: one
 * list costs a preview less than four sums that are nearly always 0.
 */
export const underWayColumn = (now: string) => `(
    SELECT json_agg(json_build_array(t.sender_organization_id = p.borrower_id,
      t.category = 'voluntary', trim_scale(t.quantity)::text))
    FROM transfers t
    WHERE t.order_id = p.order_id AND t.leg = 'collateral'
      AND t.status ${oneOf(statusSets.transfer.underWay)} AND ${isOfPosition}
      AND ${countsUnderWay(now)}) AS "underWay"`

/** Decimal strings. */
export type SumsUnderWay = Pick<
  ValuedPosition & VoluntaryCollateral,
  'deliveriesInTransit' | 'returnsInTransit' | 'voluntaryDeliveries' | 'voluntaryReturns'
>

const nothingUnderWay: SumsUnderWay = {
  deliveriesInTransit: '0',
  returnsInTransit: '0',
  voluntaryDeliveries: '0',
  voluntaryReturns: '0',
}

/** What is under way to the lender and to the borrower, and how much of it without a call. */
export function sumsUnderWay({ underWay: transfers }: CollateralUnderWay): SumsUnderWay {
  if (transfers === null) return nothingUnderWay
  const deliveries = transfers.filter(([isDelivery]) => isDelivery)
  const returns = transfers.filter(([isDelivery]) => !isDelivery)
  return {
    deliveriesInTransit: sum(deliveries),
    returnsInTransit: sum(returns),
    voluntaryDeliveries: sum(deliveries.filter(([, isVoluntary]) => isVoluntary)),
    voluntaryReturns: sum(returns.filter(([, isVoluntary]) => isVoluntary)),
  }
}

function sum(transfers: readonly UnderWay[]): string {
  return transfers.reduce((total, [, , quantity]) => total.plus(quantity), new Decimal(0)).toFixed()
}
