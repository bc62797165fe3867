import { Fragment } from 'react'
import { isZero } from '../../figures/decimal-text.ts'
import { Figure } from '../../figures/figure.tsx'
import { spanText } from '../../figures/time.tsx'
import { useNow } from '../../service/now.ts'
import type { Total } from '../../table/column.ts'
import styles from './exposure-bars.module.css'
import type { AssetExposure, CounterpartyExposure, ExposureSums } from './exposures.ts'

/** What is drawn of each counterparty: what is given above what secures it. */
const bars = [
  { part: 'lent', name: 'Lent', kind: 'given' },
  { part: 'collateralHeld', name: 'Held for it', kind: 'held' },
  { part: 'borrowed', name: 'Borrowed', kind: 'given' },
  { part: 'collateralPosted', name: 'Posted for it', kind: 'held' },
] as const satisfies readonly {
  readonly part: keyof ExposureSums
  readonly name: string
  readonly kind: 'given' | 'held'
}[]

/** The exposures as bars of one scale, the largest first. The figures are those of the table. */
export function ExposureBars({
  exposures,
}: {
  readonly exposures: readonly CounterpartyExposure[]
}) {
  const longest = Math.max(...exposures.map(lengthOf))
  const sorted = exposures.toSorted((one, other) => lengthOf(other) - lengthOf(one))
  return (
    <ul className={styles['bars']}>
      {sorted.map(({ id, name, positions, usd, unpriced }) => (
        <li key={id} className="panel">
          <h3 title={name}>{name}</h3>
          <p>
            Net <Sum sum={usd.net} /> · {positions} {positions === 1 ? 'position' : 'positions'}
            {unpriced.map((row) => (
              <Without key={row.asset} row={row} />
            ))}
          </p>
          <dl>
            {bars
              .filter(({ part }) => placeOf(usd[part]) !== 0)
              .map(({ part, name: label, kind }) => (
                <div key={part}>
                  <dt>{label}</dt>
                  <dd>
                    <span
                      className={styles['bar']}
                      data-kind={kind}
                      data-bound={usd[part]?.bound !== undefined}
                      style={{ inlineSize: `${(100 * placeOf(usd[part])) / longest}%` }}
                    />
                  </dd>
                  <dd className={styles['figure']}>
                    <Sum sum={usd[part]} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** What a sum leaves out, and for how long it has had no price. */
function Without({ row: { asset, units, price } }: { readonly row: AssetExposure }) {
  const now = useNow()
  const observed = price?.observe_time ?? null
  const left = bars.filter(({ part }) => !isZero(units[part]))
  return (
    <>
      , without{' '}
      {left.map(({ part }, i) => (
        <Fragment key={part}>
          {i > 0 && ' and '}
          <Figure value={units[part]} unit={asset} column />
        </Fragment>
      ))}{' '}
      (no price{observed !== null && ` for ${spanText(now - Date.parse(observed))}`})
    </>
  )
}

/** Where the end of a bar is. No figure is shown from it. */
const placeOf = (sum: Total | null): number => Number(sum?.value ?? 0)

const lengthOf = ({ usd }: CounterpartyExposure): number =>
  Math.max(...bars.map(({ part }) => placeOf(usd[part])))

function Sum({ sum }: { readonly sum: Total | null }) {
  return (
    <>
      {sum?.bound !== undefined && `${sum.bound} `}
      <Figure value={sum?.value} unit="USD" missing="no price" cents />
    </>
  )
}
