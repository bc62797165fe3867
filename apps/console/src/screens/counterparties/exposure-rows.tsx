import { isZero } from '../../figures/decimal-text.ts'
import { Figure } from '../../figures/figure.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { Age } from '../../figures/time.tsx'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'
import {
  type AssetExposure,
  type CounterpartyExposure,
  type ExposureTexts,
  usdSum,
} from './exposures.ts'

type Row = AssetExposure & Pick<CounterpartyExposure, 'id' | 'name'>

/** The exposures to each counterparty by asset, with its sums in USD above them. */
export function ExposureRows({
  exposures,
}: {
  readonly exposures: readonly CounterpartyExposure[]
}) {
  const rows = exposures.flatMap(({ id, name, assets }) =>
    assets.map((exposure) => ({ ...exposure, id, name })),
  )
  return (
    <OwnTable
      name="Exposure by counterparty and asset"
      what="exposures"
      columns={columnsOf(rows)}
      rows={rows}
      idOf={({ id, asset }) => `${id} ${asset}`}
      begin={{ group: 'counterparty' }}
    />
  )
}

const parts = [
  ['net', 'Net'],
  ['lent', 'Lent'],
  ['collateralHeld', 'Held'],
  ['borrowed', 'Borrowed'],
  ['collateralPosted', 'Posted'],
] as const satisfies readonly (readonly [part: keyof ExposureTexts, name: string])[]

/** Whether a quantity is zero in every row. */
const isNowhere = (rows: readonly Row[], part: keyof ExposureTexts): boolean =>
  rows.every(({ units }) => isZero(units[part]))

/**
 * Whether a quantity is hidden: one that is zero in every row, because most organizations only lend
 * or only borrow; and the net of one that does both, whose other quantities need the room.
 */
const isLeftOut = (rows: readonly Row[], part: keyof ExposureTexts): boolean =>
  isNowhere(rows, part) ||
  (part === 'net' && !isNowhere(rows, 'lent') && !isNowhere(rows, 'borrowed'))

const columnsOf = (rows: readonly Row[]): readonly Column<Row>[] => [
  { id: 'counterparty', name: 'Counterparty', groups: true, value: ({ name }) => name },
  { id: 'asset', name: 'Asset', groups: true, value: ({ asset }) => asset },
  ...parts.map(([part, name]): Column<Row> => ({
    id: `${part}_usd`,
    name: `${name}, USD`,
    kind: 'decimal',
    // The bars have the others.
    isHidden: part !== 'net',
    isCut: true,
    value: ({ usd }) => usd?.[part] ?? null,
    cell: ({ usd }) => <Figure value={usd?.[part]} missing="no price" column />,
    total: (rows) => usdSum(rows, part),
  })),
  {
    id: 'priced',
    name: 'Price of',
    kind: 'time',
    value: ({ price }) => price?.observe_time ?? null,
    cell: ({ usd, price }) =>
      usd === null ? (
        stateWords(price?.state ?? 'no price')
      ) : (
        <Age of={price?.observe_time ?? null} />
      ),
  },
  ...parts.map(([part, name]): Column<Row> => ({
    id: part,
    name,
    kind: 'decimal',
    isHidden: isLeftOut(rows, part),
    value: ({ units }) => units[part],
    unit: ({ asset }) => asset,
    cell: ({ units }) => <Figure value={units[part]} column />,
  })),
]
