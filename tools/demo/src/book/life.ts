import { bookTime, hour } from '../calendar.ts'
import { Random } from '../random.ts'
import { addClosing, addClosingInProgress } from './closing.ts'
import { addInterest } from './interest.ts'
import { addLatest } from './latest-movements.ts'
import { addMarginCalls } from './margin-calls.ts'
import { addOpening, addUnfinishedOpening } from './opening.ts'
import { emptyHistory, type OrderHistory } from './order-history.ts'
import { type OrderPlan, positionStatus } from './order-plan.ts'
import { addIdleRequests, addPartialReturn } from './returns.ts'

/** All that happened to an order, made up backwards from where it stands at the end of the book. */
export function lifeOf(order: OrderPlan): OrderHistory {
  const random = new Random(`life of order ${order.number}`)
  const history = emptyHistory()
  if (order.status === 'ACCEPTED') {
    addUnfinishedOpening(history, order, random, ['pending_submission', 'pending_submission'])
    return history
  }
  if (order.status === 'OPENING') {
    addUnfinishedOpening(history, order, random, ['pending_provider_approval', 'confirming'])
    return history
  }
  if (order.status === 'FAILED') {
    addUnfinishedOpening(history, order, random, ['failed', 'cancelled'])
    return history
  }
  if (positionStatus(order) === undefined) return history

  const until = order.closedAt ?? bookTime
  // What a tri-party agent manages is not called by the parties.
  if (order.collateralType !== 'TRIPARTY') addMarginCalls(history, order, until, random)
  addPartialReturn(history, order, until, random)
  addIdleRequests(history, order, until, random)
  addOpening(history, order, random)
  addInterest(history, order, until, random)
  if (order.status === 'CLOSED') addClosing(history, order, until, random)
  if (order.status === 'CLOSING') addClosingInProgress(history, order, until - 2 * hour, random)
  if (order.latest !== undefined) addLatest(history, order, order.latest, random)
  return history
}
