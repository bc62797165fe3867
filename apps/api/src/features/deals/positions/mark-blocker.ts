import type { MarkBlocker } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { ValuedPosition } from './valued-position.ts'

/** Clients know these reasons: they do not depend on prices. */
const refused = (reason: MarkBlocker, details: Refusal['details']) => new Refusal(reason, details)

/** Why a position cannot be marked to market now, whatever the prices are. */
export function markBlocker(position: ValuedPosition): Refusal | undefined {
  return notComputable(position) ?? openRequest(position) ?? changingQuantity(position)
}

/** Why neither a call nor a close-out of a position can be computed, whatever else goes on. */
export function notComputable(
  position: Pick<ValuedPosition, 'id' | 'status' | 'collateralType'>,
): Refusal | undefined {
  if (position.status === 'OPENING' || position.status === 'CLOSED') {
    return refused('POSITION_NOT_ACTIVE', [
      { field: 'position_id', issue: `the position is ${position.status}`, value: position.id },
    ])
  }
  if (position.collateralType === 'TRIPARTY') {
    return refused('COLLATERAL_MANAGED_BY_AGENT', [
      { field: 'position_id', issue: 'its collateral is TRIPARTY', value: position.id },
    ])
  }
  return undefined
}

function openRequest({ openMarkToMarketRequests: open }: ValuedPosition): Refusal | undefined {
  if (open.length === 0) return undefined
  return new Refusal(
    'MARK_TO_MARKET_REQUEST_OPEN',
    open.map((value) => ({
      field: 'mark_to_market_request_id',
      issue: 'awaits an answer or a retry',
      value,
    })),
  )
}

function changingQuantity(position: ValuedPosition): Refusal | undefined {
  const changing = position.changingOrderRequests.map((value) => ({
    field: 'order_request_id',
    issue: 'is changing the quantity of the position',
    value,
  }))
  if (position.status === 'CLOSING') {
    changing.push({ field: 'order_id', issue: 'the order is closing', value: position.orderId })
  }
  return changing.length > 0 ? refused('POSITION_QUANTITY_CHANGING', changing) : undefined
}
