import type { ScenarioTransfer } from '@vadium/api/scenario'
import type { Decimal } from '@vadium/margin'
import type { ProviderState } from '@vadium/schema'

/** One transfer of an order, before it is written down. */
export interface Movement {
  readonly category: ScenarioTransfer['category']
  readonly leg: ScenarioTransfer['leg']
  /** Above zero, in units of what the leg moves. */
  readonly quantity: Decimal
  readonly path: 'toLender' | 'toBorrower'
  readonly state: ProviderState
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** How much collateral a completed movement adds to what the lender holds. */
export function settledCollateral({ leg, state, path, quantity }: Movement): Decimal {
  if (leg !== 'collateral' || state !== 'completed') return quantity.times(0)
  return path === 'toLender' ? quantity : quantity.negated()
}
