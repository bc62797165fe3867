import type { ResolvedCoverage } from '@vadium/client'
import { formatDecimal, roundHalfEven, valuePosition } from '@vadium/margin'
import { Figure } from '../../figures/figure.tsx'
import styles from './what-moves.module.css'

/** The published package computes both coverages once more, from their quantities and prices. */
export function Recomputed({ coverage }: { readonly coverage: ResolvedCoverage }) {
  const before = coverage.before === null ? null : computedOf(coverage.before, coverage)
  const after = computedOf(coverage.after, coverage)
  const isEqual =
    (before?.ccr ?? null) === coverage.before_percent && after.ccr === coverage.after_percent
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

interface Computed {
  /** In percent. Null without a notional. */
  readonly ccr: string | null
  /** In percent. Null without collateral. */
  readonly ltv: string | null
  readonly collateralUsd: string | null
}

function computedOf(
  { asset_quantity, collateral_quantity }: ResolvedCoverage['after'],
  { asset_price_usd, collateral_price_usd }: ResolvedCoverage,
): Computed {
  // More may be asked for than is held by now.
  if (collateral_quantity.startsWith('-')) return { ccr: null, ltv: null, collateralUsd: null }
  const { ccrPercent, ltvPercent, collateralValueUsd } = valuePosition({
    assetQuantity: asset_quantity,
    assetPriceUsd: asset_price_usd,
    collateralQuantity: collateral_quantity,
    collateralPriceUsd: collateral_price_usd,
  })
  return {
    ccr: ccrPercent === null ? null : formatDecimal(ccrPercent, 2),
    ltv: ltvPercent === null ? null : formatDecimal(ltvPercent, 2),
    collateralUsd: formatDecimal(roundHalfEven(collateralValueUsd, '0.01'), 2),
  }
}
