import type { PartyName } from '../preview-context.ts'
import type { DealHistory, DealPrices, OpenNotice, StressedDeal } from './stressed-deal.ts'

/** What a fact is asked of. */
export interface Asked {
  readonly deal: StressedDeal
  readonly prices: DealPrices
  readonly nowMs: number
  readonly inDefault: PartyName
  /** The open notice of this cause against this party, if there is one. */
  readonly notice: OpenNotice | undefined
  /** Whether the fact of another notice of the deal holds. */
  readonly holds: (notice: OpenNotice) => boolean | null
}

/** The same, of a cause that depends on what was demanded and sent. */
export interface AskedOfHistory extends Asked {
  readonly history: DealHistory
}
