import { Decimal, roundHalfEven } from '@vadium/margin'

/** Coverage levels, in percent. */
export interface CoverageLevels {
  readonly liquidation: string
  readonly marginCall: string
  readonly required: string
}

const below = 5
const above = 20

/**
 * The coverage of a loan as a line, with the coverage (`●`) and the levels (`┊`). The scale is
 * always the
 * same, so that two lines can be compared.
 */
export function coverageGauge(ccrPercent: string, levels: CoverageLevels, width: number): string[] {
  const start = new Decimal(levels.liquidation).minus(below)
  const range = new Decimal(levels.required).plus(above).minus(start)
  const columnOf = (percent: string) => {
    const column = new Decimal(percent)
      .minus(start)
      .times(width - 1)
      .div(range)
    return roundHalfEven(Decimal.min(Decimal.max(column, 0), width - 1), '1').toNumber()
  }
  const marks = [
    { column: columnOf(levels.liquidation), text: `${levels.liquidation} liquidation` },
    { column: columnOf(levels.marginCall), text: `${levels.marginCall} call` },
    { column: columnOf(levels.required), text: `${levels.required} required` },
  ]
  const scale = Array.from({ length: width }, () => '·')
  for (const { column } of marks) scale[column] = '┊'
  scale[columnOf(ccrPercent)] = '●'
  return [scale.join(''), labels(marks)]
}

/** The captions below the marks. A caption without room shows only its figure, or nothing. */
function labels(marks: readonly { readonly column: number; readonly text: string }[]): string {
  let line = ''
  for (const [index, { column, text }] of marks.entries()) {
    const room = (marks[index + 1]?.column ?? Infinity) - column - 1
    const [figure = ''] = text.split(' ')
    const shown = text.length <= room ? text : figure.length <= room ? figure : ''
    line = `${line.padEnd(column)}${shown}`
  }
  return line
}
