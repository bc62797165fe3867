import type { OverloadFigures, Waits } from '../measure/overload.ts'
import { table, whole } from '../text/table.ts'

export function overloadText(figures: OverloadFigures): string {
  const { accepted, refused, memory, normalAfterSeconds: normalAfter } = figures
  const row = (name: string, { count, p50Ms, p99Ms, maxMs }: Waits) => [
    name,
    whole(count),
    ...[p50Ms, p99Ms, maxMs].map((ms) => (count === 0 ? '–' : ms.toFixed(0))),
  ]
  return (
    `\nOverload: service and PostgreSQL on one core, ${whole(figures.offeredPerSecond)} req/s over 800 connections\n` +
    `  peak ${whole(figures.peakPerSecond)} req/s; under overload ${whole(figures.goodPerSecond)} req/s: ` +
    `${figures.goodput.toFixed(2)} of the peak (wanted: at least 0.80)\n` +
    `  longest wait of what is served: ${(accepted.maxMs / 1000).toFixed(2)} s (wanted: at most 0.50)\n` +
    table(
      ['answers', 'count', 'p50 ms', 'p99 ms', 'max ms'],
      [row('200', accepted), row('429', refused)],
    ) +
    `  other answers ${whole(figures.others)}; due and not sent ${whole(figures.unsent)}\n` +
    (memory === undefined
      ? ''
      : `  memory ${memory.beforeMiB.toFixed(0)} MiB before, ${memory.afterMiB.toFixed(0)} MiB after\n`) +
    `  a normal load is answered without a refusal ${normalAfter === undefined ? 'not again' : `after ${normalAfter.toFixed(1)} s`}\n`
  )
}
