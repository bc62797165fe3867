import type { CoveragePoint, Position } from '@vadium/client'
import { coverageHistoryQuery, historyDays } from '../service/coverage-history.ts'
import { useNow } from '../service/now.ts'
import { useIsPrinting } from '../service/printing.ts'
import { callerQuery } from '../service/queries.ts'
import { useRead } from '../service/read.ts'
import { type CoverageZone, levelsOf } from './coverage-meter.tsx'
import { isLarger, isZero } from './decimal-text.ts'
import styles from './coverage-meter.module.css'

/** The coverage of a position in the last seven days, among its levels. It ends now. */
export function CoverageWeek({
  position,
  zone,
}: {
  readonly position: Position
  /** The zone that gives the colour of now. */
  readonly zone: CoverageZone
}) {
  const hour = useNow(hourMs)
  // Who acts is answered with the time of the book: until then the hour can be another one.
  const isHourKnown = useRead(callerQuery).data !== undefined
  // A print has all rows of a list, however many. Those that were on screen are drawn.
  const isWanted = !useIsPrinting() && isHourKnown
  const { data, isError } = useRead(coverageHistoryQuery, position, hour, isWanted)
  const points = [...(data ?? []), { time: '', ccr_percent: position.ccr_percent }]
  if (data === undefined && isError) return <Unread />
  if (data === undefined || !points.some(isRated)) return <span className={styles['week']} />
  return <Drawing position={position} points={points} endMs={hour + hourMs} zone={zone} />
}

function Unread() {
  const label = 'The coverage of the last days could not be read. It is tried again.'
  return (
    <span role="img" aria-label={label} title={label} className={`soft ${styles['week'] ?? ''}`}>
      –
    </span>
  )
}

const hourMs = 3_600_000
const width = 72
const height = 12
/** Room for the line and the dot. */
const edge = 2

interface RatedPoint {
  readonly time: string
  readonly ccr_percent: string
}

/** Without collateral there is no ratio, as elsewhere on the page. */
const isRated = (point: CoveragePoint): point is RatedPoint =>
  point.ccr_percent !== null && !isZero(point.ccr_percent)

function Drawing({
  position,
  points,
  endMs,
  zone,
}: {
  readonly position: Position
  /** The oldest first. The last one is that of now, without a time. */
  readonly points: readonly CoveragePoint[]
  readonly endMs: number
  readonly zone: CoverageZone
}) {
  const now = points.at(-1)
  const levels = levelsOf(position.terms)
  const y = heights([
    ...levels.map(({ percent }) => percent),
    ...points.filter(isRated).map(({ ccr_percent }) => Number(ccr_percent)),
  ])
  const x = (time: string) => {
    const agoMs = time === '' ? 0 : endMs - Date.parse(time)
    const part = 1 - agoMs / (historyDays * 24 * hourMs)
    return edge + (width - 2 * edge) * Math.min(1, Math.max(0, part))
  }
  // Where there was no ratio, the line has a gap. Each part can be a single point.
  const way = points.map((point, i) => {
    if (!isRated(point)) return ''
    const place = `${x(point.time).toFixed(1)} ${y(Number(point.ccr_percent)).toFixed(1)}`
    const before = points[i - 1]
    return before === undefined || !isRated(before) ? `M${place}h0` : `L${place}`
  })
  const label = summary(position, points.filter(isRated))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className={styles['week']}
      data-zone={zone}
    >
      <title>{label}</title>
      {levels.map(({ name, percent }) => (
        <line
          key={name}
          className={styles[name]}
          x1={0}
          x2={width}
          y1={y(percent)}
          y2={y(percent)}
        />
      ))}
      <path className={styles['way']} d={way.join('')} />
      {now !== undefined && isRated(now) && (
        <circle
          className={styles['now']}
          cx={x(now.time)}
          cy={y(Number(now.ccr_percent))}
          r={edge}
        />
      )}
    </svg>
  )
}

/** Places in the drawing: all of these fill its height, however close they are to one another. */
function heights(percents: readonly number[]): (percent: number) => number {
  const [low, high] = [Math.min(...percents), Math.max(...percents)]
  return (percent) => height - edge - (height - 2 * edge) * ((percent - low) / (high - low || 1))
}

/** What the drawing shows, in one sentence. The screen of the position has every figure. */
function summary({ order_id_pretty: number }: Position, points: readonly RatedPoint[]): string {
  const begin = `Coverage of order ${number} in the last ${historyDays} days: `
  const [oldest, newest] = [points.at(0), points.at(-1)]
  if (oldest === undefined || newest === undefined) return `${begin}no ratio`
  if (oldest.time === '') return `${begin}none but that of now`
  const lowest = points.reduce((low, one) =>
    isLarger(low.ccr_percent, one.ccr_percent) ? one : low,
  )
  return `${begin}from ${at(oldest)} to ${at(newest)}, the lowest ${at(lowest)}`
}

const at = ({ time, ccr_percent }: RatedPoint) =>
  `${ccr_percent} % ${time === '' ? 'now' : `on ${time.slice(0, 10)}`}`
