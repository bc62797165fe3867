import type { Answers } from '../flood/flood.ts'
import type { NeighbourFigures } from '../measure/neighbours.ts'
import { table } from '../text/table.ts'

export function neighboursText(figures: readonly NeighbourFigures[]): string {
  const rows = figures.map(({ flood, placement, before, beside, answersAtOnce, floodAnswers }) => [
    `${flood}, ${placement}`,
    ...[answersText(beside.answers), answersText(answersAtOnce)],
    times(before.listP50Ms, beside.listP50Ms),
    times(before.writeP50Ms, beside.writeP50Ms),
    answersText(floodAnswers),
  ])
  const heads = ['flood', 'one by one', 'at once', 'list p50 ms', 'write p50 ms', 'of the flood']
  return `\nOne organization beside the flood of another\n${table(heads, rows)}`
}

const answersText = (answers: Answers) =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

const times = (beforeMs: number, besideMs: number) =>
  `${beforeMs.toFixed(1)} → ${besideMs.toFixed(1)} (${(besideMs / beforeMs).toFixed(1)}×)`
