import type { Today } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Figure } from '../../figures/figure.tsx'
import styles from './today.module.css'

/** What is owed, in transit and disputed. Each sum leads to the list of what it sums. */
export function Sums({ totals }: { readonly totals: Today['totals'] }) {
  const sum = (usd: string, name: ReactNode) => (
    <>
      <span>{name}</span>
      <span className={styles['sum']}>
        {totals.has_more && 'at least '}
        <Figure value={usd} unit="USD" />
      </span>
    </>
  )
  return (
    <ul className={styles['sums']} aria-label="Sums">
      <li>
        <Link to="/calls" search={{ show: 'owed_to_us' }}>
          {sum(totals.owed_to_us_usd, 'Owed to us')}
        </Link>
      </li>
      <li>
        <Link to="/calls" search={{ show: 'owed_by_us' }}>
          {sum(totals.owed_by_us_usd, 'Owed by us')}
        </Link>
      </li>
      <li>
        <Link to="/transfers" search={{ under_way: 'to_us' }}>
          {sum(totals.in_transit_to_us_usd, 'In transit to us')}
        </Link>
      </li>
      <li>
        <Link to="/transfers" search={{ under_way: 'from_us' }}>
          {sum(totals.in_transit_from_us_usd, 'In transit from us')}
        </Link>
      </li>
      <li>
        <Link to="/calls" search={{ show: 'disputed' }}>
          {sum(totals.disputed_usd, 'Disputed')}
        </Link>
      </li>
    </ul>
  )
}
