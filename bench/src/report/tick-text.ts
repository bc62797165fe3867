import type { TickSummary } from '../measure/tick.ts'
import { table, whole } from '../text/table.ts'

export function tickText(summaries: readonly TickSummary[]): string {
  const [base] = summaries
  const seconds = (spread: TickSummary['serverSeconds']) => spread?.median.toFixed(2) ?? '–'
  const rows = summaries.map(({ positions, crossings, toldMs, serverSeconds, databaseSeconds }) => {
    const same = summaries.find(
      (one) => one.crossings === crossings && one.positions === base?.positions,
    )
    return [
      whole(positions),
      whole(crossings),
      whole(toldMs.median),
      `${whole(toldMs.min)}–${whole(toldMs.max)}`,
      seconds(serverSeconds),
      seconds(databaseSeconds),
      `${(toldMs.median / (same?.toldMs.median ?? Number.NaN)).toFixed(2)}×`,
    ]
  })
  const heads = ['positions', 'calls', 'ms', 'min–max', 'server s', 'PostgreSQL s', 'of the first']
  return `\nA price change, until the last call is notified\n${table(heads, rows)}`
}
