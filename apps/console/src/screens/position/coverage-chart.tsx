import type { MarkToMarketRequest, Position, PositionValuation } from '@vadium/client'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from '../../figures/theme.ts'
import styles from './position.module.css'

interface Drawn {
  readonly position: Position
  /** The newest first. */
  readonly valuations: readonly PositionValuation[]
  readonly calls: readonly MarkToMarketRequest[]
}

const height = 240

/**
 * Draws coverage over time. The numbers are places in the drawing; no figure is shown from them.
 */
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

/** Entries of one time have the same figures, and one place in the drawing. */
function columns({ terms }: Position, valuations: readonly PositionValuation[]): uPlot.AlignedData {
  const places = new Map<string, { coverage: number | null; isMovement: boolean }>()
  for (const { time, cause, ccr_percent } of valuations.toReversed()) {
    const coverage = ccr_percent === null ? null : Number(ccr_percent)
    const isMovement = cause === 'movement' || places.get(time)?.isMovement === true
    places.set(time, { coverage, isMovement })
  }
  const entries = [...places.values()]
  const times = [...places.keys()].map(seconds)
  const [only] = times
  // A single time has no axis: an hour without an entry follows it.
  if (only !== undefined && times.length === 1) {
    times.push(only + 3600)
    entries.push({ coverage: null, isMovement: false })
  }
  const level = (percent: string) => entries.map(() => Number(percent))
  return [
    times,
    level(terms.liquidation_percent),
    level(terms.margin_call_percent),
    entries.map(({ coverage }) => coverage),
    entries.map(({ coverage, isMovement }) => (isMovement ? coverage : null)),
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
    tzDate: (ts) => uPlot.tzDate(new Date(ts * 1000), 'Etc/UTC'),
    axes: [
      { ...axis, values: (_chart, splits, _axis, _space, step) => placeTexts(splits, step) },
      { ...axis, size: 56 },
    ],
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

/** Times in UTC, like all times of the page: the day where one begins, and the time between. */
function placeTexts(splits: readonly number[], step: number): string[] {
  return splits.map((split, i) => {
    const text = new Date(split * 1000).toISOString()
    const [day, time] = [text.slice(5, 10), text.slice(11, 16)]
    if (step >= 86_400) return i === 0 ? text.slice(0, 10) : day
    return i === 0 || time === '00:00' ? `${time}\n${day}` : time
  })
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
