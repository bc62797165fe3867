import type { ListAuditEntriesQuery } from '@vadium/client'
import { searchTexts } from '../../service/search-texts.ts'

/** The filters of the screen: those of the operation, under their names. */
type AuditFilters = Omit<ListAuditEntriesQuery, 'page_size' | 'page_token'>

/** `request` is the request whose details are shown. */
export type AuditSearch = AuditFilters & { readonly request?: string | undefined }

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
  ...(typeof given['reads'] === 'boolean' && { reads: given['reads'] }),
})
