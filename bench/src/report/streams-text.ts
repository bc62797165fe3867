import type { StreamFigures } from '../measure/streams.ts'
import { table, whole } from '../text/table.ts'

export function streamsText(figures: readonly StreamFigures[]): string {
  const rows = figures.map(({ streams, heapKiB, externalKiB, residentKiB }) => [
    whole(streams),
    ...[heapKiB + externalKiB, heapKiB, externalKiB, residentKiB].map((kib) => kib.toFixed(1)),
  ])
  const heads = ['idle streams', 'KiB each', 'in the heap', 'outside of it', 'resident']
  return `\nIdle streams, after their first keep-alive\n${table(heads, rows)}`
}
