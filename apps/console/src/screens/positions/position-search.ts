import type { ListPositionsQuery } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'

/** The filters of the screen: those of the operation, under their names. */
export type PositionSearch = Pick<
  ListPositionsQuery,
  'status' | 'asset' | 'collateral_asset' | 'counterparty_id' | 'order_by' | 'm2m_direction'
> & {
  readonly ready_for_m2m?: boolean | undefined
  readonly margin_call_reached?: boolean | undefined
  readonly liquidation_reached?: boolean | undefined
}

const texts = ['status', 'asset', 'collateral_asset', 'counterparty_id'] as const
const flags = ['ready_for_m2m', 'margin_call_reached', 'liquidation_reached'] as const

export function readPositionSearch(given: Record<string, unknown>): PositionSearch {
  return {
    ...searchTexts(given, texts),
    ...Object.fromEntries(
      flags.flatMap((name) => (typeof given[name] === 'boolean' ? [[name, given[name]]] : [])),
    ),
    ...(isDirection(given['m2m_direction']) && { m2m_direction: given['m2m_direction'] }),
    ...(given['order_by'] === 'create_time' && { order_by: 'create_time' as const }),
  }
}

const isDirection = (value: unknown) => value === 'TopUp' || value === 'Release'
