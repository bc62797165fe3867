import type { Tenant } from '../../db/tenant.ts'
import { Refusal } from '../../refusal.ts'
import type { MarkablePosition } from './markable-position.ts'
import type { PositionRepository } from './position.repository.ts'

export class PositionService {
  readonly #positions: PositionRepository

  constructor(positions: PositionRepository) {
    this.#positions = positions
  }

  /** A position of the organization that can be marked to market, or the refusal that says why not. */
  async markable(tenant: Tenant, id: string): Promise<MarkablePosition | Refusal> {
    const position = await this.#positions.findMarkable(tenant, id)
    if (position instanceof Refusal) return position
    if (position === undefined) return positionNotFound(id)
    return markObstacle(position) ?? position
  }
}

/** Whether nobody has it or another organization does, the answer is the same. */
export function positionNotFound(id: string): Refusal {
  return new Refusal('POSITION_NOT_FOUND', [
    { field: 'position_id', issue: 'is not a position of this organization', value: id },
  ])
}

/** Why a position cannot be marked to market, where it cannot. */
export function markObstacle(position: MarkablePosition): Refusal | undefined {
  if (position.status === 'OPENING' || position.status === 'CLOSED') {
    return new Refusal('POSITION_NOT_ACTIVE', [
      { field: 'position_id', issue: `the position is ${position.status}`, value: position.id },
    ])
  }
  if (position.collateralType === 'TRIPARTY') {
    return new Refusal('COLLATERAL_MANAGED_BY_AGENT', [
      { field: 'position_id', issue: 'its collateral is TRIPARTY', value: position.id },
    ])
  }
  if (position.openMarkToMarketRequests.length > 0) {
    return new Refusal(
      'MARK_TO_MARKET_REQUEST_OPEN',
      position.openMarkToMarketRequests.map((value) => ({
        field: 'mark_to_market_request_id',
        issue: 'awaits an answer or a retry',
        value,
      })),
    )
  }
  const changing = position.changingOrderRequests.map((value) => ({
    field: 'order_request_id',
    issue: 'is changing the quantity of the position',
    value,
  }))
  if (position.status === 'CLOSING') {
    changing.push({ field: 'order_id', issue: 'the order is closing', value: position.orderId })
  }
  return changing.length > 0 ? new Refusal('POSITION_QUANTITY_CHANGING', changing) : undefined
}
