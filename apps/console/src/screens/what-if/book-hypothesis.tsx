import type { Position, Price } from '@vadium/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, useMemo, useState } from 'react'
import { later } from '../../figures/later.tsx'
import { Read } from '../../figures/read.tsx'
import { OldestPrice } from '../../figures/oldest-price.tsx'
import { Empty } from '../../figures/states.tsx'
import {
  callerQuery,
  lentPositionsMax,
  lentPositionsQuery,
  ownPricesQuery,
} from '../../service/queries.ts'
import { both, useRead } from '../../service/read.ts'
import { assetsByExposure, notCounted } from './book-assets.ts'
import type { BookAnswer } from './book-worker.ts'
import { DueTable } from './due-table.tsx'
import {
  curvePercents,
  type Moved,
  nameOf,
  percentMax,
  pointsOf,
  stepOf,
  tablePercents,
} from './points.ts'
import { atPrices, pricesNow } from './prices-now.ts'
import { useBookAfter } from './use-book-after.ts'
import { WhatMoves } from './what-moves-choice.tsx'
import type { WhatIfSearch } from './what-if-search.ts'
import styles from './what-if.module.css'

/** The picture is read after the figures. Without it, the table has all of them. */
const BookChart = later(async () => {
  try {
    return (await import('./book-chart.tsx')).BookChart
  } catch {
    return NoChart
  }
}, 'the curves')

function NoChart(_drawn: object) {
  return <Empty>This browser could not draw the curves. The table has every figure.</Empty>
}

/** What would be due in the whole book if the price of one asset moved. */
export function BookHypothesis({ search }: { readonly search: WhatIfSearch }) {
  const book = both(useRead(lentPositionsQuery), useRead(ownPricesQuery))
  return (
    <Read of={both(useRead(callerQuery), book)} what="the positions">
      {([{ organization }, [positions, prices]]) =>
        positions.length === 0 ? (
          <Empty>Nothing is lent.</Empty>
        ) : (
          <Shocks {...{ positions, prices, search }} ownId={organization.id} />
        )
      }
    </Read>
  )
}

/** What the address asks of this book. */
function useMoved(positions: readonly Position[], search: WhatIfSearch) {
  const assets = useMemo(() => assetsByExposure(positions), [positions])
  const { linked, factor } = search
  const asset =
    search.asset !== undefined && assets.includes(search.asset) ? search.asset : (assets[0] ?? '')
  const isLinked = linked !== undefined && linked !== asset && assets.includes(linked)
  const moved = useMemo(
    (): Moved => ({ asset, ...(isLinked && { linked, factor }) }),
    [asset, isLinked, linked, factor],
  )
  return { assets, moved }
}

function Shocks({
  positions,
  prices,
  ownId,
  search,
}: {
  readonly positions: readonly Position[]
  readonly prices: readonly Price[]
  readonly ownId: string
  readonly search: WhatIfSearch
}) {
  const { assets, moved } = useMoved(positions, search)
  const now = useMemo(() => pricesNow(prices), [prices])
  const priced = useMemo(() => atPrices(positions, now), [positions, now])
  const points = useMemo(() => pointsOf(moved, positions.length), [moved, positions])
  const { answers, isBroken } = useBookAfter({ positions, ownId, points }, now)
  return (
    <section>
      <h2>The whole book: {positions.length} positions whose asset is lent</h2>
      <OldestPrice times={priced.map(({ price_time: time }) => time)} />
      {positions.length === lentPositionsMax && (
        <p>Only the {lentPositionsMax} with the lowest coverage are counted.</p>
      )}
      <WhatMoves {...{ assets, moved, search }} />
      <LeftOut positions={priced} />
      {isBroken && <p role="alert">The figures could not be computed. Load the page again.</p>}
      <Picture {...{ moved, search, answers }} positions={positions.length} />
      <p>
        Calls and releases are those that could be sent. What is due from a position with an open
        request, or whose quantity changes, is in a column of its own: no further request could be
        sent then.
      </p>
      <DueTable
        name={`If the price of ${moved.asset} moved`}
        first="Change"
        rows={tablePercents.map((percent) => ({
          key: nameOf(percent),
          due: answers.get(nameOf(percent))?.total,
          first: (
            <Link to="/what-if" search={{ ...search, shock: undefined, percent }}>
              {nameOf(percent)}
            </Link>
          ),
        }))}
      />
    </section>
  )
}

/** The curves, and the table that their cursor fills. */
function Picture({
  moved,
  search,
  answers,
  positions,
}: {
  readonly moved: Moved
  readonly search: WhatIfSearch
  readonly answers: ReadonlyMap<string, BookAnswer>
  readonly positions: number
}) {
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<number>()
  const percents = useMemo(() => curvePercents(positions), [positions])
  const chosen = search.percent ?? 0
  const percent = pointed ?? chosen
  const isShock = pointed === undefined && search.shock !== undefined
  const choose = (to: number) =>
    void navigate({
      to: '/what-if',
      search: { ...search, shock: undefined, percent: to },
      replace: true,
    })
  const together = moved.linked === undefined ? '' : ` and ${moved.linked} with it`
  return (
    <>
      <div className="panel">
        <BookChart
          label={`Calls and releases in USD, and positions at liquidation, if the price of ${moved.asset}${together} moved by −${percentMax} % to +${percentMax} %`}
          {...{ percents, answers, choose }}
          point={setPointed}
        />
        <ul className={styles['legend']} aria-hidden="true">
          <li data-mark="calls">calls, USD</li>
          <li data-mark="releases">releases, USD</li>
          <li data-mark="liquidation">positions at liquidation</li>
        </ul>
        <input
          type="range"
          aria-label="Change of the price, in percent"
          aria-valuetext={nameOf(chosen)}
          min={-percentMax}
          max={percentMax}
          step={stepOf(positions)}
          value={chosen}
          onChange={({ target }) => {
            choose(target.valueAsNumber)
          }}
        />
      </div>
      <ByCounterparty
        title={
          isShock
            ? `if prices moved as on ${search.shock}`
            : `if ${moved.asset}${together} moved by ${nameOf(percent)}`
        }
        after={answers.get(isShock ? (search.shock ?? '') : nameOf(percent))}
      />
    </>
  )
}

function ByCounterparty({
  title,
  after,
}: {
  readonly title: string
  /** Undefined while it is computed. */
  readonly after: BookAnswer | undefined
}) {
  const rows = after?.byCounterparty ?? []
  return (
    <>
      <h2>By counterparty, {title}</h2>
      <DueTable
        name="By counterparty"
        first="Counterparty"
        rows={[
          { key: 'all', due: after?.total, first: <strong>All</strong> },
          ...rows.map(({ id, name, due }) => ({ key: id, due, first: name })),
        ]}
      />
    </>
  )
}

/** What no figure counts, and where it is. */
function LeftOut({ positions }: { readonly positions: readonly Position[] }) {
  const { count, causes } = useMemo(() => notCounted(positions), [positions])
  if (count === 0) return null
  return (
    <p role="status">
      <strong>
        Not counted: {count} of {positions.length} positions, without a current price.
      </strong>{' '}
      {causes.map(({ asset, as, count: ofAsset }) => (
        <Fragment key={`${as} ${asset}`}>
          <Link to="/positions" search={{ [as]: asset }}>
            {ofAsset} {as === 'asset' ? `of ${asset} lent` : `against ${asset}`}
          </Link>{' '}
        </Fragment>
      ))}
    </p>
  )
}
