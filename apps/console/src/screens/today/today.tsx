import type { Position } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { callerQuery, callsQuery, positionsQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { CallRows } from '../calls/call-rows.tsx'
import { DueAndNext, PositionHead } from '../positions/position-cells.tsx'
import styles from './today.module.css'
import { Summary } from './totals.tsx'

/** What needs a person now, the most urgent first. */
export function Today() {
  return (
    <div className={styles['screen']}>
      <h1>Today</h1>
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
  const client = useClient()
  const caller = useQuery(callerQuery(client))
  const calls = useQuery(callsQuery(client, { status: 'PENDING_ACCEPTANCE', page_size: 200 }))
  const ownId = caller.data?.organization.id
  const ours = (calls.data?.mark_to_market_requests ?? [])
    .filter(({ creator_id }) => ownId !== undefined && creator_id !== ownId)
    .toSorted((one, other) => one.expire_time.localeCompare(other.expire_time))
  return (
    <section>
      <h2>To answer{calls.isSuccess && ` · ${ours.length}`}</h2>
      {calls.isError && <Failure error={calls.error} what="the calls to answer" />}
      {calls.isPending && <Loading what="the calls to answer" />}
      {calls.isSuccess &&
        (ours.length === 0 ? (
          <Empty>No call awaits your answer.</Empty>
        ) : (
          <CallRows calls={ours} />
        ))}
    </section>
  )
}

/** Positions for which a request could be submitted now, the lowest coverage first. */
function ToCall() {
  const client = useClient()
  const positions = useQuery(
    positionsQuery(client, { ready_for_m2m: true, order_by: 'coverage', page_size: 25 }),
  )
  return (
    <section>
      <h2>To call or to release</h2>
      {positions.isError && <Failure error={positions.error} what="the positions to call" />}
      {positions.isPending && <Loading what="the positions to call" />}
      {positions.isSuccess && positions.data.positions.length === 0 && (
        <Empty>No call and no release can be submitted at the prices of now.</Empty>
      )}
      {positions.isSuccess && positions.data.positions.length > 0 && (
        <PositionRows name="To call or to release" positions={positions.data.positions} />
      )}
    </section>
  )
}

/** Positions of closing orders that are at a level: nothing can be called while the close lasts. */
function ClosingAtLevel() {
  const client = useClient()
  const filter = { status: 'CLOSING', margin_call_reached: true, order_by: 'coverage' } as const
  const positions = useQuery(positionsQuery(client, { ...filter, page_size: 25 }))
  if (positions.data === undefined || positions.data.positions.length === 0) return null
  return (
    <section>
      <h2>Closing, and at a level of coverage</h2>
      <PositionRows name="Closing, and at a level" positions={positions.data.positions} />
    </section>
  )
}

/** The active positions with the lowest coverage. */
function Watch() {
  const client = useClient()
  const positions = useQuery(
    positionsQuery(client, {
      status: 'ACTIVE',
      ready_for_m2m: false,
      order_by: 'coverage',
      page_size: 10,
    }),
  )
  if (positions.data === undefined || positions.data.positions.length === 0) return null
  return (
    <section>
      <h2>Watch: lowest coverage of those that cannot be called</h2>
      <PositionRows name="Watch" positions={positions.data.positions} />
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
  const caller = useQuery(callerQuery(useClient()))
  const ownId = caller.data?.organization.id ?? ''
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
