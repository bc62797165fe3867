import type { ListDocumentsQuery } from '@vadium/client'
import { documentKinds } from '@vadium/schema'
import { searchTexts } from '../../service/search-texts.ts'
import { readTableSearch, type TableSearch } from '../../table/table-search.ts'

/** The filters of the screen: those of the operation, under their names. */
type DocumentFilters = Omit<ListDocumentsQuery, 'page_size' | 'page_token'>

export type DocumentSearch = DocumentFilters & TableSearch

export const readDocumentSearch = (given: Readonly<Record<string, unknown>>): DocumentSearch => {
  const kind = documentKinds.find((one) => one === given['kind'])
  return {
    ...(kind !== undefined && { kind }),
    ...searchTexts(given, ['order_id', 'subject_id', 'counterparty_id', 'from', 'to']),
    ...readTableSearch(given),
  }
}
