import type { ListOrdersQuery } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'
import { readTableSearch, type TableSearch } from '../../table/table-search.ts'

/** What the address says of the list. Its filters are those of the operation, under their names. */
export type OrderSearch = Omit<ListOrdersQuery, 'page_size' | 'page_token'> & TableSearch

export const readOrderSearch = (given: Record<string, unknown>): OrderSearch => ({
  ...searchTexts(given, ['status', 'asset', 'collateral_asset', 'counterparty_id']),
  ...readTableSearch(given),
})
