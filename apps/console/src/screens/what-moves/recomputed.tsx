import type { ResolvedCoverage, ResolvedRequest } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { recomputed } from './recomputed-coverage.ts'
import styles from './what-moves.module.css'

/** The published package computes both coverages once more, from their quantities and prices. */
export function Recomputed({
  coverage,
  exchanged,
}: {
  readonly coverage: ResolvedCoverage
  readonly exchanged: ResolvedRequest['substitution']
}) {
  const { before, after, isEqual } = recomputed(coverage, exchanged)
  return (
    <>
      {isEqual ? (
        <p className={styles['equal']}>
          ✓ Coverage recomputed in this browser: equal, digit for digit.
        </p>
      ) : (
        <p role="alert" className={styles['unequal']}>
          This browser computes another coverage: <Figure value={before?.ccr} unit="%" />, then{' '}
          <Figure value={after.ccr} unit="%" />.
        </p>
      )}
      {coverage.before !== null && (
        <details>
          <summary>Why this coverage</summary>
          <dl className="facts">
            <dt>Lent now, then</dt>
            <dd>
              <Figure value={coverage.before.asset_quantity} />,{' '}
              <Figure value={coverage.after.asset_quantity} />
            </dd>
            <dt>Collateral settled now, then</dt>
            <dd>
              <Figure value={coverage.before.collateral_quantity} />,{' '}
              <Figure value={coverage.after.collateral_quantity} />
            </dd>
            <dt>Value of the collateral now, then, USD</dt>
            <dd>
              <Figure value={before?.collateralUsd} />, <Figure value={after.collateralUsd} />
            </dd>
            <dt>LTV now, then, %</dt>
            <dd>
              <Figure value={before?.ltv} missing="none" />,{' '}
              <Figure value={after.ltv} missing="none" />
            </dd>
          </dl>
        </details>
      )}
    </>
  )
}
