import type { ResolvedRequest } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'

type Exchanged = NonNullable<ResolvedRequest['substitution']>

/** What becomes the collateral in place of what, and the least of it that suffices now. */
export function ExchangedCollateral({
  exchanged: {
    before_asset: before,
    before_quantity,
    after_asset: after,
    after_quantity,
    after_price_usd,
    least_quantity,
    required_usd,
    credited_price_usd,
  },
}: {
  readonly exchanged: Exchanged
}) {
  return (
    <>
      <p>
        Collateral: <Figure value={after_quantity} unit={after} /> instead of{' '}
        <Figure value={before_quantity} unit={before} />, once the {after} has arrived and meets the
        requirement at the prices of then. Until then the {before} stays.
      </p>
      <dl className="facts" aria-label="What suffices">
        <dt>Price of the {after}, USD</dt>
        <dd>
          <Figure value={after_price_usd} missing="none" />
        </dd>
        <dt>Required now, USD</dt>
        <dd>
          <Figure value={required_usd} missing="not known" />
        </dd>
        <dt>One {after} counts for, USD</dt>
        <dd>
          <Figure value={credited_price_usd} missing="not known" />
        </dd>
        <dt>Least that suffices now</dt>
        <dd>
          <Figure value={least_quantity} unit={after} missing="not known" />
        </dd>
      </dl>
    </>
  )
}
