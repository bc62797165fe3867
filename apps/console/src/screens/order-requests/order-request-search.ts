import { searchTexts } from '../../service/search-texts.ts'
import { readTableSearch } from '../../table/table-search.ts'

/** What the address says of the list. Its filters are those of the operation, under their names. */
export const readOrderRequestSearch = (given: Record<string, unknown>) => ({
  ...searchTexts(given, ['status', 'kind', 'position_id']),
  ...readTableSearch(given),
})

export type OrderRequestSearch = ReturnType<typeof readOrderRequestSearch>

/** The position that a new request is about. */
export const readNewRequestSearch = (given: Record<string, unknown>) =>
  searchTexts(given, ['position'])
