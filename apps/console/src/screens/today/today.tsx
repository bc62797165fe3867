import type { Position } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Title } from '../../figures/title.tsx'
import { useOwnId } from '../../service/people.ts'
import { callsQuery, positionsQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { CallRows } from '../calls/call-rows.tsx'
import { DueAndNext, PositionHead } from '../positions/position-cells.tsx'
import { Summary } from './totals.tsx'
import styles from './today.module.css'

/** What needs a person now, the most urgent first. */
export function Today() {
  return (
    <div className={styles['screen']}>
      <Title>Today</Title>
      <Summary />
      <ToAnswer />
      <ToCall />
      <ClosingAtLevel />
      <Watch />
    </div>
  )
}

/** Requests of the other side that await our answer, by the time that is left. */
function ToAnswer() {
  const calls = useRead(callsQuery, { status: 'PENDING_ACCEPTANCE', page_size: 200 })
  const ownId = useOwnId()
  const ours = calls.data
    ?.filter(({ creator_id }) => ownId !== '' && creator_id !== ownId)
    .toSorted((one, other) => one.expire_time.localeCompare(other.expire_time))
  return (
    <section>
      <h2>To answer{ours !== undefined && ` · ${ours.length}`}</h2>
      <Read
        of={{ ...calls, data: ours }}
        what="the calls to answer"
        none="No call awaits your answer."
      >
        {(shown) => <CallRows calls={shown} />}
      </Read>
    </section>
  )
}

/** Positions for which a request could be submitted now, the lowest coverage first. */
function ToCall() {
  const filter = { ready_for_m2m: true, order_by: 'coverage', page_size: 25 } as const
  return (
    <section>
      <h2>To call or to release</h2>
      <Read
        of={useRead(positionsQuery, filter)}
        what="the positions to call"
        none="No call and no release can be submitted at the prices of now."
      >
        {(positions) => <PositionRows name="To call or to release" positions={positions} />}
      </Read>
    </section>
  )
}

/** Positions of closing orders that are at a level: nothing can be called while the close lasts. */
function ClosingAtLevel() {
  const filter = { status: 'CLOSING', margin_call_reached: true, order_by: 'coverage' } as const
  const positions = useRead(positionsQuery, { ...filter, page_size: 25 }).data ?? []
  if (positions.length === 0) return null
  return (
    <section>
      <h2>Closing, and at a level of coverage</h2>
      <PositionRows name="Closing, and at a level" positions={positions} />
    </section>
  )
}

/** The active positions with the lowest coverage. */
function Watch() {
  const filter = { status: 'ACTIVE', ready_for_m2m: false, order_by: 'coverage' } as const
  const positions = useRead(positionsQuery, { ...filter, page_size: 10 }).data ?? []
  if (positions.length === 0) return null
  return (
    <section>
      <h2>Watch: lowest coverage of those that cannot be called</h2>
      <PositionRows name="Watch" positions={positions} />
      <p>
        <Link to="/positions">All positions</Link>
      </p>
    </section>
  )
}

function PositionRows({
  name,
  positions,
}: {
  readonly name: string
  readonly positions: readonly Position[]
}) {
  const ownId = useOwnId()
  return (
    <TableScroll name={name}>
      <table>
        <thead>
          <tr>
            <th>Order</th>
            <th>Counterparty</th>
            <th>State</th>
            <th className="number">Coverage, %</th>
            <th className="number">Due, USD</th>
            <th>Next</th>
            <th>Pair</th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <tr key={position.id}>
              <PositionHead position={position} ownId={ownId} />
              <DueAndNext position={position} />
              <td>
                {position.asset} against {position.collateral_asset}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
