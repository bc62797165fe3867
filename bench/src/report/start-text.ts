import type { StartFigures } from '../measure/start.ts'
import type { Spread } from '../cost/statistics.ts'
import { table } from '../text/table.ts'

export function startText({ ready, read, programs }: StartFigures): string {
  const row = (name: string, { median, min, max }: Spread, unit: string) => [
    name,
    `${median.toFixed(2)} ${unit}`,
    `${min.toFixed(2)}–${max.toFixed(2)}`,
  ]
  return `\nStart\n${table(
    ['', 'median', 'min–max'],
    [
      row('service after SIGKILL, until /readyz answers 200', ready, 's'),
      row('and a signed read is answered', read, 's'),
      ...programs.map(({ name, ratio }) => row(name, ratio, '× node -e 0')),
    ],
  )}`
}
