import { type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useIsPrinting } from '../service/printing.ts'
import type { Pages } from '../service/read.ts'
import { Cell } from './cell.tsx'
import { type ShownColumn, shownColumns } from './column.ts'
import { Footer, GroupLine, Header } from './table-parts.tsx'
import { readSorting, type Sorting, sortedRows } from './sorting.ts'
import { groupedLines, type Line, rowLines } from './table-lines.ts'
import { rowPixels, useTableLook } from './table-look.ts'
import { ownSorting } from './table-search.ts'
import type { TableOf } from './table-of.ts'
import { TableTools } from './table-tools.tsx'
import { useGroups } from './use-groups.ts'
import { useShown } from './use-shown.ts'
import { useWhole } from './use-whole.ts'
import { useWindow } from './use-window.ts'
import styles from './data-table.module.css'

/** So many rows before the last one, the next page is asked for. */
const rowsAhead = 40

/**
 * A table: sorted by any column, grouped, summed. It shows the rows that are on screen, of however
 * many there are. What needs all rows, such as a sorting that the service does not have, reads all
 * of them first, and shows no part as if it were the whole.
 */
export function DataTable<Row>(table: TableOf<Row>) {
  const { name, columns, rows, idOf, pages, search, served, open, isPart = false } = table
  const [look] = useTableLook(name)
  const isPrinting = useIsPrinting()
  const shown = useMemo(
    () =>
      shownColumns(columns, search.columns ?? look.columns).filter(
        ({ column }) => !isPrinting || column.isOnScreenOnly !== true,
      ),
    [columns, search.columns, look.columns, isPrinting],
  )
  const [wantsTotals, setWantsTotals] = useState(false)
  const sorting = ownSorting(search, served ?? [])
  const needsWhole = sorting !== undefined || search.group !== undefined || wantsTotals
  const extent = useWhole(pages, needsWhole)
  const isWhole = extent === 'whole'
  const groups = useGroups()
  const lines = useLines(table, isWhole ? sorting : undefined, isWhole, groups.isClosed)
  const box = useRef<HTMLDivElement>(null)
  const { begin, end, onScreen } = useWindow(box, lines.length, rowPixels[look.density])
  useShown(table, lines, onScreen)
  useNextPage(pages, table.isReadByHand !== true && end >= lines.length - rowsAhead)
  usePins(box)
  const height = rowPixels[look.density]
  const [first] = served ?? []
  // Until all rows are read, they are as the list comes.
  const sort = (sorting !== undefined && !isWhole ? undefined : search.sort) ?? first
  const present = sort === undefined ? undefined : readSorting(sort)
  return (
    <div className={styles['table']}>
      {!isPart && (
        <TableTools
          table={table}
          shown={shown}
          extent={extent}
          isNeeded={needsWhole}
          lines={lines}
        />
      )}
      <div
        ref={box}
        className={`table-scroll ${styles['scroll'] ?? ''}`}
        data-density={look.density}
        tabIndex={0}
        role="region"
        aria-label={name}
        // So high as its rows, where they are few.
        style={{ minHeight: `min(20rem, ${(lines.length + (isPart ? 1 : 2)) * height + 2}px)` }}
      >
        <table aria-rowcount={lines.length + 1}>
          <Header {...{ shown, present, first, change: isPrinting ? undefined : table.change }} />
          <tbody>
            <Space rows={begin} height={height} />
            {lines.slice(begin, end).map((line, i) => (
              <TableLine
                key={line.kind === 'row' ? idOf(line.row) : `group ${line.name}`}
                line={line}
                rowIndex={begin + i + 2}
                shown={shown}
                groups={groups}
                open={open}
              />
            ))}
            <Space rows={lines.length - end} height={height} />
          </tbody>
          {!isPart && (
            <Footer
              shown={shown}
              rows={rows}
              what={table.what}
              isWhole={isWhole}
              sum={extent === 'part' ? () => setWantsTotals(true) : undefined}
            />
          )}
        </table>
      </div>
    </div>
  )
}

function TableLine<Row>({
  line,
  rowIndex,
  shown,
  groups,
  open,
}: {
  readonly line: Line<Row>
  readonly rowIndex: number
  readonly shown: readonly ShownColumn<Row>[]
  readonly groups: ReturnType<typeof useGroups>
  readonly open: ((row: Row) => void) | undefined
}) {
  if (line.kind === 'group') {
    const isClosed = groups.isClosed(line.name)
    return <GroupLine {...{ shown, line, rowIndex, isClosed, toggle: groups.toggle }} />
  }
  return (
    <tr
      aria-rowindex={rowIndex}
      data-opens={open !== undefined || undefined}
      onClick={(event) => {
        if (!isOnControl(event)) open?.(line.row)
      }}
    >
      {shown.map((one, place) => (
        <Cell key={one.column.id} shown={one} row={line.row} place={place} />
      ))}
    </tr>
  )
}

/** The room of the rows that are not on screen. */
function Space({ rows, height }: { readonly rows: number; readonly height: number }) {
  return rows <= 0 ? null : <tr style={{ height: rows * height }} aria-hidden />
}

/** Whether a press is on something that does something by itself. */
const isOnControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null

function useLines<Row>(
  { columns, rows, search }: TableOf<Row>,
  sorting: Sorting | undefined,
  isWhole: boolean,
  isClosed: (group: string) => boolean,
): readonly Line<Row>[] {
  return useMemo(() => {
    const by = columns.find(({ id }) => id === sorting?.id)
    const inOrder = by === undefined ? rows : sortedRows(rows, by, sorting?.isDown === true)
    const group = columns.find(({ id, groups }) => groups === true && id === search.group)
    return group === undefined || !isWhole
      ? rowLines(inOrder)
      : groupedLines(inOrder, group, isClosed)
  }, [columns, rows, sorting?.id, sorting?.isDown, search.group, isWhole, isClosed])
}

function useNextPage(pages: Pages<unknown> | undefined, isNearEnd: boolean): void {
  const {
    hasNextPage = false,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = pages ?? {}
  const mayRead = hasNextPage && isFetchingNextPage === false && isFetchNextPageError === false
  useEffect(() => {
    if (mayRead && isNearEnd) void fetchNextPage?.()
  }, [mayRead, isNearEnd, fetchNextPage])
}

/** Where the columns that stay in place begin: after those before them. */
function usePins(box: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const heads = box.current?.querySelectorAll<HTMLElement>('th[data-pinned]') ?? []
    let start = 0
    for (const [i, head] of [...heads].entries()) {
      box.current?.style.setProperty(`--pin-${i}`, `${start}px`)
      start += head.offsetWidth
    }
  })
}
