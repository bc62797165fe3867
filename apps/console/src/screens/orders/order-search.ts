import type { ListOrdersQuery } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'

/** The filters of the screen: those of the operation, under their names. */
export type OrderSearch = Omit<ListOrdersQuery, 'page_size' | 'page_token'>

export const readOrderSearch = (given: Record<string, unknown>): OrderSearch =>
  searchTexts(given, ['status', 'asset', 'collateral_asset', 'counterparty_id'])
