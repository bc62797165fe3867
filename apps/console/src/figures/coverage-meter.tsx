import type { Position } from '@vadium/client'
import styles from './coverage-meter.module.css'

type Terms = Position['terms']

/** A level of an agreement, as a place in a drawing. */
export interface Level {
  readonly name: 'liquidation' | 'call' | 'requirement' | 'release'
  readonly percent: number
}

/** Places in a drawing only. No figure is computed from them. */
export function levelsOf(terms: Terms): Level[] {
  const requirement =
    terms.requirement_percent === null
      ? 100 / (1 - Number(terms.haircut))
      : Number(terms.requirement_percent)
  return [
    { name: 'liquidation', percent: Number(terms.liquidation_percent) },
    { name: 'call', percent: Number(terms.margin_call_percent) },
    { name: 'requirement', percent: requirement },
    ...(terms.release_percent === null
      ? []
      : [{ name: 'release' as const, percent: Number(terms.release_percent) }]),
  ]
}

function scaleOf(levels: readonly Level[]): (percent: number) => number {
  const percents = levels.map(({ percent }) => percent)
  const [low, high] = [Math.min(...percents), Math.max(...percents)]
  const margin = Math.max(high - low, 5)
  const [begin, end] = [low - margin, high + margin * 1.5]
  return (percent) => Math.min(100, Math.max(0, (100 * (percent - begin)) / (end - begin)))
}

export type CoverageZone = 'liquidation' | 'call' | 'short' | 'covered' | 'unknown'

/** In which zone a position is, by the flags of the service. */
export function coverageZone(
  position: Pick<
    Position,
    'ccr_percent' | 'liquidation_reached' | 'margin_call_reached' | 'm2m_direction'
  >,
): CoverageZone {
  if (position.ccr_percent === null) return 'unknown'
  if (position.liquidation_reached === true) return 'liquidation'
  if (position.margin_call_reached === true) return 'call'
  return position.m2m_direction === 'TopUp' ? 'short' : 'covered'
}

const zoneWords: Readonly<Record<CoverageZone, string>> = {
  liquidation: 'at its liquidation level',
  call: 'at its margin call level',
  short: 'below its requirement',
  covered: 'covered',
  unknown: 'without a ratio',
}

/** The coverage of a position between the levels of its own agreement. */
export function CoverageMeter({
  position,
  zone = coverageZone(position),
  large = false,
}: {
  readonly position: Position
  /** The zone that gives the colour. Default: that of what is held. */
  readonly zone?: CoverageZone | undefined
  readonly large?: boolean
}) {
  const levels = levelsOf(position.terms)
  const place = scaleOf(levels)
  const ratio = position.ccr_percent
  const label = `Coverage of order ${position.order_id_pretty}: ${
    ratio === null ? 'no ratio' : `${ratio} %`
  }, ${zoneWords[zone]}`
  return (
    <div className={styles['frame']} data-large={large} data-zone={zone}>
      <svg
        aria-label={label}
        {...(ratio === null
          ? // A meter without a value is none.
            { role: 'img' }
          : {
              role: 'meter',
              'aria-valuemin': 0,
              'aria-valuemax': Math.max(...levels.map(({ percent }) => percent), Number(ratio)),
              'aria-valuenow': Number(ratio),
            })}
        viewBox="0 0 100 12"
        preserveAspectRatio="none"
        className={styles['meter']}
      >
        <title>{label}</title>
        <rect className={styles['track']} x="0" y="4" width="100" height="4" />
        {ratio !== null && (
          <rect className={styles['value']} x="0" y="4" width={place(Number(ratio))} height="4" />
        )}
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
      {large && <Legend terms={position.terms} />}
    </div>
  )
}

function Legend({ terms }: { readonly terms: Terms }) {
  return (
    <ul className={styles['legend']}>
      <li data-level="liquidation">liquidation {terms.liquidation_percent} %</li>
      <li data-level="call">margin call {terms.margin_call_percent} %</li>
      <li data-level="requirement">
        {terms.requirement_percent === null
          ? `haircut ${terms.haircut ?? ''}`
          : `requirement ${terms.requirement_percent} %`}
      </li>
      {terms.release_percent !== null && (
        <li data-level="release">release {terms.release_percent} %</li>
      )}
    </ul>
  )
}
