import type { ListAuditEntriesQuery } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'
import { readTableSearch, type TableSearch } from '../../table/table-search.ts'

/** The filters of the screen: those of the operation, under their names. */
type AuditFilters = Omit<ListAuditEntriesQuery, 'page_size' | 'page_token'>

/** `request` is the request whose details are shown. */
export type AuditSearch = AuditFilters & TableSearch & { readonly request?: string | undefined }

const texts = [
  'event',
  'outcome',
  'credential_id',
  'subject_id',
  'request_id',
  'from',
  'to',
  'request',
] as const

export const readAuditSearch = (given: Readonly<Record<string, unknown>>): AuditSearch => ({
  ...searchTexts(given, texts),
  ...readTableSearch(given),
  ...(typeof given['reads'] === 'boolean' && { reads: given['reads'] }),
})
