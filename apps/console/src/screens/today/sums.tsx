import type { Today } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import styles from './today.module.css'

const Change = later(async () => (await import('./change.tsx')).Change)

/**
 * What is owed, in transit and disputed, and the change since the last market cut. Each sum leads
 * to the list of what it sums.
 */
export function Sums({ today }: { readonly today: Today }) {
  const { totals, totals_at_cut: then, as_of: now } = today
  // A lower bound is no figure to compare.
  const isCompared = then !== null && !then.has_more && !totals.has_more
  const sum = (name: Sum) => (
    <>
      <span>{names[name]}</span>
      <span className={styles['sum']}>
        {totals.has_more && 'at least '}
        <Figure value={totals[name]} unit="USD" />
      </span>
      {isCompared && (
        <span className={styles['change']}>
          <Change from={then[name]} to={totals[name]} cutTime={then.cut_time} now={now} />
        </span>
      )}
    </>
  )
  return (
    <ul className={styles['sums']} aria-label="Sums">
      <li>
        <Link to="/calls" search={{ show: 'owed_to_us' }}>
          {sum('owed_to_us_usd')}
        </Link>
      </li>
      <li>
        <Link to="/calls" search={{ show: 'owed_by_us' }}>
          {sum('owed_by_us_usd')}
        </Link>
      </li>
      <li>
        <Link to="/transfers" search={{ under_way: 'to_us' }}>
          {sum('in_transit_to_us_usd')}
        </Link>
      </li>
      <li>
        <Link to="/transfers" search={{ under_way: 'from_us' }}>
          {sum('in_transit_from_us_usd')}
        </Link>
      </li>
      <li>
        <Link to="/calls" search={{ show: 'disputed' }}>
          {sum('disputed_usd')}
        </Link>
      </li>
    </ul>
  )
}

type Sum = Exclude<keyof Today['totals'], 'has_more'>

const names: Readonly<Record<Sum, string>> = {
  owed_to_us_usd: 'Owed to us',
  owed_by_us_usd: 'Owed by us',
  in_transit_to_us_usd: 'In transit to us',
  in_transit_from_us_usd: 'In transit from us',
  disputed_usd: 'Disputed',
}
