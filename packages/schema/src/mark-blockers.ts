import type { ErrorReason } from './errors/reasons.ts'

/**
 * The reasons for which a position cannot be marked to market, whatever the prices are. Only the
 * last may be one against a Release alone: the collateral of a returned part is still owed.
 */
const markBlockers = [
  'POSITION_NOT_ACTIVE',
  'COLLATERAL_MANAGED_BY_AGENT',
  'MARK_TO_MARKET_REQUEST_OPEN',
  'POSITION_QUANTITY_CHANGING',
] as const satisfies readonly ErrorReason[]
export type MarkBlocker = (typeof markBlockers)[number]

/**
 * Whether a mark-to-market request for a position depends on prices alone. If not, none can be
 * submitted at any price.
 */
export function dependsOnPricesAlone({
  m2m_reason,
}: {
  readonly m2m_reason: string | null
}): boolean {
  return !markBlockers.some((blocker) => blocker === m2m_reason)
}
