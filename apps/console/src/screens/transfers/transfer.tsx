import type { Transfer } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { Failure, Loading } from '../../figures/states.tsx'
import { Instant } from '../../figures/time.tsx'
import { transferQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { TransferStatus } from './transfer-rows.tsx'
import styles from './transfers.module.css'

/** One transfer: what moves, where it is, what its provider says. */
export function TransferScreen() {
  const { transferId } = useParams({ from: '/transfers/$transferId' })
  const transfer = useQuery(transferQuery(useClient(), transferId))
  if (transfer.isError) {
    const again = () => void transfer.refetch()
    return <Failure error={transfer.error} what="the transfer" again={again} />
  }
  if (transfer.data === undefined) return <Loading what="the transfer" />
  return <TransferView transfer={transfer.data} />
}

function TransferView({ transfer }: { readonly transfer: Transfer }) {
  const { provider_lifecycle: provider } = transfer
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <h1>
          Order {transfer.order_id}: <Figure value={transfer.quantity} unit={transfer.token} />
        </h1>
        <TransferStatus transfer={transfer} />
      </div>
      <div className={styles['columns']}>
        <div className="panel">
          <h2>The transfer</h2>
          <dl className="facts">
            <dt>Purpose</dt>
            <dd>{transfer.category}</dd>
            <dt>Value when it was created</dt>
            <dd>
              <Figure value={transfer.notional} unit="USD" />
            </dd>
            <dt>Created</dt>
            <dd>
              <Instant at={transfer.create_time} />
            </dd>
            <dt>Last change</dt>
            <dd>
              <Instant at={transfer.update_time} />
            </dd>
            <dt>Id at the provider</dt>
            <dd>
              <code>{transfer.external_transfer_id}</code>
            </dd>
          </dl>
        </div>
        <div className="panel">
          <h2>At the provider</h2>
          <dl className="facts">
            <dt>Now</dt>
            <dd>{provider.label}</dd>
            <dt>Provider</dt>
            <dd>{provider.provider}</dd>
            <dt>Its own word</dt>
            <dd>
              <code>{provider.provider_request_state ?? 'no answer yet'}</code>
            </dd>
            <dt>State</dt>
            <dd>{provider.state.replaceAll('_', ' ')}</dd>
          </dl>
        </div>
        <Party name="Sender" party={transfer.sender} />
        <Party name="Receiver" party={transfer.receiver} />
      </div>
    </div>
  )
}

function Party({ name, party }: { readonly name: string; readonly party: Transfer['sender'] }) {
  return (
    <div className="panel">
      <h2>{name}</h2>
      <dl className="facts">
        <dt>Organization</dt>
        <dd>
          <code>{party.organization_id}</code>
        </dd>
        <dt>Custodian</dt>
        <dd>{party.custodian}</dd>
        <dt>Wallet</dt>
        <dd>
          <code>{party.wallet_address}</code>
        </dd>
      </dl>
    </div>
  )
}
