import { Decimal } from '@vadium/margin'
import { type CoveragePoint, listPositions, Position } from '@vadium/schema'
import { plainList } from './plain-list.ts'
import { listPresentation } from './presentation.ts'

const { columns } = plainList(Position, [
  'id',
  'order_id_pretty',
  'status',
  'asset_quantity',
  'asset',
  'collateral_quantity',
  'collateral_asset',
  'ltv_percent',
  'ccr_percent',
  'm2m_direction',
  'm2m_notional_usd',
  'ready_for_m2m',
])

/** The positions, and the coverage of the last days where it is requested. */
export const positionList = listPresentation(listPositions, Position, {
  examples: [
    'vadium positions list --ready-for-m2m',
    'vadium positions list --margin-call-reached --asset BTC --wide',
    'vadium positions list --status ACTIVE --history-days 7',
  ],
  columns: [
    ...columns,
    {
      heading: 'COVERAGE HISTORY %',
      only: 'compact',
      mayBeMissing: true,
      leavesAs: -1,
      value: ({ coverage_history: points = [] }) => historyText(points),
    },
  ],
})

/** From the oldest to the newest coverage, and the lowest one between them. */
function historyText(points: readonly CoveragePoint[]): string {
  const known = points.flatMap(({ ccr_percent }) => ccr_percent ?? [])
  const [oldest, newest] = [known.at(0), known.at(-1)]
  if (oldest === undefined || newest === undefined) return ''
  const lowest = known.reduce((low, one) => (new Decimal(one).lessThan(low) ? one : low), newest)
  const way = known.length === 1 ? newest : `${oldest} → ${newest}`
  return lowest === oldest || lowest === newest ? way : `${way}, low ${lowest}`
}
