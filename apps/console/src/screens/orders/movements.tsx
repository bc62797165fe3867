import { Figure } from '../../figures/figure.tsx'
import styles from './orders.module.css'

/** One sentence: who sends what to whom. */
export function Leg({
  sender,
  receiver,
  quantity,
  unit,
  from,
  to,
}: {
  readonly sender: string
  readonly receiver: string
  readonly quantity: string
  readonly unit: string
  /** The ids of the wallets, where they are known. */
  readonly from?: string | null
  readonly to?: string | null
}) {
  return (
    <p className={styles['leg']}>
      <strong>{sender}</strong>
      {from != null && ` (wallet ${from})`} sends{' '}
      <strong>
        <Figure value={quantity} unit={unit} />
      </strong>{' '}
      to <strong>{receiver}</strong>
      {to != null && ` (wallet ${to})`}.
    </p>
  )
}
