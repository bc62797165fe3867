import type { MarkToMarketRequest, Position, PositionValuation } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import { valuationPagesQuery } from '../../service/history-queries.ts'
import { useNow } from '../../service/now.ts'
import { callsQuery } from '../../service/queries.ts'
import { usePages, useRead } from '../../service/read.ts'
import styles from './position.module.css'

/** The same list each time, so that nothing is drawn again. */
const noCalls: readonly MarkToMarketRequest[] = []

/** The chart is loaded when a position is looked at. Without it, the table has every figure. */
const CoverageChart = later(async () => {
  try {
    return (await import('./coverage-chart.tsx')).CoverageChart
  } catch {
    return NoChart
  }
}, 'the chart')

function NoChart(_drawn: object) {
  return <Empty>This browser could not draw the chart. The table has every figure.</Empty>
}

/** Coverage at each market cut and each movement, as a chart and as a table. */
export function CoverageHistory({ position }: { readonly position: Position }) {
  const pages = usePages(valuationPagesQuery, position.id)
  const calls = useRead(callsQuery, { position_id: position.id, page_size: 20 }).data ?? noCalls
  return (
    <section className="panel">
      <h2>Coverage over time</h2>
      <Read of={pages} what="the valuations" none="No market cut and no movement yet.">
        {(valuations) => (
          <>
            <Drawing position={position} valuations={valuations} calls={calls} />
            <details className={styles['history']}>
              <summary>As a table: {valuations.length} entries</summary>
              <HistoryRows position={position} valuations={valuations} />
            </details>
            <MorePages of={pages}>Further back</MorePages>
          </>
        )}
      </Read>
    </section>
  )
}

const minuteMs = 60_000

function Drawing({
  position,
  valuations,
  calls,
}: {
  readonly position: Position
  readonly valuations: readonly PositionValuation[]
  readonly calls: readonly MarkToMarketRequest[]
}) {
  const now = new Date(useNow(minuteMs)).toISOString()
  const rated = valuations.filter(({ ccr_percent }) => ccr_percent !== null)
  if (rated.length === 0) return <Empty>No entry has a ratio: there was no price.</Empty>
  return (
    <>
      <CoverageChart position={position} valuations={valuations} calls={calls} now={now} />
      <ul className={styles['legend']} aria-hidden="true">
        <li data-mark="coverage">coverage, %</li>
        <li data-mark="movement">movement</li>
        <li data-mark="sent">call or release sent</li>
        <li data-mark="requirement">requirement</li>
        <li data-mark="call">margin call level</li>
        <li data-mark="liquidation">liquidation level</li>
        {position.terms.release_percent !== null && <li data-mark="release">release level</li>}
      </ul>
    </>
  )
}

const movements: Readonly<Record<string, string>> = {
  instruct: 'sent',
  settle: 'arrived',
  revert: 'came back',
}

function HistoryRows({
  position,
  valuations,
}: {
  readonly position: Position
  readonly valuations: readonly PositionValuation[]
}) {
  const { collateral_asset: present } = position
  const wasReplaced = valuations.some(({ collateral_asset }) => collateral_asset !== present)
  return (
    <TableScroll name="Coverage over time">
      <table>
        <thead>
          <tr>
            <th>Time</th>
            <th>What</th>
            <th className="number">Coverage, %</th>
            <th className="number">LTV, %</th>
            <th className="number">Collateral{!wasReplaced && `, ${present}`}</th>
            <th className="number">{position.asset}, USD</th>
            <th className="number">{wasReplaced ? 'Collateral' : present}, USD</th>
          </tr>
        </thead>
        <tbody>
          {valuations.map((entry, i) => (
            // Several movements may have one time.
            <tr key={`${entry.time} ${valuations.length - i}`}>
              <td>
                <Instant at={entry.time} />
              </td>
              <td>
                <Cause entry={entry} />
              </td>
              <td className="number">
                <Figure value={entry.ccr_percent} missing="no ratio" />
              </td>
              <td className="number">
                <Figure value={entry.ltv_percent} missing="no ratio" />
              </td>
              <td className="number">
                <Figure
                  value={entry.collateral_quantity}
                  unit={wasReplaced ? entry.collateral_asset : undefined}
                  column
                />
              </td>
              <td className="number">
                <Figure value={entry.asset_price?.price_usd} column missing="no price" />
              </td>
              <td className="number">
                <Figure value={entry.collateral_price?.price_usd} column missing="no price" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Cause({ entry }: { readonly entry: PositionValuation }) {
  if (entry.movement === null) return <>market cut</>
  const words = movements[entry.movement] ?? entry.movement
  if (entry.transfer_id === null) return <>{words}</>
  return (
    <Link to="/transfers/$transferId" params={{ transferId: entry.transfer_id }}>
      transfer {words}
    </Link>
  )
}
