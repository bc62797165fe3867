import type { ListPositionsQuery } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'
import { readTableSearch, type TableSearch } from '../../table/table-search.ts'

/** What the address says of the list. Its filters are those of the operation, under their names. */
export type PositionSearch = Pick<
  ListPositionsQuery,
  'status' | 'asset' | 'collateral_asset' | 'counterparty_id' | 'm2m_direction'
> &
  TableSearch & {
    readonly ready_for_m2m?: boolean | undefined
    readonly margin_call_reached?: boolean | undefined
    readonly liquidation_reached?: boolean | undefined
  }

const texts = ['status', 'asset', 'collateral_asset', 'counterparty_id'] as const
const flags = ['ready_for_m2m', 'margin_call_reached', 'liquidation_reached'] as const

export function readPositionSearch(given: Record<string, unknown>): PositionSearch {
  return {
    ...searchTexts(given, texts),
    // An older address has the order of the operation.
    ...(given['order_by'] === 'create_time' && { sort: '-created' }),
    ...readTableSearch(given),
    ...Object.fromEntries(
      flags.flatMap((name) => (typeof given[name] === 'boolean' ? [[name, given[name]]] : [])),
    ),
    ...(isDirection(given['m2m_direction']) && { m2m_direction: given['m2m_direction'] }),
  }
}

const isDirection = (value: unknown) => value === 'TopUp' || value === 'Release'
