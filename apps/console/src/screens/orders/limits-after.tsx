import type { CounterpartyLimits, LimitUse, Order } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { limitsOfOrderQuery } from '../../service/limit-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'

/** The use of the own limits for the other side, now and after this order. Nothing without limits. */
export function LimitsAfter({ order }: { readonly order: Order }) {
  const ownId = useOwnId()
  const other = order.lender_id === ownId ? order.borrower_id : order.lender_id
  return (
    <Read of={useRead(limitsOfOrderQuery, order.id, other)} what="your limits">
      {([limits]) => {
        if (limits?.use == null || limits.use_after === null) return null
        return <Change limits={limits} before={limits.use} after={limits.use_after} />
      }}
    </Read>
  )
}

interface UsedLimit {
  readonly name: string
  readonly most: string | null
  readonly unit: string
  readonly before: string | null | undefined
  readonly after: string | null | undefined
  readonly percent: string | null | undefined
  readonly isExceeded: boolean
}

function Change({
  limits,
  before,
  after,
}: {
  readonly limits: CounterpartyLimits
  readonly before: LimitUse
  readonly after: LimitUse
}) {
  const rows = usedLimits(limits, before, after).filter(({ most }) => most !== null)
  if (rows.length === 0) return null
  return (
    <section aria-label="Your limits after this order">
      <h3>Your limits after this order</h3>
      <ul className={page['plain']}>
        {rows.map(({ name, most, unit, percent, isExceeded, ...use }) => (
          <li key={name}>
            {name}: <Figure value={use.before} missing="unknown" /> →{' '}
            <Figure value={use.after} unit={unit} missing="unknown" /> of{' '}
            <Figure value={most} unit={unit} />
            {percent != null && (
              <>
                , <Figure value={percent} unit="%" />
              </>
            )}
            {isExceeded && <strong> exceeded</strong>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function usedLimits(
  { lent_usd_max, uncovered_usd_max, assets }: CounterpartyLimits,
  before: LimitUse,
  after: LimitUse,
): UsedLimit[] {
  return [
    {
      name: 'Lent',
      most: lent_usd_max,
      unit: 'USD',
      before: before.lent_usd,
      after: after.lent_usd,
      percent: after.lent_percent,
      isExceeded: after.lent_exceeded,
    },
    {
      name: 'Uncovered',
      most: uncovered_usd_max,
      unit: 'USD',
      before: before.uncovered_usd,
      after: after.uncovered_usd,
      percent: after.uncovered_percent,
      isExceeded: after.uncovered_exceeded,
    },
    ...assets.map(({ asset, lent_quantity_max }, i) => ({
      name: `${asset} lent`,
      most: lent_quantity_max,
      unit: asset,
      before: before.assets[i]?.lent_quantity,
      after: after.assets[i]?.lent_quantity,
      percent: after.assets[i]?.percent,
      isExceeded: after.assets[i]?.exceeded === true,
    })),
  ]
}
