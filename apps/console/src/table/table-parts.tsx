import type { ReactNode } from 'react'
import { isNumber, pinned, TotalFigure } from './cell.tsx'
import type { ShownColumn } from './column.ts'
import { nextSorting, type Sorting } from './sorting.ts'
import type { Line } from './table-lines.ts'
import type { TableSearch } from './table-search.ts'
import styles from './data-table.module.css'

interface Shown<Row> {
  readonly shown: readonly ShownColumn<Row>[]
}

/** The names of the columns. A press sorts by one. */
export function Header<Row>({
  shown,
  present,
  first,
  change,
}: Shown<Row> & {
  readonly present: Sorting | undefined
  /** The sorting in which the list comes. */
  readonly first: string | undefined
  /** Undefined: the table is as it is, as on paper. */
  readonly change: ((changed: TableSearch) => void) | undefined
}) {
  return (
    <thead>
      <tr>
        {shown.map(({ column, isPinned }, place) => {
          const direction = present?.id === column.id ? present : undefined
          const arrow = direction && (direction.isDown ? '↓' : '↑')
          return (
            <th
              key={column.id}
              scope="col"
              className={isNumber(column) ? 'number' : undefined}
              aria-sort={direction && (direction.isDown ? 'descending' : 'ascending')}
              {...pinned(isPinned, place)}
            >
              {column.value === undefined ? (
                (column.head ?? column.name)
              ) : change === undefined ? (
                // A browser repeats a header on each page only if it is text.
                `${column.name} ${arrow ?? ''}`
              ) : (
                <button
                  type="button"
                  className={styles['sort']}
                  onClick={() => {
                    change({ sort: nextSorting(column, present, first) })
                  }}
                >
                  {column.name}
                  <span aria-hidden>{arrow}</span>
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** The cells of totals, and before them what they are of. */
function Totals<Row>({
  shown,
  rows,
  isWhole,
  children,
}: Shown<Row> & {
  readonly rows: readonly Row[]
  readonly isWhole: boolean
  readonly children: ReactNode
}) {
  const summed = shown.findIndex(({ column: { total } }) => total !== undefined)
  const before = summed === -1 ? shown.length : Math.max(1, summed)
  return (
    <>
      <th scope="row" colSpan={before}>
        <span>{children}</span>
      </th>
      {shown.slice(before).map(({ column }) => (
        <td key={column.id} className="number">
          {isWhole && column.total !== undefined && (
            <TotalFigure total={column.total(rows)} isCut={column.isCut} />
          )}
        </td>
      ))}
    </>
  )
}

/** The head of a group, with its totals. A press closes and opens the group. */
export function GroupLine<Row>({
  shown,
  line: { name, rows },
  rowIndex,
  isClosed,
  toggle,
}: Shown<Row> & {
  readonly line: Extract<Line<Row>, { kind: 'group' }>
  readonly rowIndex: number
  readonly isClosed: boolean
  readonly toggle: (group: string) => void
}) {
  return (
    <tr aria-rowindex={rowIndex} className={styles['group']}>
      <Totals shown={shown} rows={rows} isWhole>
        <button
          type="button"
          aria-expanded={!isClosed}
          onClick={() => {
            toggle(name)
          }}
        >
          <span aria-hidden>{isClosed ? '▸' : '▾'}</span>
          {name} · {rows.length}
        </button>
      </Totals>
    </tr>
  )
}

/** How many rows there are, and their totals. */
export function Footer<Row>({
  shown,
  rows,
  what,
  isWhole,
  sum,
}: Shown<Row> & {
  readonly rows: readonly Row[]
  readonly what: string
  readonly isWhole: boolean
  /** Reads all rows, for their totals. Undefined if that is not possible, or is being done. */
  readonly sum: (() => void) | undefined
}) {
  const hasTotals = shown.some(({ column: { total } }) => total !== undefined)
  return (
    <tfoot>
      <tr>
        <Totals shown={shown} rows={rows} isWhole={isWhole}>
          {rows.length === 1 ? '1 row' : `${rows.length} ${what}`}
          {!isWhole && ' read, more follow'}
          {!isWhole && hasTotals && sum !== undefined && (
            <>
              {' · '}
              <button type="button" className="button" onClick={sum}>
                Read all for totals
              </button>
            </>
          )}
        </Totals>
      </tr>
    </tfoot>
  )
}
