import type { MarkToMarketParty, MarkToMarketPreviewResponse } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import styles from './confirmation.module.css'

/** One sentence: who sends what, from where, to whom. */
export function Movement({
  answer: { preview },
}: {
  readonly answer: MarkToMarketPreviewResponse
}) {
  if (preview.direction === 'None') {
    return <p className={styles['sentence']}>Nothing is due. No collateral would move.</p>
  }
  return (
    <p className={styles['sentence']}>
      <strong>{preview.sender.organization_name}</strong> sends{' '}
      <strong>
        <Figure value={preview.m2m_collateral_amount} unit={preview.collateral_asset} />
      </strong>{' '}
      (<Figure value={preview.m2m_notional_usd} unit="USD" />) from{' '}
      <Wallet party={preview.sender} /> to <strong>{preview.receiver.organization_name}</strong>,{' '}
      <Wallet party={preview.receiver} />.
    </p>
  )
}

function Wallet({ party }: { readonly party: MarkToMarketParty }) {
  return (
    <span title={party.wallet_id}>
      {party.wallet_name} at {party.custodian}
    </span>
  )
}
