import { readTableSearch, type TableSearch } from '../../table/table-search.ts'

/** The lists that the address can ask for alone. */
const shown = ['to_answer', 'theirs', 'disputed', 'in_transit', 'owed_to_us', 'owed_by_us'] as const
export type ShownCalls = (typeof shown)[number]

export interface CallSearch extends TableSearch {
  readonly show?: ShownCalls | undefined
}

export function readCallSearch(given: Record<string, unknown>): CallSearch {
  const show = shown.find((name) => name === given['show'])
  return { ...(show !== undefined && { show }), ...readTableSearch(given) }
}
