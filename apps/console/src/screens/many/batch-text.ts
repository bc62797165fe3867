import type { Batch } from '../../service/batches.ts'

/** How far a batch is, such as `Collateral calls: 9 of 12 sent, 1 refused.` */
export function batchText({ title, rows }: Batch): string {
  const count = (...states: readonly string[]) =>
    rows.filter(({ written }) => states.includes(written.state)).length
  const parts = [
    [count('awaits approval'), 'to be approved by others'],
    [count('refused'), 'refused'],
    [count('unknown', 'never known'), 'unknown'],
  ] as const
  const others = parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `, ${number} ${word}`)
  return `${title}: ${count('done')} of ${rows.length} done${others.join('')}.`
}
