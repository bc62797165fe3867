import type { ResolvedCoverage } from '@vadium/client'
import type { Level } from './coverage-meter.tsx'
import styles from './coverage-meter.module.css'
import { Figure } from './figure.tsx'

type Change = Pick<
  ResolvedCoverage,
  | 'before_percent'
  | 'after_percent'
  | 'requirement_percent'
  | 'margin_call_percent'
  | 'liquidation_percent'
>

/**
 * The coverage before and after a request, among the levels of the agreement, in words and drawn.
 */
export function CoverageChange({ change }: { readonly change: Change }) {
  const { before_percent: before, after_percent: after } = change
  const levels = levelsOf(change)
  return (
    <div className={styles['frame']} data-large data-zone={zoneOf(after, levels)}>
      <p className={styles['change']}>
        Coverage{' '}
        {before !== null && (
          <>
            <Figure value={before} unit="%" /> →{' '}
          </>
        )}
        <strong>
          <Figure value={after} unit="%" missing="none" />
        </strong>
      </p>
      {after !== null && <Drawing before={before ?? after} after={after} levels={levels} />}
      <ul className={styles['legend']}>
        {levels.map(({ name, percent }) => (
          <li key={name} data-level={name}>
            {levelWords[name]} {percent} %
          </li>
        ))}
        {levels.length > 0 && change.requirement_percent === null && <li>required by a haircut</li>}
      </ul>
    </div>
  )
}

type ChangedLevel = Level & { readonly name: Exclude<Level['name'], 'release'> }

const levelWords: Readonly<Record<ChangedLevel['name'], string>> = {
  liquidation: 'liquidation',
  call: 'margin call',
  requirement: 'requirement',
}

/** The levels that are agreed. */
const levelsOf = (change: Change): ChangedLevel[] =>
  (
    [
      ['liquidation', change.liquidation_percent],
      ['call', change.margin_call_percent],
      ['requirement', change.requirement_percent],
    ] as const
  ).flatMap(([name, percent]) => (percent === null ? [] : [{ name, percent: Number(percent) }]))

/** Where the coverage is then, which gives the colour. No figure is computed from it. */
function zoneOf(after: string | null, levels: readonly Level[]): string {
  const reached = levels.find(({ name, percent }) =>
    name === 'requirement' ? Number(after) < percent : Number(after) <= percent,
  )
  if (reached === undefined) return 'covered'
  return reached.name === 'requirement' ? 'short' : reached.name
}

function Drawing({
  before,
  after,
  levels,
}: {
  readonly before: string
  readonly after: string
  readonly levels: readonly Level[]
}) {
  const [now, then] = [Number(before), Number(after)]
  const place = placesAround([now, then, ...levels.map(({ percent }) => percent)])
  const [from, to] = [place(Math.min(now, then)), place(Math.max(now, then))]
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" className={styles['meter']} aria-hidden>
      <rect className={styles['track']} x="0" y="4" width="100" height="4" />
      <rect className={styles['value']} x="0" y="4" width={from} height="4" />
      <rect className={styles['moved']} x={from} y="4" width={to - from} height="4" />
      {levels.map(({ name, percent }) => (
        <line
          key={name}
          className={styles[name]}
          x1={place(percent)}
          x2={place(percent)}
          y1="0.5"
          y2="11.5"
        />
      ))}
    </svg>
  )
}

/** All of these are in the drawing, with room on both sides. */
function placesAround(percents: readonly number[]): (percent: number) => number {
  const [low, high] = [Math.min(...percents), Math.max(...percents)]
  const room = Math.max((high - low) / 3, 2)
  return (percent) => (100 * (percent - low + room)) / (high - low + 2 * room)
}
