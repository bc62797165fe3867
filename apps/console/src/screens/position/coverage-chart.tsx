import type { MarkToMarketRequest, Position, PositionValuation } from '@vadium/client'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../frame/theme.ts'
import styles from './position.module.css'

interface Drawn {
  readonly position: Position
  /** The newest first. */
  readonly valuations: readonly PositionValuation[]
  readonly calls: readonly MarkToMarketRequest[]
}

const height = 240

/** Draws coverage over time. The numbers are places in the drawing; no figure is shown from them. */
export function CoverageChart(drawn: Drawn) {
  const theme = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const { position, valuations, calls } = drawn
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const chart = new uPlot(options(element, calls), columns(position, valuations), element)
    const resized = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height })
    })
    resized.observe(element)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
  }, [position, valuations, calls, theme])
  return <div ref={place} className={styles['chart']} role="img" aria-label={summary(valuations)} />
}

/** What the drawing shows, in one sentence. The table below has every figure. */
function summary(valuations: readonly PositionValuation[]): string {
  const rated = valuations.filter(({ ccr_percent }) => ccr_percent !== null)
  const [newest, oldest] = [rated.at(0), rated.at(-1)]
  if (newest === undefined || oldest === undefined) return 'Coverage over time: no ratio'
  const at = ({ ccr_percent, time }: PositionValuation) =>
    `${ccr_percent ?? ''} % at ${time.slice(0, 16).replace('T', ' ')} UTC`
  return `Coverage over time: ${rated.length} entries, from ${at(oldest)} to ${at(newest)}`
}

const seconds = (time: string) => Date.parse(time) / 1000

function columns({ terms }: Position, valuations: readonly PositionValuation[]): uPlot.AlignedData {
  const entries = valuations.toReversed()
  const coverage = entries.map(({ ccr_percent }) =>
    ccr_percent === null ? null : Number(ccr_percent),
  )
  const level = (percent: string) => entries.map(() => Number(percent))
  return [
    entries.map(({ time }) => seconds(time)),
    level(terms.liquidation_percent),
    level(terms.margin_call_percent),
    coverage,
    entries.map(({ cause }, i) => (cause === 'movement' ? (coverage[i] ?? null) : null)),
  ]
}

function options(element: HTMLElement, calls: readonly MarkToMarketRequest[]): uPlot.Options {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--${name}`)
  const axis = {
    stroke: token('ink-soft'),
    grid: { stroke: token('line'), width: 1 },
    ticks: { stroke: token('line'), width: 1 },
  }
  const dashed = (name: string) => ({
    stroke: token(name),
    width: 1,
    dash: [6, 4],
    points: { show: false },
  })
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { setScale: false } },
    axes: [axis, { ...axis, size: 56 }],
    series: [
      {},
      dashed('liquidation'),
      dashed('call'),
      { stroke: token('accent'), width: 2, points: { show: false }, spanGaps: false },
      {
        stroke: token('transit'),
        width: 0,
        points: { show: true, size: 7, fill: token('transit') },
      },
    ],
    hooks: {
      draw: [
        (chart) => {
          marks(chart, calls, token('call'))
        },
      ],
    },
  }
}

/** A line down the drawing where a request was created. */
function marks(chart: uPlot, calls: readonly MarkToMarketRequest[], color: string): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.strokeStyle = color
  ctx.lineWidth = 1
  for (const { create_time } of calls) {
    const x = Math.round(chart.valToPos(seconds(create_time), 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
