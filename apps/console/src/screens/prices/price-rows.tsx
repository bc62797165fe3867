import type { Price } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Age } from '../../figures/time.tsx'
import { mayRead, useCaller } from '../../service/people.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** The price of each asset: how old it is, whether it is used, and from which sources. */
export function PriceRows({ prices }: { readonly prices: readonly Price[] }) {
  const caller = useCaller()
  const hasPositions = caller !== undefined && mayRead(caller, 'listPositions')
  return (
    <OwnTable
      name="Prices"
      what="prices"
      columns={hasPositions ? [...columns, positionsColumn] : columns}
      rows={prices}
      idOf={({ asset }) => asset}
    />
  )
}

const tones: Readonly<Record<string, Tone>> = {
  current: 'covered',
  stale: 'call',
  missing: 'liquidation',
}

const columns: readonly Column<Price>[] = [
  {
    id: 'asset',
    name: 'Asset',
    value: ({ asset }) => asset,
    cell: ({ asset }) => (
      <Link to="/prices" search={(before) => ({ ...before, asset })}>
        {asset}
      </Link>
    ),
  },
  {
    id: 'price',
    name: 'Price, USD',
    kind: 'decimal',
    value: ({ price_usd: usd }) => usd,
    cell: (price) => <PriceFigure price={price} />,
  },
  {
    id: 'observed',
    name: 'Oldest quote of it',
    kind: 'time',
    value: ({ observe_time: time }) => time,
    cell: ({ observe_time: time }) =>
      time === null ? <Figure value={null} missing="none" /> : <Age of={time} />,
  },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: ({ state }) => state,
    cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{state}</Badge>,
  },
  {
    id: 'sources',
    name: 'Sources used',
    value: ({ sources }) => {
      const used = sources.filter(({ ignored }) => ignored === null)
      return `${used.length} of ${sources.length}`
    },
  },
]

const positionsColumn: Column<Price> = {
  id: 'positions',
  name: 'Positions',
  isOnScreenOnly: true,
  cell: ({ asset }) => (
    <>
      <Link to="/positions" search={{ asset }}>
        that lend {asset}
      </Link>{' '}
      ·{' '}
      <Link to="/positions" search={{ collateral_asset: asset }}>
        that hold {asset}
      </Link>
    </>
  ),
}

/** A price that is too old is shown as that: nothing is computed with it. */
function PriceFigure({ price: { price_usd, sources } }: { readonly price: Price }) {
  if (price_usd !== null) return <Figure value={price_usd} column />
  const last = sources.toSorted(
    (one, other) => Date.parse(other.observe_time) - Date.parse(one.observe_time),
  )[0]
  if (last === undefined) return <Figure value={null} missing="no quote" />
  return (
    <>
      last quote <Figure value={last.price_usd} tone="stale" column />
    </>
  )
}
