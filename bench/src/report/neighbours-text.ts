import type { Answers } from '../flood/flood.ts'
import type { NeighbourFigures } from '../measure/neighbours.ts'
import { table } from '../text/table.ts'

export function neighboursText(figures: readonly NeighbourFigures[]): string {
  const alone = new Map(
    figures.filter(({ flood }) => flood === 'none').map((one) => [one.placement, one]),
  )
  const rows = figures.map((one) => {
    const { listP50Ms, writeP50Ms } = alone.get(one.placement) ?? {}
    return [
      `${one.flood}, ${one.placement}`,
      ...[answersText(one.answers), answersText(one.answersAtOnce)],
      ...[beside(one.listP50Ms, listP50Ms), beside(one.writeP50Ms, writeP50Ms)],
      answersText(one.floodAnswers),
    ]
  })
  const heads = ['flood', 'one by one', 'at once', 'list p50 ms', 'write p50 ms', 'of the flood']
  return `\nOne organization beside the flood of another\n${table(heads, rows)}`
}

const answersText = (answers: Answers) =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

const beside = (ms: number, aloneMs = Number.NaN) =>
  `${ms.toFixed(1)} (${(ms / aloneMs).toFixed(1)}×)`
