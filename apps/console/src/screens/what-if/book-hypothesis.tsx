import type { Position, Price } from '@vadium/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useMemo } from 'react'
import { Choice } from '../../figures/choice.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { OldestPrice } from '../../figures/oldest-price.tsx'
import { Empty } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import {
  callerQuery,
  lentPositionsMax,
  lentPositionsQuery,
  ownPricesQuery,
} from '../../service/queries.ts'
import { both, useRead } from '../../service/read.ts'
import { assetsByExposure, notCounted } from './book-assets.ts'
import type { BookAnswer, ShownDue } from './book-worker.ts'
import { atPrices, pricesNow } from './prices-now.ts'
import { useBookAfter } from './use-book-after.ts'
import type { WhatIfSearch } from './what-if-search.ts'

const changes = [-50, -40, -30, -20, -10, -5, 0, 5, 10, 20, 30, 40, 50] as const
const signed = (percent: number) => `${percent > 0 ? '+' : ''}${percent} %`

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
  const navigate = useNavigate()
  const assets = useMemo(() => assetsByExposure(positions), [positions])
  const isKnown = search.asset !== undefined && assets.includes(search.asset)
  const asset = isKnown ? search.asset : (assets[0] ?? '')
  const now = useMemo(() => pricesNow(prices), [prices])
  const priced = useMemo(() => atPrices(positions, now), [positions, now])
  const question = { positions, ownId, asset, percents: changes }
  const { answers, isBroken } = useBookAfter(question, now)
  const chosen = search.percent === undefined ? undefined : answers.get(search.percent)
  return (
    <section>
      <h2>The whole book: {positions.length} positions whose asset is lent</h2>
      <OldestPrice times={priced.map(({ price_time: time }) => time)} />
      {positions.length === lentPositionsMax && (
        <p>Only the {lentPositionsMax} with the lowest coverage are counted.</p>
      )}
      <p>
        Calls and releases are those that could be sent. What is due from a position with an open
        request, or whose quantity changes, is in a column of its own: no further request could be
        sent then.
      </p>
      <div className="filters">
        <Choice
          label="The price that moves"
          any={asset}
          value={isKnown ? asset : undefined}
          options={assets.map((symbol) => ({ value: symbol, name: symbol }))}
          choose={(symbol) => {
            void navigate({ to: '/what-if', search: { ...search, asset: symbol } })
          }}
        />
      </div>
      <LeftOut positions={priced} />
      {isBroken && <p role="alert">The figures could not be computed. Load the page again.</p>}
      <DueTable
        name={`If the price of ${asset} moved`}
        first="Change"
        rows={changes.map((percent) => ({
          key: signed(percent),
          due: answers.get(percent)?.total,
          first: (
            <Link to="/what-if" search={{ ...search, asset, percent }}>
              {signed(percent)}
            </Link>
          ),
        }))}
      />
      {chosen !== undefined && <ByCounterparty asset={asset} after={chosen} />}
    </section>
  )
}

function ByCounterparty({ asset, after }: { readonly asset: string; readonly after: BookAnswer }) {
  return (
    <>
      <h2>
        By counterparty, if {asset} moved by {signed(after.percent)}
      </h2>
      <DueTable
        name="By counterparty"
        first="Counterparty"
        rows={after.byCounterparty.map(({ id, name, due }) => ({ key: id, due, first: name }))}
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

function DueTable({
  name,
  first,
  rows,
}: {
  readonly name: string
  readonly first: string
  readonly rows: readonly {
    readonly key: string
    readonly first: ReactNode
    /** Undefined while it is computed. */
    readonly due: ShownDue | undefined
  }[]
}) {
  return (
    <TableScroll name={name}>
      <table>
        <thead>
          <tr>
            <th>{first}</th>
            <th className="number">Calls</th>
            <th className="number">Called, USD</th>
            <th className="number">Releases</th>
            <th className="number">Released, USD</th>
            <th className="number">Due, not to be sent</th>
            <th className="number">Of that, USD</th>
            <th className="number">At liquidation</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, first: title, due }) => (
            <tr key={key}>
              <td>{title}</td>
              {due === undefined ? (
                <td colSpan={7}>computing …</td>
              ) : (
                <>
                  <td className="number">{due.calls}</td>
                  <td className="number">
                    <Figure value={due.callsUsd} />
                  </td>
                  <td className="number">{due.releases}</td>
                  <td className="number">
                    <Figure value={due.releasesUsd} />
                  </td>
                  <td className="number">{due.blocked}</td>
                  <td className="number">
                    <Figure value={due.blockedUsd} />
                  </td>
                  <td className="number">{due.atLiquidation}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
