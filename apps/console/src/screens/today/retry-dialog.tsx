import type { FailedTransfer, RequestOptions, VadiumClient } from '@vadium/client'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { useClient } from '../../service/service.tsx'
import { useOwnId } from '../../service/people.ts'
import { useWrite } from '../../service/write.ts'

/** What a retry moves, before it is sent. All failed transfers of what it belongs to move again. */
export function RetryDialog({
  transfer,
  close,
}: {
  readonly transfer: FailedTransfer
  readonly close: () => void
}) {
  const client = useClient()
  const ownId = useOwnId()
  const write = useWrite<unknown>()
  const party = ({ organization_id: id, custodian, wallet_address }: FailedTransfer['sender']) => (
    <>
      {id === `organizations/${ownId}` ? 'us' : transfer.counterparty_name}, {custodian}{' '}
      <code>{wallet_address}</code>
    </>
  )
  return (
    <ConfirmDialog
      title={`Order ${transfer.order_id_pretty}: retry what failed?`}
      action="Retry"
      send={() => {
        void write.write((options) => retry(client, transfer, options))
      }}
      write={write}
      done={() => <p>Instructed again.</p>}
      close={close}
    >
      <Facts
        title="What moves"
        facts={[
          ['Quantity', <Figure value={transfer.quantity} unit={transfer.token} />],
          ['Value when it was created', <Figure value={transfer.notional} unit="USD" />],
          ['Purpose', `${transfer.leg}, ${transfer.category}`],
          ['From', party(transfer.sender)],
          ['To', party(transfer.receiver)],
          ['Why it failed', transfer.label],
        ]}
      />
      <p>
        These were the wallets of the attempt that failed. If a side has named others since then,
        its new ones are used. Whatever else of the same {belongsTo(transfer)} failed is instructed
        again too.
      </p>
    </ConfirmDialog>
  )
}

function belongsTo(transfer: FailedTransfer): string {
  if (transfer.mark_to_market_request_id !== null) return 'call'
  return transfer.order_request_id === null ? 'order' : 'request'
}

/** The retry of what the transfer belongs to. */
function retry(
  client: VadiumClient,
  transfer: FailedTransfer,
  options: RequestOptions,
): Promise<unknown> {
  const { mark_to_market_request_id: callId, order_request_id: requestId } = transfer
  if (callId !== null) return client.markToMarketRequests.retry(callId, options)
  if (requestId !== null) return client.orderRequests.retry(requestId, options)
  return client.orders.retry(transfer.order_id, options)
}
