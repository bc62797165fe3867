import type { FilterFigures } from '../measure/filters.ts'
import { microseconds, table, whole } from '../text/table.ts'

export function filtersText({ rows, unfiltered, tried }: FilterFigures): string {
  const heads = [
    '',
    'median',
    'worst',
    'above 4×',
    'requests',
    'server µs',
    'PostgreSQL µs',
    'worst filters',
  ]
  const lines = tried.map((one) => [
    one.name,
    `${one.medianRatio.toFixed(2)}×`,
    `${one.worstRatio.toFixed(2)}×`,
    `${one.above} of ${one.pages}`,
    whole(one.requests),
    microseconds(one.serverMicroseconds),
    microseconds(one.databaseMicroseconds),
    one.worst,
  ])
  const { p50Ms, serverMicroseconds, databaseMicroseconds } = unfiltered
  const base = [
    `no filter, ${p50Ms.toFixed(2)} ms`,
    '1.00×',
    '',
    '',
    '1',
    microseconds(serverMicroseconds),
    microseconds(databaseMicroseconds),
    '',
  ]
  return (
    `\nGET /transfers with each set of filters, 50 of ${whole(rows)} rows that are hard to filter\n` +
    table(heads, [base, ...lines])
  )
}
