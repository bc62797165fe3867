import type { RevaluationService } from '../../src/features/deals/positions/revaluation.service.ts'
import type { Deal } from './book.ts'
import type { RunningService } from './service.ts'
import type { World } from './world/world.ts'

/**
 * The kept levels of a world: also of a deal without ETH, and of one in which the lender borrows.
 */
export class RevaluedBook {
  readonly #world: World
  readonly dollars: Deal
  readonly otherWay: Deal

  constructor(world: World) {
    this.#world = world
    const { book, lender, borrower } = world
    this.dollars = book.deal(lender, borrower, { collateral_asset: 'USDC' })
    this.otherWay = book.deal(borrower, lender)
  }

  get revaluation(): RevaluationService {
    return this.#world.service.services.revaluation
  }

  get positionCount(): number {
    return this.#world.book.deals.length
  }

  /** Decides what has changed. How many positions it valued. */
  run(): Promise<number> {
    return this.revaluation.runPending()
  }

  kept({ positionId }: Deal): Promise<Record<string, unknown>> {
    return keptOf(this.#world.service, positionId)
  }
}

/** Which levels of a position count as reached. Nothing is kept of a closed position. */
export async function keptOf(
  service: RunningService,
  id: string,
): Promise<Record<string, unknown>> {
  const { rows } = await service.database.query(
    'SELECT margin_call_reached, liquidation_reached FROM position_levels WHERE position_id = $1',
    [id],
  )
  return rows[0] ?? {}
}
