import type { Batch, RowState } from '../../service/batches.ts'

/** What is said of rows that are not done. */
const others: readonly (readonly [RowState['state'][], string])[] = [
  [['awaits approval'], 'to be approved by others'],
  [['refused'], 'refused'],
  [['unknown', 'never known', 'left'], 'unknown'],
  [['not sent'], 'not sent'],
]

/** How far a batch is, such as `Collateral calls: 9 of 12 sent, 1 refused.` */
export function batchText({ title, done, rows }: Batch): string {
  const count = (states: readonly string[]) =>
    rows.filter(({ written }) => states.includes(written.state)).length
  const parts = others.flatMap(([states, word]) =>
    count(states) > 0 ? [`, ${count(states)} ${word}`] : [],
  )
  return `${title}: ${count(['done'])} of ${rows.length} ${done}${parts.join('')}.`
}
