import type { Comparison } from '../against/compare.ts'
import type { ConsoleFigures } from '../measure/console.ts'
import type { GrowthFigures } from '../growth/growth-book.ts'
import { listingConnections, type ListingFigures } from '../measure/listing.ts'
import type { FilterFigures } from '../measure/filters.ts'
import type { GrownFigures } from '../measure/grown.ts'
import type { NeighbourFigures } from '../measure/neighbours.ts'
import type { OverloadFigures } from '../measure/overload.ts'
import type { PreviewFigures } from '../measure/preview.ts'
import type { ReportFigures } from '../measure/report.ts'
import type { RevaluationFigures } from '../measure/revaluation.ts'
import type { TickSummary } from '../measure/tick.ts'
import type { Figures } from '../measure/rounds.ts'
import type { PageFigures } from '../measure/sizes.ts'
import type { StartFigures } from '../measure/start.ts'
import type { StreamFigures } from '../measure/streams.ts'
import type { Spread } from '../cost/statistics.ts'
import type { WriteFigures } from '../measure/writes.ts'
import type { MachineFacts } from './machine.ts'
import { microseconds, table, whole } from '../text/table.ts'

/** All results of a run, as --json writes them. */
export interface Report {
  readonly machine: MachineFacts
  /** A quick run only shows that the bench works. Do not quote its figures. */
  readonly quick: boolean
  readonly revaluation?: RevaluationFigures
  readonly tick?: readonly TickSummary[]
  readonly listing?: ListingFigures
  readonly preview?: PreviewFigures
  readonly report?: ReportFigures
  readonly sizes?: readonly PageFigures[]
  readonly overload?: OverloadFigures
  readonly neighbours?: readonly NeighbourFigures[]
  readonly comparisons?: readonly Comparison[]
  readonly writes?: WriteFigures
  readonly start?: StartFigures
  readonly streams?: readonly StreamFigures[]
  readonly growth?: GrowthFigures
  readonly grown?: readonly GrownFigures[]
  readonly filters?: FilterFigures
  readonly console?: ConsoleFigures
}

export function machineText(machine: MachineFacts): string {
  const { cores, processor, memoryGiB, node, postgresql, loadAverage } = machine
  const database = postgresql === undefined ? '' : `, PostgreSQL ${postgresql}`
  return (
    `${cores} cores (${processor}), ${memoryGiB} GiB; Node ${node}${database}; ` +
    `load average before the run ${loadAverage}\n`
  )
}

const rateHeads = ['', 'req/s', 'min–max', 'server µs', 'PostgreSQL µs']

export function listingText({ rows, contestants, ratios }: ListingFigures): string {
  const title = `GET /transfers, 50 of ${whole(rows)} rows, ${listingConnections} connections`
  const perRound = ratios.map(({ to, ratio }) => [`a / ${to}`, times(ratio.median), range(ratio)])
  return (
    `\n${title}\n${table(rateHeads, contestants.map(rateRow))}` +
    `\n${table(['', 'ratio', 'min–max'], perRound)}`
  )
}

export function previewText({ rows, oneByOne, underLoad }: PreviewFigures): string {
  const { requests, p50Ms, p95Ms } = oneByOne
  return (
    `\nPOST /mark-to-market-requests:preview, ${whole(rows)} transfers in the book\n` +
    `  ${whole(requests)} one by one: p50 ${p50Ms.toFixed(2)} ms, p95 ${p95Ms.toFixed(2)} ms\n\n` +
    table(rateHeads, underLoad.map(rateRow))
  )
}

export function sizesText(pages: readonly PageFigures[]): string {
  const [base] = pages
  const heads = ['rows', 'page', 'p50 ms', 'of the first', 'server µs', 'PostgreSQL µs']
  const rows = pages.map((figures) => [
    whole(figures.rows),
    whole(figures.page) + (figures.page === 1 || figures.page === 1_000 ? '' : ' (the last)'),
    figures.p50Ms.toFixed(2),
    times(figures.p50Ms / (base?.p50Ms ?? Number.NaN)),
    microseconds(figures.serverMicroseconds),
    microseconds(figures.databaseMicroseconds),
  ])
  return `\nGET /transfers, a page of 50, one request after the other\n${table(heads, rows)}`
}

export function revaluationText(figures: RevaluationFigures): string {
  const { positions, ready, contestants, ratios, sizes } = figures
  const rateRows = contestants.map(({ name, positionsPerSecond: { median, min, max }, tickMs }) => [
    name,
    whole(median),
    `${whole(min)}–${whole(max)}`,
    tickMs.toFixed(1),
  ])
  const [base] = sizes
  const sizeRows = sizes.map(({ positions: size, tickMs, microsecondsEach: { median } }) => [
    whole(size),
    tickMs.toFixed(1),
    median.toFixed(2),
    times(median / (base?.microsecondsEach.median ?? Number.NaN)),
  ])
  return (
    `\nA price tick, ${whole(positions)} positions revalued on one core, ` +
    `of which ${whole(ready.min)}–${whole(ready.max)} are ready\n` +
    `${table(['', 'positions/s', 'min–max', 'ms a tick'], rateRows)}\n` +
    table(
      ['', 'ratio', 'min–max'],
      ratios.map(({ to, ratio }) => [`e1 / ${to}`, times(ratio.median), range(ratio)]),
    ) +
    `\n${table(['positions', 'ms a tick', 'µs each', 'of the first'], sizeRows)}`
  )
}

export function reportText({ rows, contestants, ratios, memory }: ReportFigures): string {
  const rates = contestants.map(({ name, rowsPerSecond: { median, min, max }, megabytes }) => [
    name,
    whole(median),
    `${whole(min)}–${whole(max)}`,
    whole(megabytes),
  ])
  const spent = contestants.map(({ name, seconds: { service, database, reader } }) => [
    name,
    ...[service, database, reader].map((seconds) => seconds?.toFixed(2) ?? '–'),
  ])
  const shares = ratios.map(({ of, ratio }) => [`${of} / COPY`, times(ratio.median), range(ratio)])
  const growth = memory?.growth.map(({ rows: read, peakMiB }) => [whole(read), peakMiB.toFixed(0)])
  return (
    `\nGET /reports/transfers, ${whole(rows)} rows\n` +
    `${table(['', 'rows/s', 'min–max', 'MB'], rates)}\n` +
    `${table(['', 'ratio', 'min–max'], shares)}\n` +
    `Processor time of a report, in seconds\n` +
    `${table(['', 'service', 'PostgreSQL', 'reader'], spent)}\n` +
    (memory === undefined || growth === undefined
      ? ''
      : `Memory of the service above its ${memory.beforeMiB.toFixed(0)} MiB before the first report\n` +
        table(['rows read of it', 'MiB at the peak'], growth) +
        `  after ${memory.reports} reports: ${memory.afterAllMiB.toFixed(0)} MiB at the peak\n`)
  )
}

function rateRow(figures: Figures): string[] {
  const { median, min, max } = figures.requestsPerSecond
  return [
    figures.name,
    whole(median),
    `${whole(min)}–${whole(max)}`,
    microseconds(figures.serverMicroseconds),
    microseconds(figures.databaseMicroseconds),
  ]
}

const times = (ratio: number) => `${ratio.toFixed(2)}×`
const range = ({ min, max }: Spread) => `${min.toFixed(2)}–${max.toFixed(2)}`
