import type { Position } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { coverageZone, CoverageMeter, levelsOf } from '../../figures/coverage-meter.tsx'
import { CoverageWeek } from '../../figures/coverage-week.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Age } from '../../figures/time.tsx'
import type { Reader } from '../../service/reader.ts'
import type { Column } from '../../table/column.ts'
import { totalOf } from '../../table/total.ts'
import { counterpartyOf } from './counterparty.ts'
import {
  nextStep,
  Ratio,
  RoomToCall,
  roomToCall,
  ShortZoneBadge,
  UnderWay,
  zoneWords,
} from './position-cells.tsx'
import styles from './positions.module.css'
import { coverageUnderWay } from './under-way.ts'

/** The columns of a list of positions, for a reader. */
export const positionColumns = (reader: Reader, ownId: string): readonly Column<Position>[] => [
  {
    id: 'order',
    name: 'Order',
    isPinned: true,
    value: ({ order_id_pretty: number }) => String(number),
    cell: ({ id, order_id_pretty: number }) => (
      <Link to="/positions/$positionId" params={{ positionId: id }}>
        {number}
      </Link>
    ),
  },
  {
    id: 'counterparty',
    name: 'Counterparty',
    groups: true,
    value: (position) => counterpartyOf(position, ownId).name,
  },
  {
    id: 'pair',
    name: 'Pair',
    groups: true,
    value: ({ asset, collateral_asset: collateral }) => `${asset} / ${collateral}`,
  },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: (position) => zoneWords(position).word,
    cell: (position) => <ShortZoneBadge position={position} />,
  },
  ...coverageColumns,
  dueColumn('call', '▲ Call, USD', 'TopUp'),
  dueColumn('release', '▼ Release, USD', 'Release'),
  {
    id: 'next',
    name: 'Next',
    isOnScreenOnly: true,
    value: (position) => nextStep(position, reader).text,
    cell: (position) => <Next position={position} reader={reader} />,
  },
  {
    id: 'priced',
    name: 'Oldest price',
    kind: 'time',
    value: ({ price_time: time }) => time,
    cell: ({ price_time: time }) =>
      time === null ? <Figure value={null} missing="no price" /> : <Age of={time} />,
  },
  ...heldColumns,
]

function Next({ position, reader }: { readonly position: Position; readonly reader: Reader }) {
  const { text, isOffered } = nextStep(position, reader)
  // The title of the cell has the reason, too.
  if (!isOffered) {
    return (
      <>
        <span className="soft" aria-hidden>
          –
        </span>
        <span className="visually-hidden">{text}</span>
      </>
    )
  }
  return (
    <Link
      className="button"
      to="/positions/$positionId"
      params={{ positionId: position.id }}
      search={{ confirm: true }}
    >
      {text} …
    </Link>
  )
}

function LevelsAndWeek({ position }: { readonly position: Position }) {
  const zone = coverageUnderWay(position)?.zone ?? coverageZone(position)
  return (
    <div className={styles['levels']}>
      <CoverageMeter position={position} zone={zone} />
      <CoverageWeek position={position} zone={zone} />
    </div>
  )
}

const coverageColumns: readonly Column<Position>[] = [
  {
    id: 'levels',
    name: 'Levels',
    value: ({ terms }) =>
      levelsOf(terms)
        .map(({ percent }) => percent)
        .join(' / '),
    cell: (position) => <LevelsAndWeek position={position} />,
  },
  {
    id: 'coverage',
    name: 'Coverage, %',
    kind: 'decimal',
    value: ({ ccr_percent: percent }) => percent,
    cell: (position) => (
      <>
        <Ratio position={position} of="ccr_percent" />
        <UnderWay position={position} />
      </>
    ),
  },
  {
    id: 'room',
    name: 'Room, points',
    kind: 'decimal',
    value: roomToCall,
    cell: (position) => <RoomToCall position={position} />,
  },
]

/** What is due in one direction. Its total leaves out what has no price, and says so. */
function dueColumn(id: string, name: string, direction: string): Column<Position> {
  const due = ({ m2m_direction: of, m2m_notional_usd: usd }: Position) =>
    of === direction ? usd : null
  return {
    id,
    name,
    kind: 'decimal',
    value: due,
    cell: (position) => {
      const { terms } = position
      const minimum =
        direction === 'Release'
          ? terms.minimum_notional_release_usd
          : terms.minimum_notional_top_up_usd
      return (
        <span title={`Minimum ${minimum} USD`}>
          <Figure
            value={due(position)}
            missing={position.m2m_direction === null ? 'no price' : ''}
          />
        </span>
      )
    },
    total: totalOf((position) => {
      if (position.status === 'CLOSED') return undefined
      return position.m2m_direction === null ? null : (due(position) ?? undefined)
    }),
  }
}

const usdColumn = (
  id: string,
  name: string,
  value: (position: Position) => string | null,
): Column<Position> => ({
  id,
  name,
  kind: 'decimal',
  value,
  cell: (position) => <Figure value={value(position)} missing="no price" />,
  total: totalOf(value),
})

const heldColumns: readonly Column<Position>[] = [
  {
    id: 'lent',
    name: 'Lent',
    kind: 'decimal',
    value: ({ asset_quantity: quantity }) => quantity,
    unit: ({ asset }) => asset,
  },
  usdColumn('value', 'Value, USD', ({ asset_notional_usd: usd }) => usd),
  {
    id: 'collateral',
    name: 'Collateral',
    kind: 'decimal',
    value: ({ collateral_quantity: quantity }) => quantity,
    unit: ({ collateral_asset: asset }) => asset,
  },
  {
    ...usdColumn('pledged', 'Collateral, USD', ({ collateral_value_usd: usd }) => usd),
    isHidden: true,
  },
  {
    id: 'ltv',
    name: 'LTV, %',
    kind: 'decimal',
    isHidden: true,
    value: ({ ltv_percent: percent }) => percent,
    cell: (position) => <Ratio position={position} of="ltv_percent" />,
  },
  {
    id: 'rate',
    name: 'Rate, %',
    kind: 'decimal',
    isHidden: true,
    value: ({ rate_percent: rate }) => rate,
  },
  {
    id: 'created',
    name: 'Created, UTC',
    kind: 'time',
    isHidden: true,
    value: ({ create_time: time }) => time,
  },
]
