import type { TickSummary } from '../measure/tick.ts'
import { table, whole } from '../text/table.ts'

export function tickText(summaries: readonly TickSummary[]): string {
  const [base] = summaries
  const seconds = (spread: TickSummary['serverSeconds']) => spread?.median.toFixed(2) ?? '–'
  const rows = summaries.map(
    ({ positions, crossings, notifiedMs, serverSeconds, databaseSeconds }) => {
      const same = summaries.find(
        (one) => one.crossings === crossings && one.positions === base?.positions,
      )
      return [
        whole(positions),
        whole(crossings),
        whole(notifiedMs.median),
        `${whole(notifiedMs.min)}–${whole(notifiedMs.max)}`,
        seconds(serverSeconds),
        seconds(databaseSeconds),
        `${(notifiedMs.median / (same?.notifiedMs.median ?? Number.NaN)).toFixed(2)}×`,
      ]
    },
  )
  const heads = ['positions', 'calls', 'ms', 'min–max', 'server s', 'PostgreSQL s', 'of the first']
  return `\nA price change, until the last call is notified\n${table(heads, rows)}`
}
