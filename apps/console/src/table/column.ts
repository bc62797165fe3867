import type { ReactNode } from 'react'

/** A sum over rows. */
export interface Total {
  readonly value: string
  /** Which bound it is of the sum that also has what is unknown. Undefined: it is exact. */
  readonly bound: '≥' | '≤' | undefined
}

/** What a column is, whatever its rows are. */
export interface ColumnHead {
  /** Its name in the address. */
  readonly id: string
  /** Its name in the header. */
  readonly name: string
  /** Whether rows can be grouped by its values. */
  readonly groups?: boolean
  /** Whether it is hidden until a person chooses it. */
  readonly isHidden?: boolean
  /** Whether it stays in place while the table is scrolled sideways, unless a person decides. */
  readonly isPinned?: boolean
}

/** A column of a table whose rows are all of one kind. */
export interface Column<Row> extends ColumnHead {
  /** What its values are. Default: text. A time is shown in UTC, and its name says so. */
  readonly kind?: 'text' | 'decimal' | 'time'
  /**
   * What a row has there, as the API gives it: rows are sorted by it, and it is saved. Null if the
   * row has none. A column without it has controls: it is always shown, and never saved.
   */
  readonly value?: (row: Row) => string | null
  /** Whether it is left out of a print: there is nothing to press on paper. */
  readonly isOnScreenOnly?: boolean
  /** The unit of a decimal. Rows are sorted by it first. */
  readonly unit?: (row: Row) => string
  /** Whether digits after the eighth are cut off, as they are beside a unit. Default: false. */
  readonly isCut?: boolean
  /** How it is shown. Default: as its kind. */
  readonly cell?: (row: Row) => ReactNode
  /** What is in the header instead of the name. */
  readonly head?: ReactNode
  /** The total of some rows. Null if none of them has what is summed. */
  readonly total?: (rows: readonly Row[]) => Total | null
}

/** A column that a person has chosen. */
export interface ChosenColumn {
  readonly column: ColumnHead
  readonly isPinned: boolean
}

/** A column as it is shown. */
export interface ShownColumn<Row> extends ChosenColumn {
  readonly column: Column<Row>
}

const separator = '.'
const pin = '*'

/** The columns that a text of an address names, those that stay in place first. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: string | undefined,
): readonly ShownColumn<Row>[] {
  const named = new Map(
    chosen?.split(separator).map((part) => [part.replace(pin, ''), part.endsWith(pin)]),
  )
  const isKnown = columns.some(({ id, value }) => value !== undefined && named.has(id))
  const shown = columns.flatMap((column): ShownColumn<Row>[] => {
    const { id, value, isHidden = false, isPinned = false } = column
    if (!isKnown || value === undefined) return isHidden ? [] : [{ column, isPinned }]
    return named.has(id) ? [{ column, isPinned: named.get(id) === true }] : []
  })
  return [...shown.filter((one) => one.isPinned), ...shown.filter((one) => !one.isPinned)]
}

/** Those of the columns that a person can choose: all but the controls. */
export const chosenOf = <Row>(shown: readonly ShownColumn<Row>[]): readonly ChosenColumn[] =>
  shown.filter(({ column }) => column.value !== undefined)

/** The text that names these columns in an address. */
export const columnsText = (chosen: readonly ChosenColumn[]): string =>
  chosen.map(({ column: { id }, isPinned }) => `${id}${isPinned ? pin : ''}`).join(separator)
