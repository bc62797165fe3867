import type { ConsoleFigures } from '../measure/console.ts'
import type { Spread } from '../cost/statistics.ts'
import { table } from '../text/table.ts'

export function consoleText({ sizes, interactiveMs, eventMs }: ConsoleFigures): string {
  const time = (name: string, { median, min, max }: Spread) => [
    name,
    `${median.toFixed(0)} ms`,
    `${min.toFixed(0)}–${max.toFixed(0)}`,
  ]
  const size = (name: string, bytes: number) => [name, `${(bytes / 1024).toFixed(0)} KB`, '']
  const [largest] = sizes
  const first = sizes.find(({ view }) => view === 'today')
  return `\nConsole\n${table(
    ['', 'median', 'min–max'],
    [
      ...(first === undefined ? [] : [size('first load of Today, gzipped', first.bytes)]),
      ...(largest === undefined
        ? []
        : [size(`of the largest view (${largest.view})`, largest.bytes)]),
      time('positions on screen, with an empty cache', interactiveMs),
      time('a change on the screen of the other side', eventMs),
    ],
  )}`
}
