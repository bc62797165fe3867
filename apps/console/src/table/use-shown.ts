import { useEffect } from 'react'
import type { Line } from './table-lines.ts'
import type { TableOf } from './table-of.ts'
import type { Part } from './use-window.ts'

/** Says which rows are on screen, once they are others. */
export function useShown<Row>(
  { idOf, shows }: Pick<TableOf<Row>, 'idOf' | 'shows'>,
  lines: readonly Line<Row>[],
  { begin, end }: Part,
): void {
  const ids = lines
    .slice(begin, end)
    .flatMap((line) => (line.kind === 'row' ? [idOf(line.row)] : []))
    .join(' ')
  useEffect(() => {
    shows?.(ids === '' ? [] : ids.split(' '))
  }, [shows, ids])
}
