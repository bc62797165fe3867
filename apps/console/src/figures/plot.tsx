import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useTheme } from './theme.ts'

/** Reads a colour of the theme. */
export type Token = (name: string) => string

/** A drawing of lines. The numbers in it are places; no figure is shown from them. */
export function Plot({
  label,
  height,
  data,
  settings,
  point,
  choose,
}: {
  /** What it shows, in one sentence. */
  readonly label: string
  readonly height: number
  readonly data: uPlot.AlignedData
  /** The same function each time, or the drawing begins again. */
  readonly settings: (token: Token) => Omit<uPlot.Options, 'width' | 'height'>
  /** The place under the pointer. Undefined once it has left. */
  readonly point?: (index: number | undefined) => void
  /** A press on a place. */
  readonly choose?: (index: number) => void
}) {
  const theme = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | undefined>(undefined)
  const drawn = useRef(data)
  const reports = useRef({ point, choose })
  useEffect(() => {
    reports.current = { point, choose }
  })

  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    const style = getComputedStyle(element)
    const given = settings((name) => style.getPropertyValue(`--${name}`))
    const setCursor = ({ cursor: { idx } }: uPlot) => reports.current.point?.(idx ?? undefined)
    const ready = (made: uPlot) => {
      made.over.addEventListener('click', () => {
        const { idx } = made.cursor
        if (idx != null) reports.current.choose?.(idx)
      })
    }
    const hooks = { ...given.hooks, setCursor: [setCursor], ready: [ready] }
    const size = { width: element.clientWidth, height }
    const made = new uPlot({ ...given, ...size, hooks }, drawn.current, element)
    chart.current = made
    const resized = new ResizeObserver(() => {
      made.setSize({ width: element.clientWidth, height })
    })
    resized.observe(element)
    return () => {
      resized.disconnect()
      made.destroy()
      chart.current = undefined
    }
  }, [height, settings, theme])

  useEffect(() => {
    drawn.current = data
    chart.current?.setData(data)
  }, [data])

  return (
    <div ref={place} role="img" aria-label={label} style={{ minWidth: 0, overflow: 'hidden' }} />
  )
}

/** How axes look, with their grid. */
export const axisOf = (token: Token) => ({
  font: `12px ${token('font')}`,
  labelFont: `12px ${token('font')}`,
  stroke: token('ink-soft'),
  grid: { stroke: token('line'), width: 1 },
  ticks: { stroke: token('line'), width: 1 },
})

/** Times in UTC, like all times of the page: the day where one begins, and the time between. */
export function placeTexts(splits: readonly number[], step: number): string[] {
  return splits.map((split, i) => {
    const text = new Date(split * 1000).toISOString()
    const [day, time] = [text.slice(5, 10), text.slice(11, 16)]
    if (step >= 86_400) return i === 0 ? text.slice(0, 10) : day
    return i === 0 || time === '00:00' ? `${time}\n${day}` : time
  })
}
