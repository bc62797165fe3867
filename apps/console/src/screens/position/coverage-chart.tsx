import type { MarkToMarketRequest, Position, PositionValuation } from '@vadium/client'
import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { levelsOf } from '../../figures/coverage-meter.tsx'
import { placeTexts } from '../../figures/plot.tsx'
import { useTheme } from '../../figures/theme.ts'
import styles from './position.module.css'

interface Drawn {
  readonly position: Position
  /** The newest first. */
  readonly valuations: readonly PositionValuation[]
  readonly calls: readonly MarkToMarketRequest[]
  /** The time of the book, to the minute: the drawing goes on until then. */
  readonly now: string
}

const height = 240

/**
 * Draws coverage over time. The numbers are places in the drawing; no figure is shown from them.
 */
export function CoverageChart(drawn: Drawn) {
  const theme = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Entry>()
  const { position, valuations, calls, now } = drawn
  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const entries = entriesOf({ position, valuations, calls, now })
    const settings = options(element, position, calls)
    const point = ({ cursor: { idx } }: uPlot) => {
      setPointed(typeof idx === 'number' ? entries[idx] : undefined)
    }
    const hooks = { ...settings.hooks, setCursor: [point] }
    const chart = new uPlot({ ...settings, hooks }, columns(position, entries), element)
    const resized = new ResizeObserver(() => {
      chart.setSize({ width: element.clientWidth, height })
    })
    resized.observe(element)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
  }, [position, valuations, calls, now, theme])
  return (
    <>
      <p className={styles['pointed']}>{pointed === undefined ? hint : textOf(pointed)}</p>
      <div ref={place} className={styles['chart']} role="img" aria-label={summary(valuations)} />
    </>
  )
}

const hint = 'Point at the drawing to read a figure.'

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

/** What is at one time. The figure is the text of the API. */
interface Entry {
  readonly time: string
  readonly percent: string | null
  readonly isMovement: boolean
  readonly isNow: boolean
}

/**
 * The oldest first, with the coverage of now as the last one. Entries of one time have the same
 * figures, and one place in the drawing.
 */
function entriesOf({ position, valuations, now }: Drawn): Entry[] {
  const entries = new Map<string, Entry>()
  for (const { time, cause, ccr_percent: percent } of valuations.toReversed()) {
    const isMovement = cause === 'movement' || entries.get(time)?.isMovement === true
    entries.set(time, { time, percent, isMovement, isNow: false })
  }
  const isNow = position.status !== 'CLOSED' && now > (valuations[0]?.time ?? '')
  if (isNow)
    entries.set(now, { time: now, percent: position.ccr_percent, isMovement: false, isNow })
  return [...entries.values()]
}

const textOf = ({ time, percent, isMovement, isNow }: Entry) =>
  `${time.slice(0, 10)} ${time.slice(11, 16)} UTC · coverage ${
    percent === null ? 'without a ratio' : `${percent} %`
  }${isMovement ? ' · a transfer moved' : ''}${isNow ? ' · now' : ''}`

function columns({ terms }: Position, entries: readonly Entry[]): uPlot.AlignedData {
  const times = entries.map(({ time }) => seconds(time))
  const coverages = entries.map(({ percent }) => (percent === null ? null : Number(percent)))
  const [only] = times
  // A single time has no axis: an hour without an entry follows it.
  if (only !== undefined && times.length === 1) {
    times.push(only + 3600)
    coverages.push(null)
  }
  const level = (percent: number) => times.map(() => percent)
  return [
    times,
    ...levelsOf(terms).map(({ percent }) => level(percent)),
    coverages,
    coverages.map((coverage, i) => (entries[i]?.isMovement === true ? coverage : null)),
  ]
}

/** The colours of the levels, in the order in which a drawing has them. */
const levelTokens = {
  liquidation: 'liquidation',
  call: 'call',
  requirement: 'ink-soft',
  release: 'covered',
} as const

function options(
  element: HTMLElement,
  { terms }: Position,
  calls: readonly MarkToMarketRequest[],
): uPlot.Options {
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
    cursor: { drag: { setScale: false }, y: false },
    // The levels and the coverage fill the drawing, however close they are to one another.
    scales: { y: { range: (_chart, low, high) => around(low, high) } },
    tzDate: (ts) => uPlot.tzDate(new Date(ts * 1000), 'Etc/UTC'),
    axes: [
      { ...axis, values: (_chart, splits, _axis, _space, step) => placeTexts(splits, step) },
      { ...axis, size: 56 },
    ],
    series: [
      {},
      ...levelsOf(terms).map(({ name }) => dashed(levelTokens[name])),
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

function around(low: number, high: number): [number, number] {
  const margin = Math.max((high - low) * 0.08, 1)
  return [low - margin, high + margin]
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
