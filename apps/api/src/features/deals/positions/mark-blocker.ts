import type { MarkBlocker, MarkToMarketDirection } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { ChangingOrderRequest, ValuedPosition } from './valued-position.ts'

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

/**
 * Why no Release of a position can be requested now: the share of a returned part is not back, and
 * the same collateral would be sent twice. It hinders no TopUp, so that a lender who keeps the
 * share cannot keep the borrower from securing the rest.
 */
export function releaseBlocker(
  { changingOrderRequest: changing }: Pick<ValuedPosition, 'changingOrderRequest'>,
  direction: MarkToMarketDirection,
): Refusal | undefined {
  if (direction !== 'Release' || changing?.owesCollateral !== true) return undefined
  const issue = 'its collateral is to be sent back before a Release'
  return refused('POSITION_QUANTITY_CHANGING', [changedBy(changing, issue)])
}

function changingQuantity(position: ValuedPosition): Refusal | undefined {
  const { changingOrderRequest: changing, status, orderId } = position
  const details = [
    ...(changing?.owesCollateral === false
      ? [changedBy(changing, 'is changing the quantity of the position')]
      : []),
    ...(status === 'CLOSING'
      ? [{ field: 'order_id', issue: 'the order is closing', value: orderId }]
      : []),
  ]
  return details.length > 0 ? refused('POSITION_QUANTITY_CHANGING', details) : undefined
}

const changedBy = ({ id: value }: ChangingOrderRequest, issue: string) => ({
  field: 'order_request_id',
  issue,
  value,
})
