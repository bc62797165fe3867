import type { ErrorReason } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import type { OwnRetiredWallets } from './own-retired-wallets.ts'

/** What prevents an active order from closing or changing. */
export interface CloseBlockers {
  readonly unfinishedMarkToMarketRequests: readonly string[]
  readonly transfersUnderWay: readonly string[]
  readonly changingOrderRequests: readonly string[]
  /** Requests that await an answer: at most one of each side. */
  readonly askedOrderRequests: readonly { readonly id: string; readonly creatorId: string }[]
  /**
   * Until when the borrower cannot begin a close alone, because its last one was cancelled and
   * margin is due. RFC 3339. Null if there is no such time.
   */
  readonly marginFirstUntil: string | null
  /** They prevent what the caller asks for or agrees to, and no close. */
  readonly ownRetiredWallets: OwnRetiredWallets
}

/**
 * The borrower must not switch margin off with one close after another. For the cure time after a
 * cancelled one, it cannot begin another alone while margin is due, so that the lender can call.
 */
export function marginFirst(
  { marginFirstUntil: until }: Pick<CloseBlockers, 'marginFirstUntil'>,
  { nowMs }: Facts,
): Refusal | undefined {
  return until === null || nowMs >= Date.parse(until)
    ? undefined
    : notNow(
        'status',
        `close is possible again at ${until}: its last close was cancelled, and the margin call level is reached`,
      )
}

/** Why an active order cannot close now, and what must end before. */
export function closingBlocker(order: CloseBlockers): Refusal | undefined {
  return (
    obstructed(
      'MARK_TO_MARKET_REQUEST_OPEN',
      'mark_to_market_request_id',
      'close is not possible: a mark-to-market request of the position is unfinished',
      order.unfinishedMarkToMarketRequests,
    ) ??
    obstructed(
      'POSITION_QUANTITY_CHANGING',
      'transfer_id',
      'close is not possible: a transfer is changing the quantity of the position',
      order.transfersUnderWay,
    ) ??
    obstructed(
      'POSITION_QUANTITY_CHANGING',
      'order_request_id',
      'close is not possible: a return or recall is changing the quantity of the position',
      order.changingOrderRequests,
    )
  )
}

/** A refusal that names each obstacle. Undefined if there is none. */
export function obstructed(
  reason: ErrorReason,
  field: string,
  issue: string,
  ids: readonly string[],
): Refusal | undefined {
  if (ids.length === 0) return undefined
  return new Refusal(
    reason,
    ids.map((value) => ({ field, issue, value })),
  )
}
