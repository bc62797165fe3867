import type { RevaluationService } from '../../src/features/deals/positions/revaluation.service.ts'
import type { Deal } from './book.ts'
import type { RunningService } from './service.ts'
import type { World } from './world/world.ts'

/**
 * The kept figures of a world: also of a deal without ETH, and of one in which the lender borrows.
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

  /** Values again what has changed. How many positions that were. */
  run(): Promise<number> {
    return this.revaluation.runPending()
  }

  kept({ positionId }: Deal): Promise<Record<string, unknown>> {
    return keptOf(this.#world.service, positionId)
  }
}

/** What is kept of a position, by the names of its answer, and as its answer would have it. */
export async function keptOf(
  service: RunningService,
  id: string,
): Promise<Record<string, unknown>> {
  const { rows } = await service.database.query(
    `SELECT trim_scale(asset_price_usd)::text AS current_price,
       trim_scale(collateral_price_usd)::text AS collateral_price,
       asset_notional_usd::text, collateral_value_usd::text, ltv_percent::text, ccr_percent::text,
       margin_call_reached, liquidation_reached, ready_for_m2m, m2m_direction,
       trim_scale(m2m_collateral_amount)::text AS m2m_collateral_amount,
       m2m_notional_usd::text, m2m_reason
     FROM position_figures WHERE position_id = $1`,
    [id],
  )
  return rows[0] ?? {}
}
