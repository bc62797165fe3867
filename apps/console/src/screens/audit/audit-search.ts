import { searchTexts } from '../../service/search-texts.ts'

/**
 * What is looked for among the entries that were read: an event; `reads`, or `changes` for
 * everything else; `ok`, or `refused` for any refusal; who did it; and the id of a resource or a
 * request. `request` is the one whose details are shown.
 */
const names = ['event', 'kind', 'outcome', 'credential', 'subject', 'request'] as const

export type AuditSearch = ReturnType<typeof readAuditSearch>

export const readAuditSearch = (given: Readonly<Record<string, unknown>>) =>
  searchTexts(given, names)
