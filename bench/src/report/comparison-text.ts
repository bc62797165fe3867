import type { Comparison } from '../against/compare.ts'
import { table, whole } from '../text/table.ts'

export function comparisonText({ commit, title, rounds, figures }: Comparison): string {
  const rows = figures.map(({ name, here, there, ratio }) => [
    name,
    number(here.median),
    number(there.median),
    ratio.median.toFixed(2),
    `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
  ])
  return `\n${title}, ${rounds} rounds\n${table(['', 'here', commit, 'ratio', 'min–max'], rows)}`
}

const number = (value: number) => (value < 10 ? value.toFixed(2) : whole(value))
