import {
  closeOrder,
  createMarkToMarketRequest,
  createOrderRequest,
  errorReason,
  type Operation,
  orderRequestKinds,
  orderStates,
  type Position,
  previewMarkToMarketRequest,
  type Role,
} from '@vadium/schema'
import type { Asker } from '../../edge/operation-pipeline.ts'
import { availableActions } from '../../writes/state-moves.ts'
import { eligibilityObstacle } from '../order-requests/order-request-eligibility.ts'
import { closingObstacle } from '../orders/order-obstacles.ts'
import type { ListedPosition } from './listed-position.ts'
import type { PositionFigures } from './position-figures.ts'

type Action = Position['actions'][number]

/** What the caller may do next with a position, and why not. */
export function positionActions(
  position: ListedPosition,
  { refusal, m2mReason }: PositionFigures,
  { organizationId, role }: Pick<Asker, 'organizationId' | 'role'>,
): Action[] {
  const refused = refusal && errorReason(refusal.reason).message
  const notDue = m2mReason === null ? undefined : errorReason('MARK_TO_MARKET_NOT_DUE').message
  return [
    action('preview', notForRole(previewMarkToMarketRequest, role) ?? refused),
    action(
      'create_mark_to_market_request',
      notForRole(createMarkToMarketRequest, role) ?? refused ?? notDue,
    ),
    action('close', notForRole(closeOrder, role) ?? notToClose(position, organizationId)),
    ...orderRequestKinds.map((kind) => {
      const deal = { ...position, ...position.closingHoldUps }
      const obstacle = eligibilityObstacle(kind, deal, organizationId)
      return action(kind, notForRole(createOrderRequest, role) ?? obstacle?.details[0]?.issue)
    }),
  ]
}

function action(name: string, reason: string | undefined): Action {
  return { action: name, available: reason === undefined, reason: reason ?? null }
}

function notForRole({ roles }: Operation, role: Role): string | undefined {
  return roles.includes(role) ? undefined : `the role ${role} does not include it`
}

/** A close is a move of the order. */
function notToClose(position: ListedPosition, organizationId: string): string | undefined {
  const { lenderId, borrowerId, orderStatus: status } = position
  const actions = availableActions(orderStates, { lenderId, borrowerId, status }, organizationId)
  const close = actions.find(({ action: name }) => name === 'close')
  if (close?.reason != null) return close.reason
  return closingObstacle(position.closingHoldUps)?.details[0]?.issue
}
