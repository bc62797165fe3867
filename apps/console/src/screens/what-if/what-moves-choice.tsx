import { Link, useNavigate } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { pastShocks } from './past-shocks.ts'
import { linkFactors, type Moved, nameOf } from './points.ts'
import type { WhatIfSearch } from './what-if-search.ts'
import styles from './what-if.module.css'

/** Which prices move: one, another one with it, or all of a past day. */
export function WhatMoves({
  assets,
  moved,
  search,
}: {
  readonly assets: readonly string[]
  readonly moved: Moved
  readonly search: WhatIfSearch
}) {
  const navigate = useNavigate()
  const { shock: _left, ...own } = search
  const go = (changed: WhatIfSearch) =>
    void navigate({ to: '/what-if', search: { ...own, ...changed } })
  const options = (symbols: readonly string[]) =>
    symbols.map((symbol) => ({ value: symbol, name: symbol }))
  return (
    <>
      <div className="filters">
        <Choice
          label="The price that moves"
          any={moved.asset}
          value={search.asset === moved.asset ? moved.asset : undefined}
          options={options(assets)}
          choose={(asset) => {
            go({ asset })
          }}
        />
        <Choice
          label="And with it"
          any="no other"
          value={moved.linked}
          options={options(assets.filter((symbol) => symbol !== moved.asset))}
          choose={(linked) => {
            go({ linked })
          }}
        />
        {moved.linked !== undefined && (
          <Choice
            label="By"
            any="as much"
            value={moved.factor === undefined ? undefined : String(moved.factor)}
            options={linkFactors
              .filter((factor) => factor !== 1)
              .map((factor) => ({ value: String(factor), name: `${factor} times as much` }))}
            choose={(factor) => {
              go({ factor: factor === undefined ? undefined : Number(factor) })
            }}
          />
        )}
      </div>
      <p className={styles['shocks']}>
        As on a past day:{' '}
        {pastShocks.map(({ day, name, moves }) => (
          <Link
            key={day}
            to="/what-if"
            search={{ ...own, shock: day }}
            title="Close against the close before, in whole percent: CoinMarketCap, UTC."
          >
            {day}, {name}:{' '}
            {Object.entries(moves)
              .map(([asset, percent]) => `${asset} ${nameOf(percent)}`)
              .join(', ')}
          </Link>
        ))}
      </p>
    </>
  )
}
