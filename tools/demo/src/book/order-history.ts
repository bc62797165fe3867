import type { EarlierScenario as Scenario } from '@vadium/api/scenario'
import type { Movement } from '../transfers/movement.ts'

type Unowned<Request> = Omit<Request, 'id' | 'position_id'>

/** All that has happened to an order, each list in any order. */
export interface OrderHistory {
  readonly movements: Movement[]
  readonly calls: Unowned<Scenario['mark_to_market_requests'][number]>[]
  readonly requests: Unowned<Scenario['order_requests'][number]>[]
  /** When the last mark-to-market completed, if one has: Unix milliseconds. */
  lastMarkedAt?: number
}

export function emptyHistory(): OrderHistory {
  return { movements: [], calls: [], requests: [] }
}
