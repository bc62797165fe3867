import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Pages } from '../service/read.ts'
import styles from './virtual-table.module.css'

const rowPixels = 32
/** So many rows before the last one, the next page is asked for. */
const rowsAhead = 40

/** The rows that are on screen, of however many there are. It is scrolled by keyboard as well. */
export function VirtualTable<Item>({
  name,
  items,
  head,
  row,
  minWidth,
  pages,
}: {
  readonly name: string
  readonly items: readonly Item[]
  /** The cells of the header. */
  readonly head: ReactNode
  /** A row, with its key and this `aria-rowindex`. */
  readonly row: (item: Item, rowIndex: number) => ReactNode
  readonly minWidth: string
  /** The list that the items are of. Its next page is read before the last row is on screen. */
  readonly pages: Pages<Item>
}) {
  const scroll = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPixels,
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const mayRead = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (mayRead && lastShown >= items.length - rowsAhead) void fetchNextPage()
  }, [mayRead, lastShown, items.length, fetchNextPage])
  const before = shown[0]?.start ?? 0
  const after = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <div
      ref={scroll}
      className={`table-scroll ${styles['scroll'] ?? ''}`}
      tabIndex={0}
      role="region"
      aria-label={name}
      // So high as its rows, where they are few.
      style={{ minHeight: `min(20rem, ${(items.length + 1) * rowPixels + 2}px)` }}
    >
      <table aria-rowcount={items.length + 1} style={{ minWidth }}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} aria-hidden />}
          {shown.flatMap(({ index }) => {
            const item = items[index]
            return item === undefined ? [] : [row(item, index + 2)]
          })}
          {after > 0 && <tr style={{ height: after }} aria-hidden />}
        </tbody>
      </table>
    </div>
  )
}
