import { searchTexts } from '../service/search-texts.ts'
import type { Sorting } from './sorting.ts'
import { readSorting } from './sorting.ts'

/** What the address says of a table. */
export interface TableSearch {
  /** The column that sorts, after a minus sign if it goes down. Undefined: as the list comes. */
  readonly sort?: string | undefined
  /** The column whose values make groups. */
  readonly group?: string | undefined
  /** The columns that are shown. Undefined: those that this browser remembers. */
  readonly columns?: string | undefined
}

export const readTableSearch = (given: Readonly<Record<string, unknown>>): TableSearch =>
  searchTexts(given, ['sort', 'group', 'columns'])

/** What of an address is a filter of the operation. */
export function filtersOf<Search extends TableSearch>(
  search: Search,
): Omit<Search, keyof TableSearch> {
  const { sort: _sort, group: _group, columns: _columns, ...filters } = search
  return filters
}

/** The sorting that the address asks for, if the list does not come in it. */
export function ownSorting({ sort }: TableSearch, served: readonly string[]): Sorting | undefined {
  return sort === undefined || served.includes(sort) ? undefined : readSorting(sort)
}
