import { useMemo } from 'react'
import type uPlot from 'uplot'
import { axisOf, Plot, type Token } from '../../figures/plot.tsx'
import type { BookAnswer } from './book-worker.ts'
import { nameOf, percentMax } from './points.ts'

/** What would be due over the change of a price: two curves in USD, and a count of positions. */
export function BookChart({
  label,
  percents,
  answers,
  point,
  choose,
}: {
  readonly label: string
  readonly percents: readonly number[]
  readonly answers: ReadonlyMap<string, BookAnswer>
  /** The change under the pointer. Undefined once it has left. */
  readonly point: (percent: number | undefined) => void
  readonly choose: (percent: number) => void
}) {
  const computed = useMemo(
    () => percents.filter((percent) => answers.has(nameOf(percent))),
    [percents, answers],
  )
  const data = useMemo(() => columns(computed, answers), [computed, answers])
  return (
    <Plot
      label={label}
      height={280}
      data={data}
      settings={settings}
      point={(index) => {
        point(index === undefined ? undefined : computed[index])
      }}
      choose={(index) => {
        const percent = computed[index]
        if (percent !== undefined) choose(percent)
      }}
    />
  )
}

function columns(
  percents: readonly number[],
  answers: ReadonlyMap<string, BookAnswer>,
): uPlot.AlignedData {
  const places = (of: (total: BookAnswer['total']) => string | number) =>
    percents.map((percent) => {
      const answer = answers.get(nameOf(percent))
      return answer === undefined ? null : Number(of(answer.total))
    })
  return [
    [...percents],
    places(({ callsUsd }) => callsUsd),
    places(({ releasesUsd }) => releasesUsd),
    places(({ atLiquidation }) => atLiquidation),
  ]
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function settings(token: Token): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = axisOf(token)
  const line = (name: string, scale: string) => ({
    stroke: token(name),
    scale,
    width: 2,
    points: { show: false },
  })
  return {
    legend: { show: false },
    cursor: { drag: { setScale: false }, y: false },
    scales: {
      x: { time: false, range: [-percentMax, percentMax] },
      usd: { range: (_chart, _low, high) => [0, Math.max(high * 1.05, 1)] },
      count: { range: (_chart, _low, high) => [0, Math.max(Math.ceil(high * 1.05), 4)] },
    },
    axes: [
      { ...axis, values: (_chart, splits) => splits.map(nameOf) },
      {
        ...axis,
        scale: 'usd',
        size: 64,
        label: 'USD',
        labelSize: 18,
        values: (_chart, splits) => splits.map((split) => compact.format(split)),
      },
      {
        ...axis,
        scale: 'count',
        side: 1,
        size: 44,
        label: 'Positions at liquidation',
        labelSize: 18,
        grid: { show: false },
        // A count has no halves.
        values: (_chart, splits) =>
          splits.map((split) => (Number.isInteger(split) ? String(split) : '')),
      },
    ],
    series: [
      {},
      line('call', 'usd'),
      line('covered', 'usd'),
      { ...line('liquidation', 'count'), width: 1.5, dash: [5, 4] },
    ],
    hooks: {
      draw: [
        (chart) => {
          downAt(chart, 0, token('ink-faint'))
        },
      ],
    },
  }
}

/** A line down the drawing. */
function downAt(chart: uPlot, value: number, color: string): void {
  const { ctx, bbox } = chart
  const x = Math.round(chart.valToPos(value, 'x', true))
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}
