import type { PriceHistoryPoint } from '@vadium/client'
import { useMemo } from 'react'
import uPlot from 'uplot'
import { axisOf, placeTexts, Plot, type Token } from '../../figures/plot.tsx'
import { lineOf } from './source-lines.ts'

/**
 * A line for each source, the price that counted as a heavier one, and a band between the highest
 * and the lowest quote that counted.
 */
export function PriceHistoryChart({
  label,
  sources,
  history,
  point,
}: {
  readonly label: string
  /** The names of the sources, in the order of their lines. */
  readonly sources: readonly string[]
  /** The oldest first. */
  readonly history: readonly PriceHistoryPoint[]
  readonly point: (index: number | undefined) => void
}) {
  const data = useMemo(() => columns(sources, history), [sources, history])
  const count = sources.length
  const settings = useMemo(() => (token: Token) => options(token, count), [count])
  return <Plot label={label} height={280} data={data} settings={settings} point={point} />
}

/** The numbers are places in the drawing; no figure is shown from them. */
function columns(
  sources: readonly string[],
  history: readonly PriceHistoryPoint[],
): uPlot.AlignedData {
  const counted = history.map(({ quotes }) =>
    quotes.filter(({ counts }) => counts).map(({ price_usd: usd }) => Number(usd)),
  )
  const bound = (of: (...prices: number[]) => number) =>
    counted.map((prices) => (prices.length === 0 ? null : of(...prices)))
  return [
    history.map(({ time }) => Date.parse(time) / 1000),
    bound(Math.max),
    bound(Math.min),
    ...sources.map((name) =>
      history.map(({ quotes }) => {
        const quote = quotes.find(({ source }) => source === name)
        return quote === undefined ? null : Number(quote.price_usd)
      }),
    ),
    history.map(({ price_usd: usd }) => (usd === null ? null : Number(usd))),
  ]
}

const digits = new Intl.NumberFormat('en', { maximumSignificantDigits: 7 })

/** The groups of digits are apart as those of figures are. */
const placeText = (place: number): string => digits.format(place).replaceAll(',', '\u{202f}')

function options(token: Token, sources: number): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = axisOf(token)
  const bound = { width: 0, points: { show: false } }
  return {
    legend: { show: false },
    cursor: { drag: { setScale: false }, y: false },
    tzDate: (ts) => uPlot.tzDate(new Date(ts * 1000), 'Etc/UTC'),
    scales: { y: { range: (_chart, low, high) => around(low, high) } },
    axes: [
      { ...axis, values: (_chart, splits, _axis, _space, step) => placeTexts(splits, step) },
      {
        ...axis,
        size: 84,
        values: (_chart, splits) => splits.map(placeText),
      },
    ],
    bands: [{ series: [1, 2], fill: token('transit-wash') }],
    series: [
      {},
      bound,
      bound,
      ...Array.from({ length: sources }, (_, index) => {
        const { color, dash } = lineOf(index)
        return { stroke: token(color), width: 1, dash: [...dash], points: alone(5) }
      }),
      { stroke: token('ink'), width: 3, points: alone(7) },
    ],
  }
}

function around(low: number, high: number): [number, number] {
  const margin = Math.max((high - low) * 0.08, high * 0.0005)
  return [low - margin, high + margin]
}

/** A point where a line would have no length: before it and after it is nothing. */
const alone = (size: number): uPlot.Series.Points => ({
  show: true,
  size,
  filter: (chart, series) => {
    const prices = chart.data[series] ?? []
    return Array.from(prices.keys()).filter(
      (at) => prices[at] != null && prices[at - 1] == null && prices[at + 1] == null,
    )
  },
})
