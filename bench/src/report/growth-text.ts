import type { GrowthFigures } from '../growth/growth-book.ts'
import type { GrownFigures } from '../measure/grown.ts'
import { microseconds, table, whole } from '../text/table.ts'

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

export function grownText(figures: readonly GrownFigures[]): string {
  const rows = figures.map(
    ({ what, rows: size, p50Ms, serverMicroseconds, databaseMicroseconds }) => {
      const base = figures.find((one) => one.what === what)
      return [
        what,
        whole(size),
        p50Ms.toFixed(2),
        `${(p50Ms / (base?.p50Ms ?? Number.NaN)).toFixed(2)}×`,
        microseconds(serverMicroseconds),
        microseconds(databaseMicroseconds),
      ]
    },
  )
  const heads = ['', 'transfers', 'p50 ms', 'of the first', 'server µs', 'PostgreSQL µs']
  return `\nA book that grows, one request after the other\n${table(heads, rows)}`
}
