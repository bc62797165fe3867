import type { Position, Today } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { useOwnId } from '../../service/people.ts'
import { nearestPositionsQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useFollowed } from '../../service/shown-positions.ts'
import { counterpartyOf } from '../positions/counterparty.ts'
import styles from './today.module.css'

/** Of so many positions of the lowest coverage, those above their call level are drawn. */
const looked = 20
/** So many are listed, and read each time that prices move. */
const listed = 5

/** For the drawing and its order only. No figure is computed from it. */
const roomOf = ({ ccr_percent: ratio, terms }: Position): number =>
  Number(ratio) - Number(terms.margin_call_percent)

/** Those above their call level, the nearest to it first. */
const byRoom = (positions: readonly Position[] | undefined) =>
  positions
    ?.filter(({ ccr_percent: ratio, margin_call_reached: isCalled }) => ratio !== null && !isCalled)
    .toSorted((one, other) => roomOf(one) - roomOf(other))

/** The positions above their call level, the nearest to it first. Undefined until they are read. */
export function useNearest(watch: Today['watch'] | undefined): readonly Position[] | undefined {
  const reached = watch?.margin_call_reached
  const { data, dataUpdatedAt: readAt } = useRead(nearestPositionsQuery, looked, reached)
  const ids = byRoom(data)
    ?.slice(0, listed)
    .map(({ id }) => id)
  return byRoom(useFollowed(data, readAt, ids ?? []))
}

/** How near positions are to a call, and how many have reached a level. */
export function Nearest({
  watch,
  nearest,
}: {
  readonly watch: Today['watch']
  readonly nearest: readonly Position[]
}) {
  const ownId = useOwnId()
  const atLeast = watch.has_more && 'at least '
  return (
    <section className="panel" aria-labelledby="nearest">
      <h2 id="nearest">Nearest to a call</h2>
      {watch.margin_call_reached > 0 && (
        <p className={styles['levels']}>
          <Link to="/positions" search={{ margin_call_reached: true }}>
            {atLeast}
            {watch.margin_call_reached} at the margin call level
          </Link>
          {watch.liquidation_reached > 0 && (
            <>
              ,{' '}
              <Link to="/positions" search={{ liquidation_reached: true }}>
                {atLeast}
                {watch.liquidation_reached} of them at liquidation
              </Link>
            </>
          )}
        </p>
      )}
      {nearest.length > 0 && <Dots positions={nearest} />}
      <ol className={styles['nearest']}>
        {nearest.slice(0, listed).map((position) => (
          <li key={position.id}>
            <NearestPosition position={position} ownId={ownId} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A position with its coverage and its call level. */
export function NearestPosition({
  position,
  ownId,
}: {
  readonly position: Position
  readonly ownId: string
}) {
  return (
    <>
      <Link to="/positions/$positionId" params={{ positionId: position.id }}>
        {position.order_id_pretty}
      </Link>{' '}
      {counterpartyOf(position, ownId).name}: coverage{' '}
      <Figure value={position.ccr_percent} unit="%" />, call at{' '}
      <Figure value={position.terms.margin_call_percent} unit="%" />
    </>
  )
}

const width = 320
const height = 110

/** A dot a position: its room to the call level from left to right, its size upwards. */
function Dots({ positions }: { readonly positions: readonly Position[] }) {
  const rooms = positions.map(roomOf)
  const sizes = positions.map((one) => Math.log10(Math.max(1, Number(one.asset_notional_usd))))
  const [widest, largest] = [Math.max(1, ...rooms), Math.max(...sizes)]
  const smallest = Math.min(...sizes)
  const x = (room: number) => 8 + (width - 16) * (room / widest)
  const y = (size: number) =>
    height - 24 - (height - 34) * ((size - smallest) / Math.max(0.5, largest - smallest))
  const label = `${positions.length} positions, by their room to the call level and their value`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className={styles['dots']}
    >
      <line x1="8" x2="8" y1="4" y2={height - 16} data-level="call" />
      <line x1="8" x2={width - 8} y1={height - 16} y2={height - 16} />
      {positions.map((position, index) => (
        <circle key={position.id} cx={x(rooms[index] ?? 0)} cy={y(sizes[index] ?? 0)} r="3.5">
          <title>
            {`${position.order_id_pretty}: coverage ${position.ccr_percent ?? ''} %, call at ${position.terms.margin_call_percent} %`}
          </title>
        </circle>
      ))}
      <text x="8" y={height - 3}>
        call level
      </text>
      <text x={width - 8} y={height - 3} textAnchor="end">
        more room
      </text>
    </svg>
  )
}
