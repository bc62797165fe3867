import { type CSSProperties, useState } from 'react'
import { Figure } from '../figures/figure.tsx'
import { ColumnInstant } from '../figures/time.tsx'
import type { Column, ShownColumn, Total } from './column.ts'
import styles from './data-table.module.css'

/** How a cell looks that stays in place while the table is scrolled sideways. */
export const pinned = (isPinned: boolean, place: number) =>
  isPinned
    ? { 'data-pinned': true, style: { '--start': `var(--pin-${place}, 0px)` } as CSSProperties }
    : {}

export const isNumber = <Row,>({ kind }: Column<Row>): boolean => kind === 'decimal'

/** A cell of a row. A figure that changes while it is on screen is marked once. */
export function Cell<Row>({
  shown: { column, isPinned },
  row,
  place,
}: {
  readonly shown: ShownColumn<Row>
  readonly row: Row
  /** Among the columns. */
  readonly place: number
}) {
  const value = column.value?.(row) ?? null
  const changes = useChanges(isNumber(column) ? value : null)
  const isText = (column.kind ?? 'text') === 'text' && column.value !== undefined
  return (
    <td
      className={isNumber(column) ? 'number' : isText ? 'cut' : undefined}
      title={isText ? (value ?? undefined) : undefined}
      data-changed={changes === 0 ? undefined : changes % 2 === 0 ? 'even' : 'odd'}
      {...pinned(isPinned, place)}
    >
      {column.cell === undefined ? (
        <Value column={column} row={row} value={value} />
      ) : (
        column.cell(row)
      )}
    </td>
  )
}

function Value<Row>({
  column: { kind = 'text', unit, isCut = unit !== undefined },
  row,
  value,
}: {
  readonly column: Column<Row>
  readonly row: Row
  readonly value: string | null
}) {
  if (value === null) return null
  if (kind === 'time') return <ColumnInstant at={value} />
  if (kind === 'text') return value
  return <Figure value={value} unit={unit?.(row)} column={isCut} />
}

/** How often a value has changed since it was first shown. */
function useChanges(value: string | null): number {
  const [seen, setSeen] = useState({ value, changes: 0 })
  if (seen.value === value) return seen.changes
  const changes = seen.changes + 1
  setSeen({ value, changes })
  return changes
}

const boundWords = {
  '≥': 'At least: some rows have no price',
  '≤': 'At most: some rows have no price',
} as const

/** A total, with a sign where it leaves out what is unknown. */
export function TotalFigure({
  total,
  isCut = false,
}: {
  readonly total: Total | null
  readonly isCut?: boolean | undefined
}) {
  if (total === null) return <Figure value={null} missing="no price" />
  const { value, bound } = total
  return (
    <span className={styles['total']} title={bound && boundWords[bound]}>
      {bound && `${bound} `}
      <Figure value={value} column={isCut} />
    </span>
  )
}
