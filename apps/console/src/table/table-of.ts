import type { ReactNode } from 'react'
import type { Pages } from '../service/read.ts'
import type { Column } from './column.ts'
import type { TableSearch } from './table-search.ts'

/** Rows as a table. */
export interface TableOf<Row> {
  /** Of the table, for a screen reader and for what this browser remembers of it. */
  readonly name: string
  /** What the rows are, in words: `positions`. */
  readonly what: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
  /**
   * The list that the rows are of, if it is read page by page. Undefined: they are all there are.
   */
  readonly pages?: Pages<Row> | undefined
  readonly search: TableSearch
  readonly change: (changed: TableSearch) => void
  /** The sortings in which the list comes from the service, first the one without a choice. */
  readonly served?: readonly [string, ...string[]]
  /** Is called with the ids of the rows on screen, once they are others. */
  readonly shows?: (ids: readonly string[]) => void
  /** What a press on a row does, beside what is in it. */
  readonly open?: (row: Row) => void
  /** Reads all rows that match, in the order of the list. For its file, if not all are shown. */
  readonly readAll?: ((signal: AbortSignal) => AsyncIterable<Row>) | undefined
  /** Whether further pages are read by a press only: there may be very many without a match. */
  readonly isReadByHand?: boolean
  /** Whether it is a part of a screen about something else: then it has no tools. */
  readonly isPart?: boolean
  /** Whether `search` is of the address, so that it can be saved as a view. Default: true. */
  readonly isInAddress?: boolean
  /** What is above the table, beside its columns and its file. */
  readonly tools?: ReactNode
}
