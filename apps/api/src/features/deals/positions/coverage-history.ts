import { type CoveragePoint, type Position, positionHistoriesMax } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { ReadPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Reads what the coverage of positions was. */
export interface CoverageHistories {
  /** By the ids of the positions, the oldest point first. A position without one may be missing. */
  ofLastDays(
    caller: Tenant,
    positionIds: readonly string[],
    days: number,
  ): Promise<ReadonlyMap<string, CoveragePoint[]> | Refusal>
}

/** The pages of a list of positions, each with its coverage in the last days. */
export function withCoverageHistory(
  read: ReadPage<Position>,
  histories: CoverageHistories,
  caller: Tenant,
  days: number,
): ReadPage<Position> {
  return async (after, pageSize) => {
    const page = await read(after, Math.min(pageSize, positionHistoriesMax))
    if (page instanceof Refusal || page.items.length === 0) return page
    const ids = page.items.map(({ id }) => id)
    const known = await histories.ofLastDays(caller, ids, days)
    if (known instanceof Refusal) return known
    const items = page.items.map((position) => ({
      ...position,
      coverage_history: known.get(position.id) ?? [],
    }))
    return { ...page, items }
  }
}
