import type { ResolvedCoverage } from '@vadium/client'
import { formatDecimal, valuePosition } from '@vadium/margin'
import { Figure } from '../../figures/figure.tsx'
import styles from './what-moves.module.css'

/** The published package computes both coverages once more, from their quantities and prices. */
export function Recomputed({ coverage }: { readonly coverage: ResolvedCoverage }) {
  const { before, after } = coverage
  const computed = {
    before: before === null ? null : coverageOf(before, coverage),
    after: coverageOf(after, coverage),
  }
  const isEqual =
    computed.before === coverage.before_percent && computed.after === coverage.after_percent
  return (
    <>
      {isEqual ? (
        <p className={styles['equal']}>
          ✓ Coverage recomputed in this browser: equal, digit for digit.
        </p>
      ) : (
        <p role="alert" className={styles['unequal']}>
          This browser computes another coverage: <Figure value={computed.before} unit="%" />, then{' '}
          <Figure value={computed.after} unit="%" />.
        </p>
      )}
      {before !== null && (
        <details>
          <summary>Why this coverage</summary>
          <dl className="facts">
            <dt>Lent now, then</dt>
            <dd>
              <Figure value={before.asset_quantity} />, <Figure value={after.asset_quantity} />
            </dd>
            <dt>Collateral settled now, then</dt>
            <dd>
              <Figure value={before.collateral_quantity} />,{' '}
              <Figure value={after.collateral_quantity} />
            </dd>
          </dl>
        </details>
      )}
    </>
  )
}

function coverageOf(
  { asset_quantity, collateral_quantity }: ResolvedCoverage['after'],
  { asset_price_usd, collateral_price_usd }: ResolvedCoverage,
): string | null {
  // More may be asked for than is held by now.
  if (collateral_quantity.startsWith('-')) return null
  const { ccrPercent } = valuePosition({
    assetQuantity: asset_quantity,
    assetPriceUsd: asset_price_usd,
    collateralQuantity: collateral_quantity,
    collateralPriceUsd: collateral_price_usd,
  })
  return ccrPercent === null ? null : formatDecimal(ccrPercent, 2)
}
