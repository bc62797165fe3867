import type { GrowthFigures } from '../growth/growth-book.ts'
import { table, whole } from './table.ts'

export function growthText({ transfers, tables, kept }: GrowthFigures): string {
  const rows = tables.map(({ table: name, heap, indexes, kept: isKept }) => [
    name,
    whole(heap),
    whole(indexes),
    whole(heap + indexes),
    isKept ? whole(heap + indexes) : '',
  ])
  const heads = ['', 'table', 'indexes', 'both', 'kept for ever']
  return (
    `\nBytes for each of ${whole(transfers)} settled transfers, two of an order\n` +
    table(heads, [...rows, ['all', '', '', '', whole(kept)]])
  )
}
