import type { Members } from './content-reading.ts'
import type { Sheet } from './sheet.ts'

/** The inputs of a calculation, each with its source. */
export function inputTable(sheet: Sheet, calculation: Members): void {
  sheet.table(
    [
      { title: 'Input', part: 4 },
      { title: 'Value', part: 4, align: 'right' },
      { title: 'Unit', part: 2 },
      { title: 'Source', part: 5 },
      { title: 'Observed', part: 4 },
    ],
    calculation
      .list('inputs')
      .map((input) => [
        input.text('name'),
        input.text('value'),
        input.text('unit'),
        input.text('source'),
        input.textOr('observed_at', ''),
      ]),
  )
}

/** The steps of a calculation, in the order of computation. */
export function stepTable(sheet: Sheet, calculation: Members): void {
  sheet.table(
    [
      { title: 'Step', part: 4 },
      { title: 'Formula', part: 6 },
      { title: 'Exact', part: 4, align: 'right' },
      { title: 'Rounded', part: 4, align: 'right', weight: 'bold' },
      { title: 'Unit', part: 2 },
      { title: 'Rounding', part: 3 },
    ],
    calculation.list('steps').map((step) => {
      const rounding = step.maybe('rounding')
      return [
        step.text('name'),
        step.text('formula'),
        step.text('exact'),
        step.text('value'),
        step.text('unit'),
        rounding === undefined ? '' : `${rounding.text('mode')} ${rounding.text('increment')}`,
      ]
    }),
  )
}

/** Days with one quantity and one rate. */
export function interestTable(sheet: Sheet, periods: readonly Members[]): void {
  const hasSources = periods.some((period) => period.value('source') !== undefined)
  sheet.table(
    [
      { title: 'From', part: 3 },
      { title: 'Until, not included', part: 3 },
      { title: 'Quantity', part: 4, align: 'right' },
      { title: 'Percent a year', part: 3, align: 'right' },
      ...(hasSources ? [{ title: 'Source', part: 5 } as const] : []),
    ],
    periods.map((period) => [
      period.text('from'),
      period.text('to'),
      period.text('quantity'),
      period.text('rate_percent'),
      ...(hasSources ? [period.text('source')] : []),
    ]),
  )
}
