import { searchTexts } from '../../service/search-texts.ts'
import { readTableSearch } from '../../table/table-search.ts'

/** What the address says of the list. Its filters are those of the operation, under their names. */
export const readCloseOutSearch = (given: Record<string, unknown>) => ({
  ...searchTexts(given, ['status', 'position_id']),
  ...readTableSearch(given),
})
