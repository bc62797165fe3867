import { Decimal } from '@vadium/margin'
import { type CoveragePoint, listPositions, Position } from '@vadium/schema'
import { plainList } from './plain-list.ts'
import { type ListColumn, listPresentation } from './presentation.ts'
import { shortId } from './shown-value.ts'

const figure = { kind: 'figure', align: 'right', only: 'compact' } as const

/** What stays on a narrow terminal is what a person acts on. The number of the order is an id too. */
const compact: readonly ListColumn<Position>[] = [
  { heading: 'ID', only: 'compact', leavesAs: 1, value: ({ id }) => shortId(id) },
  {
    heading: 'ORDER',
    align: 'right',
    only: 'compact',
    value: ({ order_id_pretty: number }) => String(number),
  },
  { heading: 'STATUS', kind: 'state', only: 'compact', leavesAs: 7, value: ({ status }) => status },
  {
    ...figure,
    heading: 'ASSET QUANTITY',
    leavesAs: 5,
    value: ({ asset_quantity: quantity }) => quantity,
  },
  { heading: 'ASSET', only: 'compact', leavesAs: 6, value: ({ asset }) => asset },
  {
    ...figure,
    heading: 'COLLATERAL QUANTITY',
    leavesAs: 3,
    value: ({ collateral_quantity: quantity }) => quantity,
  },
  {
    heading: 'COLLATERAL ASSET',
    only: 'compact',
    leavesAs: 4,
    value: ({ collateral_asset: asset }) => asset,
  },
  { ...figure, heading: 'LTV %', leavesAs: 2, value: ({ ltv_percent: ltv }) => ltv ?? '' },
  { ...figure, heading: 'COVERAGE %', value: ({ ccr_percent: coverage }) => coverage ?? '' },
  {
    heading: 'COVERAGE HISTORY %',
    only: 'compact',
    mayBeMissing: true,
    leavesAs: 8,
    value: ({ coverage_history: points = [] }) => historyText(points),
  },
  {
    heading: 'DIRECTION',
    kind: 'state',
    only: 'compact',
    value: ({ m2m_direction: direction }) => direction ?? '',
  },
  { ...figure, heading: 'DUE USD', value: ({ m2m_notional_usd: due }) => due ?? '' },
  { heading: 'NEXT STEP', only: 'compact', value: nextStep },
]

const whole = plainList(Position).columns.filter(({ only }) => only === 'wide')

/** The positions, and the coverage of the last days where it is requested. */
export const positionList = listPresentation(listPositions, Position, {
  examples: [
    'vadium positions list --ready-for-m2m',
    'vadium positions list --margin-call-reached --asset BTC --wide',
    'vadium positions list --status ACTIVE --history-days 7',
  ],
  columns: [...compact, ...whole],
})

/** The request that can be submitted now, or why there is none. */
function nextStep({ ready_for_m2m: isReady, m2m_direction, m2m_reason }: Position): string {
  if (isReady) return m2m_direction === 'TopUp' ? 'submit a top-up' : 'submit a release'
  return (m2m_reason ?? '').toLowerCase().replaceAll('_', ' ')
}

/** From the oldest to the newest coverage, and the lowest one between them. */
function historyText(points: readonly CoveragePoint[]): string {
  const known = points.flatMap(({ ccr_percent }) => ccr_percent ?? [])
  const [oldest, newest] = [known.at(0), known.at(-1)]
  if (oldest === undefined || newest === undefined) return ''
  const lowest = known.reduce((low, one) => (new Decimal(one).lessThan(low) ? one : low), newest)
  const way = known.length === 1 ? newest : `${oldest} → ${newest}`
  return lowest === oldest || lowest === newest ? way : `${way}, low ${lowest}`
}
